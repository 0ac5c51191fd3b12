//! `docs/result-schema.json` describes the files that are written, all of them and no others.
//!
//! The validator below knows the few keywords that the schema uses and refuses any other: a crate
//! for all of JSON Schema brings sixty more with it.

mod samples;

use serde_json::{Map, Value, json};

#[test]
fn describes_every_sample() {
    let schema = schema();
    let samples =
        samples::files().into_iter().map(|(path, text)| (path.display().to_string(), text));
    for (name, text) in samples.chain([("the full one".to_owned(), samples::full().to_json())]) {
        let value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(complaints(&schema, &schema, &value, "$"), Vec::<String>::new(), "{name}");
    }
}

/// Every field that the schema has is in the full sample, which has all that is ever written.
#[test]
fn describes_nothing_that_is_not_written() {
    let schema = schema();
    let text = samples::full().to_json();
    let objects = schema["$defs"].as_object().expect("definitions").values().chain([&schema]);
    for object in objects {
        for name in object["properties"].as_object().expect("properties").keys() {
            assert!(text.contains(&format!("\"{name}\":")), "{name} is never written");
        }
    }
}

#[test]
fn refuses_what_is_no_result() {
    let schema = schema();
    let full: Value = serde_json::from_str(&samples::full().to_json()).expect("JSON");
    let refused = |change: &dyn Fn(&mut Value)| {
        let mut value = full.clone();
        change(&mut value);
        let complaints = complaints(&schema, &schema, &value, "$");
        assert_eq!(complaints.len(), 1, "{complaints:?}");
        complaints[0].clone()
    };
    assert_eq!(
        refused(&|value| value["schema"] = json!("redflag/2")),
        r#"$.schema: "redflag/2", expected "redflag/1""#
    );
    assert_eq!(
        refused(&|value| value["races"][0]["accesses"] = json!([])),
        "$.races[0].accesses: 0 items, expected at least 2"
    );
    assert_eq!(
        refused(&|value| value["races"][0]["evidence"] = json!("heard")),
        r#"$.races[0].evidence: "heard", expected ["observed","predicted","static"]"#
    );
    assert_eq!(
        refused(&|value| value["stats"] = json!({ "accesses": { "read": 1 } })),
        r#"$.stats.accesses: {"read":1}, expected "number""#
    );
    assert_eq!(
        refused(&|value| value["skipped"] = json!([{ "what": "A" }])),
        "$.skipped[0]: no `why`"
    );
    assert_eq!(
        refused(&|value| value["races"][0]["mood"] = json!("fine")),
        "$.races[0].mood: not described"
    );
}

fn schema() -> Value {
    let text = include_str!("../../../docs/result-schema.json");
    serde_json::from_str(text).expect("a schema in JSON")
}

/// What is wrong with a value. Fields that the schema does not mention are wrong here, although
/// they are not for readers: we write none.
fn complaints(root: &Value, schema: &Value, value: &Value, at: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (keyword, wanted) in schema.as_object().expect("a schema is an object") {
        let wrong = |is_wrong: bool| is_wrong.then(|| format!("{at}: {value}, expected {wanted}"));
        match keyword.as_str() {
            "$schema" | "title" | "description" | "$defs" => {}
            "$ref" => found.extend(complaints(root, target(root, wanted), value, at)),
            "const" => found.extend(wrong(value != wanted)),
            "enum" => found.extend(wrong(!list(wanted).contains(value))),
            "type" => found.extend(wrong(!is_of_type(value, wanted))),
            "minimum" => found.extend(wrong(value.as_f64() < wanted.as_f64())),
            "minItems" if (list(value).len() as u64) < number(wanted) => {
                found
                    .push(format!("{at}: {} items, expected at least {wanted}", list(value).len()));
            }
            "maxItems" if list(value).len() as u64 > number(wanted) => {
                found.push(format!("{at}: {} items, expected at most {wanted}", list(value).len()));
            }
            "minItems" | "maxItems" => {}
            "items" => found.extend(list(value).iter().enumerate().flat_map(|(index, item)| {
                complaints(root, wanted, item, &format!("{at}[{index}]"))
            })),
            "required" => found.extend(
                list(wanted)
                    .iter()
                    .filter(|&name| !fields(value).contains_key(text(name)))
                    .map(|name| format!("{at}: no `{}`", text(name))),
            ),
            "properties" => found.extend(fields(value).iter().flat_map(|(name, value)| {
                let at = format!("{at}.{name}");
                match wanted.get(name) {
                    Some(schema) => complaints(root, schema, value, &at),
                    None => vec![format!("{at}: not described")],
                }
            })),
            "additionalProperties" => {
                found.extend(fields(value).iter().flat_map(|(name, value)| {
                    complaints(root, wanted, value, &format!("{at}.{name}"))
                }))
            }
            other => panic!("this validator does not know the keyword `{other}`"),
        }
    }
    found
}

fn target<'a>(root: &'a Value, reference: &Value) -> &'a Value {
    let pointer = text(reference).strip_prefix('#').expect("a reference within the schema");
    root.pointer(pointer).expect("a definition")
}

fn is_of_type(value: &Value, wanted: &Value) -> bool {
    match text(wanted) {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64(),
        other => panic!("this validator does not know the type `{other}`"),
    }
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}

fn fields(value: &Value) -> &Map<String, Value> {
    static NONE: std::sync::LazyLock<Map<String, Value>> = std::sync::LazyLock::new(Map::new);
    value.as_object().unwrap_or(&NONE)
}
