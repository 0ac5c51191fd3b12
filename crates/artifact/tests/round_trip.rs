//! What is written is read again, and what was read is written again.

mod samples;

use redflag_artifact::{ResultFile, race_id};
use serde_json::Value;

#[test]
fn a_full_result_comes_back() {
    let text = samples::full().to_json();
    assert_eq!(ResultFile::from_json(&text), Ok(samples::full()));
}

#[test]
fn files_lose_and_gain_nothing() {
    for (path, text) in samples::files() {
        let read = ResultFile::from_json(&text).expect("a result");
        let value = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
        assert_eq!(value(&read.to_json()), value(&text), "{}", path.display());
    }
}

/// Baselines and suppressions hold ids: those of existing files must not change.
#[test]
fn ids_stay_what_they_are() {
    for (path, text) in samples::files() {
        for race in ResultFile::from_json(&text).expect("a result").races {
            let id = race_id(&race.location, &race.accesses);
            assert_eq!(id, race.id, "{}", path.display());
        }
    }
}

#[test]
fn what_is_unknown_is_absent() {
    let text = r#"{ "schema": "redflag/1", "command": "run", "races": [
        { "id": "1", "evidence": "static", "location": { "kind": "field", "class": "A" },
          "accesses": [
            { "op": "read", "class": "A", "method": "m", "descriptor": "()V", "locks": [] },
            { "op": "write", "class": "A", "method": "m", "descriptor": "()V" } ] } ] }"#;
    let written = ResultFile::from_json(text).expect("a result").to_json();
    assert!(!written.contains("null"), "{written}");
    // Holding no lock is something that is known.
    assert_eq!(written.matches("\"locks\"").count(), 1, "{written}");
    assert!(!written.contains("\"stack\""), "{written}");
}
