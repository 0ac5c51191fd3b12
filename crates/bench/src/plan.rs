//! What is to be measured: programs × variants × forks × iterations.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use redflag_ir::program::jdk::Jdk;

use crate::error::Error;
use crate::program::{Kind, Program};

#[derive(Clone, Debug)]
pub struct Plan {
    /// The JDK that runs the programs.
    pub jdk: Jdk,
    /// The `redflag` executable; needed when there is a detector.
    pub redflag: Option<PathBuf>,
    pub programs: Vec<Program>,
    /// Of the program alone, and under detectors. Ratios need [`Variant::Base`].
    pub variants: Vec<Variant>,
    /// Processes for each program and variant.
    pub forks: u32,
    /// After the first fork a program gets another only if that will probably be done this long
    /// after the bench began.
    pub within: Option<Duration>,
    /// Iterations in each process, but for start-up.
    pub iterations: u32,
    /// So many of them, the last, are measured, but at most half of those that there are; those
    /// before are warm-up.
    pub measured: u32,
    /// No iteration begins when those of its process have taken so long: of what is slow there are
    /// fewer. Whole seconds.
    pub enough: Duration,
    /// A process that takes longer is killed, and has failed.
    pub limit: Duration,
    pub counting: Counting,
    /// Whether the smallest heap is looked for with which each program ends well.
    pub smallest_heap: bool,
    /// For every JVM: a heap size, a collector.
    pub jvm_options: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Variant {
    /// The program alone.
    Base,
    Detector {
        /// As `--detector` names it.
        name: String,
        /// More options of `redflag run`.
        options: Vec<String>,
    },
}

/// When the counters of `--stats` are collected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    Never,
    /// In one more process for each program and detector, of one iteration, with accesses counted.
    /// Counting costs time: this keeps it out of the times.
    Separately,
}

impl Variant {
    pub fn detector(name: &str) -> Variant {
        Variant::Detector { name: name.to_owned(), options: Vec::new() }
    }
}

/// The name of a variant in results: `base`, `fasttrack`, `fasttrack --filter tree`.
impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Variant::Base => f.write_str(BASE),
            Variant::Detector { name, options } => {
                f.write_str(name)?;
                options.iter().try_for_each(|option| write!(f, " {option}"))
            }
        }
    }
}

/// How [`Variant::Base`] is called in results.
pub const BASE: &str = "base";

impl Plan {
    /// Start-up is a matter of one iteration.
    pub fn iterations_of(&self, program: &Program) -> u32 {
        match program.kind {
            Kind::Kernel | Kind::Small | Kind::Application => self.iterations,
            Kind::StartUp => 1,
        }
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        let is_missing = [
            (self.programs.is_empty(), "program"),
            (self.variants.is_empty(), "variant"),
            (self.forks == 0, "fork"),
            (self.iterations == 0 || self.measured == 0, "iteration"),
            (self.enough.as_secs() == 0, "second"),
        ];
        if let Some((_, what)) = is_missing.into_iter().find(|&(is_missing, _)| is_missing) {
            return Err(Error::EmptyPlan(what));
        }
        let detector = self.variants.iter().find(|variant| **variant != Variant::Base);
        match (detector, &self.redflag) {
            (Some(detector), None) => Err(Error::NoRedflag { detector: detector.to_string() }),
            _ => Ok(()),
        }
    }
}
