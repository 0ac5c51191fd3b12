//! What stands above the tables: what was measured on, with which command, and how.

use crate::result::{BenchResult, ProgramResult};

/// A name and what there is to say about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    pub name: &'static str,
    pub text: String,
    /// Whether it is to be typed, letter by letter.
    pub is_code: bool,
}

pub fn head(result: &BenchResult) -> Vec<Fact> {
    let fact = |name, text| Fact { name, text, is_code: false };
    let machine = &result.machine;
    let gibibytes = machine.memory as f64 / (1u64 << 30) as f64;
    let machine = format!(
        "{}, {} cores, {gibibytes:.0} GiB, {}",
        machine.processor, machine.cores, machine.os
    );
    let with: String = result.jvm_options.iter().map(|option| format!(" {option}")).collect();
    let command = result.command.clone();
    let mut facts = vec![fact("Machine", machine), fact("JDK", format!("{}{with}", result.jdk))];
    facts.extend(result.date.clone().map(|date| fact("Date", date)));
    facts.extend(command.map(|text| Fact { name: "Command", text, is_code: true }));
    facts.push(fact("Method", method(result)));
    facts
}

fn method(result: &BenchResult) -> String {
    let all = |of: &dyn Fn(&ProgramResult) -> String| {
        let mut all: Vec<String> = result.programs.iter().map(of).collect();
        all.sort();
        all.dedup();
        all.join(", ")
    };
    let within = result.within.map_or(String::new(), |seconds| {
        format!(" at most, as {seconds} s allow, but at least one")
    });
    let enough = result.enough.map_or(String::new(), |seconds| {
        format!(", of which none begins when {seconds} s have passed")
    });
    let counts = match result.measured {
        1 => "the last one counts".to_owned(),
        several => {
            format!("the median of the last {several} counts, or of the later half of fewer")
        }
    };
    format!(
        "size {}, {} threads; alone and under each detector in turn; processes of each: {}{within}; iterations in each \
         process: {}{enough}; {counts}. Figures are medians over the processes, ± is how far the farthest one is from \
         it.",
        all(&|program| program.size.clone()),
        all(&|program| program.threads.to_string()),
        result.forks,
        result.iterations,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples;

    fn texts(result: &BenchResult) -> Vec<(&'static str, String)> {
        head(result).into_iter().map(|fact| (fact.name, fact.text)).collect()
    }

    #[test]
    fn what_was_measured_on_and_how_is_said() {
        let mut result = examples::result();
        let names: Vec<&str> = head(&result).iter().map(|fact| fact.name).collect();
        assert_eq!(names, ["Machine", "JDK", "Date", "Command", "Method"]);
        let said = texts(&result);
        assert_eq!(said[0].1, "AMD EPYC, 2 cores, 24 GiB, Debian 12");
        assert_eq!(
            said[4].1,
            "size quick, 2 threads; alone and under each detector in turn; processes of each: 2; iterations in each process: \
             3, of which none begins when 20 s have passed; the last one counts. Figures are medians over the processes, \
             ± is how far the farthest one is from it."
        );
        result.jvm_options = vec!["-Xmx1g".to_owned()];
        result.within = Some(90);
        result.measured = 2;
        let said = texts(&result);
        assert_eq!(said[1].1, "17.0.15 -Xmx1g");
        assert!(
            said[4].1.contains("processes of each: 2 at most, as 90 s allow, but at least one;")
        );
        assert!(
            said[4].1.contains("the median of the last 2 counts, or of the later half of fewer")
        );
    }
}
