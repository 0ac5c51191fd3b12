//! The whole way from a plan to a result, on a real JVM; detectors are played by shell scripts.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use redflag_bench::{BenchResult, Counted, Counting, Plan, Program, Run, Variant, measure};
use redflag_test_support::jdks;

/// Series and Hello, very small; compiled into the cache that other tests use, once.
fn programs() -> Vec<Program> {
    let cache = redflag_test_support::cache::directory();
    let all = redflag_bench::programs(jdks::compiler(), &cache, "40", 2).expect("compiled");
    all.into_iter().filter(|program| ["series", "hello"].contains(&program.name.as_str())).collect()
}

fn plan(variants: Vec<Variant>, redflag: Option<PathBuf>) -> Plan {
    Plan {
        jdk: jdks::compiler().clone(),
        redflag,
        programs: programs(),
        variants,
        forks: 2,
        iterations: 3,
        measured: 1,
        limit: Duration::from_secs(60),
        counting: Counting::Separately,
        smallest_heap: false,
        jvm_options: vec!["-XX:+UseSerialGC".to_owned()],
    }
}

fn run(plan: &Plan) -> BenchResult {
    measure(plan, &mut |_| {}).expect("measured")
}

/// A `redflag` that runs what follows `--` and then ends as `script` says, which sees the files
/// that it is to write as `$json` and `$stats`, and the program's status as `$status`.
fn redflag(directory: &Path, script: &str) -> PathBuf {
    let path = directory.join("redflag");
    let text = format!(
        r#"#!/bin/sh
while [ "$1" != -- ]; do
    case "$1" in
        --json) json=$2;;
        --stats) stats=$2;;
    esac
    shift
done
shift
"$@"
status=$?
{script}
"#
    );
    fs::write(&path, text).expect("written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("executable");
    path
}

const NO_RACES: &str = r#"echo '{"schema":"redflag/1","command":"run","races":[]}' >"$json""#;

#[test]
fn the_base_is_measured() {
    let plan = plan(vec![Variant::Base], None);
    let mut seen = Vec::new();
    let result = measure(&plan, &mut |progress| {
        seen.push((progress.program.to_owned(), progress.done, progress.total));
    })
    .expect("measured");
    assert!(result.all_well(), "{}", result.to_json());
    let expected = [("series", 0), ("hello", 1), ("series", 2), ("hello", 3)];
    assert_eq!(seen, expected.map(|(program, done)| (program.to_owned(), done, 4)));
    for (program, iterations) in result.programs.iter().zip([3, 1]) {
        assert_eq!(program.variants.len(), 1);
        let samples: Vec<_> = program.variants[0].samples().collect();
        assert_eq!(samples.len(), 2);
        for sample in samples {
            assert_eq!(sample.times.len(), iterations);
            assert!(sample.times.iter().all(|&time| time > 0 && time < sample.wall));
            assert!(sample.user + sample.system > 1_000_000, "a JVM takes more than 1 ms");
            assert!(sample.peak_memory > 8 << 20, "a JVM takes more than 8 MiB");
        }
    }
    let page = redflag_bench::render::terminal(&redflag_bench::tables::page(&result));
    assert!(page.contains("\n  series "), "{page}");
    assert!(page.contains("\nStart-up\n"), "{page}");
}

#[test]
fn a_detector_runs_between_and_its_counters_are_read() {
    let directory = tempfile::tempdir().expect("made");
    let script = format!(
        r#"{NO_RACES}; [ -z "$stats" ] || echo '{{"checks.read":3,"checks.write":1,"accesses.read":6,"accesses.write":2}}' >"$stats"; exit $status"#
    );
    let redflag = redflag(directory.path(), &script);
    let result = run(&plan(vec![Variant::Base, Variant::detector("fasttrack")], Some(redflag)));
    assert!(result.all_well(), "{}", result.to_json());
    let fasttrack = &result.programs[0].variants[1];
    assert_eq!(fasttrack.variant, "fasttrack");
    assert!(fasttrack.samples().all(|sample| sample.races == Some(0)));
    assert!(matches!(fasttrack.counted, Some(Counted::Counters(_))), "{:?}", fasttrack.counted);
    let summary = redflag_bench::summary::summarise(&result);
    let figures = summary.rows[0].cells[0].as_ref().expect("well");
    assert_eq!(figures.check_ratio, Some(0.5));
    assert!(figures.slowdown.median > 0.0);
}

