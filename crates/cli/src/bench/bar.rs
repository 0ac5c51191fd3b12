//! A line on the terminal that says how far a bench is.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use redflag_bench::Progress;

const WIDTH: usize = 24;

pub struct Bar {
    started: Instant,
    is_shown: bool,
}

impl Bar {
    pub fn new() -> Bar {
        Bar { started: Instant::now(), is_shown: std::io::stderr().is_terminal() }
    }

    pub fn show(&mut self, step: &Progress<'_>) {
        if self.is_shown {
            eprint!("\r\x1b[K{}", line(step, self.started.elapsed()));
        }
    }

    pub fn clear(&self) {
        if self.is_shown {
            eprint!("\r\x1b[K");
        }
    }
}

fn line(step: &Progress<'_>, elapsed: Duration) -> String {
    let (done, total) = (step.done as usize, step.total.max(1) as usize);
    let full = WIDTH * done / total;
    let bar = format!("{}{}", "█".repeat(full), "░".repeat(WIDTH - full.min(WIDTH)));
    let mut text = format!("{bar} {done}/{total}  {} {}", step.program, step.variant);
    // Of the first few nothing can be concluded.
    if done >= 3 {
        let left = elapsed.mul_f64((total - done.min(total)) as f64 / done as f64);
        text.push_str(&format!("  about {} left", spoken(left)));
    }
    text
}

fn spoken(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..60 => format!("{seconds} s"),
        seconds @ 60..3600 => format!("{} min", (seconds + 30) / 60),
        seconds => format!("{:.1} h", seconds as f64 / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use redflag_bench::Variant;

    #[test]
    fn a_bar_fills_and_says_what_is_left() {
        let variant = Variant::detector("fasttrack");
        let step = |done| Progress { program: "sor", variant: &variant, done, total: 48 };
        let minute = Duration::from_secs(60);
        assert_eq!(line(&step(0), minute), "░░░░░░░░░░░░░░░░░░░░░░░░ 0/48  sor fasttrack");
        assert_eq!(
            line(&step(12), minute),
            "██████░░░░░░░░░░░░░░░░░░ 12/48  sor fasttrack  about 3 min left"
        );
        assert!(line(&step(48), minute).ends_with("about 0 s left"));
    }
}
