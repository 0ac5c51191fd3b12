//! Rewritten classes in a real JVM: every class of every JDK found and of the pinned jars must link
//! as it does untouched, whichever ability of the editing layer was used on it; and programs made
//! of classes with a probe before each access, monitor operation and call must print what they
//! print untouched.

mod comparing;
mod fixtures;
mod linking;
mod workloads;

use libtest_mimic::{Arguments, Trial};
use redflag_test_support::jdks;
use redflag_test_support::stress::Stress;

use fixtures::Subject;

type Test = Box<dyn Fn(&Subject) -> Result<(), String> + Send>;

fn main() {
    let arguments = Arguments::from_args();
    say_what_is_missing();
    let mut trials = Vec::new();
    let (oldest, newest) = (jdks::all().first(), jdks::all().last());
    for jdk in jdks::all() {
        // Lives as long as the process, like the tests that share it.
        let subject: &'static Subject = Box::leak(Box::new(Subject::new(jdk)));
        let mut add = |name: &str, test: Test| {
            let name = format!("java-{}/{name}", jdk.version);
            trials.push(Trial::test(name, move || test(subject).map_err(Into::into)));
        };
        if jdk.has_javac() {
            add("compile-project", Box::new(workloads::compile_project));
        } else {
            eprintln!("Java {} has no compiler: no project is compiled on it", jdk.version);
        }
        add("json-round-trip", Box::new(workloads::json_round_trip));
        add("http-exchange", Box::new(workloads::http_exchange));
        for stress in Stress::ALL {
            let probing = stress == Stress::Before;
            // Probes are what all else builds on; for the rest the two ends of the range will do.
            // Jars are of every class-file version on any JDK, and the newest one accepts them all.
            let at_an_end = [oldest, newest].contains(&Some(jdk));
            // So much code in every method of the whole runtime would take gigabytes.
            if (probing || at_an_end) && stress != Stress::FarBranches {
                let name = format!("link-runtime/{stress:?}");
                add(&name, Box::new(move |subject| linking::runtime(subject, stress)));
            }
            if probing || newest == Some(jdk) {
                let name = format!("link-jars/{stress:?}");
                add(&name, Box::new(move |subject| linking::jars(subject, stress)));
            }
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// Fewer JDKs are no failure, and no secret either.
fn say_what_is_missing() {
    for feature in [17, 25] {
        if !jdks::all().iter().any(|jdk| jdk.feature == feature) {
            eprintln!("no Java {feature} was found: nothing is tested on it (scripts/fetch-jdks)");
        }
    }
}