#[test]
fn what_a_detector_does_wrong_is_in_its_row_and_stops_nothing() {
    let directory = tempfile::tempdir().expect("made");
    let access = r#"{"op":"write","class":"kernels.Series","method":"m","descriptor":"()V","file":"Series.java","line":9}"#;
    let race = format!(
        r#"{{"id":"1","evidence":"observed","location":{{"kind":"field","class":"kernels.Series","name":"x"}},"accesses":[{access},{access}]}}"#
    );
    let with_race = format!(
        r#"echo '{{"schema":"redflag/1","command":"run","races":[{race}]}}' >"$json"; exit 66"#
    );
    let cases = [
        (
            with_race.as_str(),
            "reported a race that the program does not have: kernels.Series.x at Series.java:9 and Series.java:9",
        ),
        ("exit 0", "wrote no result file"),
        (
            "echo 'the agent crashed' >&2; exit 134",
            "ended with exit status: 134: the agent crashed",
        ),
        ("echo '[' >\"$json\"; exit 0", "not a result file: "),
    ];
    for (script, expected) in cases {
        let redflag = redflag(directory.path(), script);
        let mut plan = plan(vec![Variant::Base, Variant::detector("bigfoot")], Some(redflag));
        plan.programs.truncate(1);
        let result = run(&plan);
        assert!(!result.all_well());
        let [base, bigfoot] = &result.programs[0].variants[..] else { panic!("two variants") };
        assert_eq!(base.samples().count(), 2);
        let [Run::Failed { failed }] = &bigfoot.runs[..] else {
            panic!("one run, which failed: {bigfoot:?}")
        };
        assert!(failed.starts_with(expected), "{failed}");
    }
}

#[test]
fn a_program_that_hangs_is_killed() {
    let directory = tempfile::tempdir().expect("made");
    let redflag = redflag(directory.path(), "sleep 100");
    let mut plan = plan(vec![Variant::detector("fasttrack")], Some(redflag));
    plan.programs.truncate(1);
    plan.limit = Duration::from_secs(2);
    let result = run(&plan);
    let failure = result.programs[0].variants[0].failure().expect("failed");
    assert_eq!(failure, "was not done after 2 s and was killed");
}

#[test]
fn a_program_that_is_unavailable_is_a_row_with_the_reason() {
    let mut plan = plan(vec![Variant::Base], None);
    plan.programs[0].unavailable = Some("there is no Maven".to_owned());
    let mut total = 0;
    let result = measure(&plan, &mut |progress| total = progress.total).expect("measured");
    assert_eq!(total, 2, "both forks of the other");
    assert!(result.all_well(), "{}", result.to_json());
    let [series, hello] = &result.programs[..] else { panic!("two programs") };
    assert_eq!(series.not_run.as_deref(), Some("there is no Maven"));
    assert!(series.variants.is_empty());
    assert_eq!(hello.not_run, None);
    assert_eq!(BenchResult::from_json(&result.to_json()).expect("read"), result);
}

#[test]
fn a_plan_that_measures_nothing_is_refused() {
    let refused = |plan: &Plan| measure(plan, &mut |_| {}).expect_err("refused").to_string();
    let no_redflag = plan(vec![Variant::Base, Variant::detector("fasttrack")], None);
    assert!(refused(&no_redflag).starts_with("`fasttrack` is to be measured"));
    let nothing = Plan { programs: Vec::new(), ..plan(vec![Variant::Base], None) };
    assert_eq!(refused(&nothing), "nothing to measure: the plan has no program");
}
