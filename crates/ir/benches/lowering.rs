//! How fast classes are read and methods lowered, and how much memory a whole JDK takes.
//!
//! `cargo bench -p redflag-ir --bench lowering [-- ROUNDS]`: one thread, on JDK 17 where there is
//! one, else on the default JDK.

use std::time::{Duration, Instant};

use redflag_classfile::ClassFile;
use redflag_ir::body::Body;
use redflag_ir::lower::Lowerer;
use redflag_ir::program::Program;
use redflag_ir::program::jdk::{self, Jdk};
use redflag_ir::program::source::ClassPath;

const ROUNDS: usize = 7;

fn main() {
    let rounds = std::env::args().skip(1).find_map(|argument| argument.parse().ok());
    let rounds = rounds.unwrap_or(ROUNDS).max(1);
    let seventeen = jdk::find_all().into_iter().find(|jdk| jdk.feature == 17);
    let Some(jdk) = seventeen.or_else(jdk::default_jdk) else {
        println!("no JDK was found: run scripts/setup jdk");
        return;
    };
    // The memory of a whole JDK is measured first: the peak of a process never falls again.
    let whole = whole_jdk(&jdk);
    let read = read_classes(&jdk, rounds);
    let lowered = lower_methods(&whole.program, rounds);

    println!("Java {}, one thread, {rounds} rounds\n", jdk.version);
    println!("{:<34}{:>12}{:>12}{:>12}", "", "number", "best /s", "median /s");
    read.print("classes read, headers and code");
    lowered.print("methods lowered");
    println!();
    let mib = |kib: u64| format!("{} MiB", kib / 1024);
    println!("{:<34}{:>12}", "peak memory, program alone", mib(whole.program_kib));
    println!("{:<34}{:>12}", "peak memory, with all bodies", mib(whole.bodies_kib));
    let insts: usize = whole.bodies.iter().map(|body| body.insts.len()).sum();
    println!("{:<34}{:>12}", "instructions in the bodies", insts);
}

struct Speed {
    number: usize,
    times: Vec<Duration>,
}

impl Speed {
    fn print(mut self, what: &str) {
        self.times.sort();
        let rate = |time: Duration| self.number as f64 / time.as_secs_f64();
        let (best, median) = (self.times[0], self.times[self.times.len() / 2]);
        println!("{what:<34}{:>12}{:>12.0}{:>12.0}", self.number, rate(best), rate(median));
    }
}

/// Every class of the image, read whole and dropped again.
fn read_classes(jdk: &Jdk, rounds: usize) -> Speed {
    let class_path = ClassPath::open_with_jdk::<&str>(jdk, &[]);
    let classes: Vec<_> =
        class_path.classes().filter_map(|(location, _)| class_path.read(location).ok()).collect();
    let mut number = 0;
    let times = (0..rounds).map(|_| {
        let start = Instant::now();
        number = classes.iter().filter(|bytes| ClassFile::read(bytes).is_ok()).count();
        start.elapsed()
    });
    let times = times.collect();
    Speed { number, times }
}

/// Every method with code, lowered and dropped again; reading the classes is not counted.
fn lower_methods(program: &Program, rounds: usize) -> Speed {
    let mut number = 0;
    let mut times = Vec::new();
    for _ in 0..rounds {
        number = 0;
        let mut time = Duration::ZERO;
        for class in program.classes() {
            let _ = program.with_class_file(class, |file| {
                let start = Instant::now();
                let mut lowerer = Lowerer::new(file, program.names());
                for method in &file.methods {
                    let Some(code) = method.code() else { continue };
                    number += usize::from(lowerer.lower(method, code).is_ok());
                }
                time += start.elapsed();
            });
        }
        times.push(time);
    }
    Speed { number, times }
}

struct WholeJdk {
    program: Program,
    bodies: Vec<Body>,
    program_kib: u64,
    bodies_kib: u64,
}

/// All classes loaded and all bodies kept.
fn whole_jdk(jdk: &Jdk) -> WholeJdk {
    let mut program = Program::new(ClassPath::open_with_jdk::<&str>(jdk, &[]));
    program.load_all();
    let program_kib = peak_kib();
    let mut bodies = Vec::new();
    for class in program.classes() {
        let _ = program.with_class_file(class, |file| {
            let mut lowerer = Lowerer::new(file, program.names());
            let codes = file.methods.iter().filter_map(|method| Some((method, method.code()?)));
            bodies.extend(codes.filter_map(|(method, code)| lowerer.lower(method, code).ok()));
        });
    }
    WholeJdk { program, bodies, program_kib, bodies_kib: peak_kib() }
}

/// The largest memory that this process has had, mapped files included; 0 where it is not known.
fn peak_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.and_then(|peak| peak.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
