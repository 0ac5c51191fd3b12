//! Medians, spreads and geometric means.

use serde::{Deserialize, Serialize};

/// A median with the smallest and the largest value that it stands for.
///
/// With the few forks of a bench, a standard deviation would claim to know more than there is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    pub median: f64,
    pub low: f64,
    pub high: f64,
}

impl Spread {
    /// Nothing of nothing.
    pub fn of(values: &[f64]) -> Option<Spread> {
        let low = values.iter().copied().reduce(f64::min)?;
        let high = values.iter().copied().reduce(f64::max)?;
        Some(Spread { median: median(values)?, low, high })
    }

    /// How far the values are from the median at most, as a part of it.
    pub fn relative(&self) -> f64 {
        (self.high - self.median).max(self.median - self.low) / self.median
    }

    pub fn overlaps(&self, other: &Spread) -> bool {
        self.low <= other.high && other.low <= self.high
    }
}

/// The middle value, or the mean of the two in the middle.
pub fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let upper = *sorted.get(sorted.len() / 2)?;
    if sorted.len() % 2 == 1 {
        return Some(upper);
    }
    Some((sorted[sorted.len() / 2 - 1] + upper) / 2.0)
}

/// Of positive values; nothing of nothing.
pub fn geometric_mean(values: &[f64]) -> Option<f64> {
    if values.is_empty() {
        return None;
    }
    let logarithms: f64 = values.iter().map(|value| value.ln()).sum();
    Some((logarithms / values.len() as f64).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[3.0]), Some(3.0));
        assert_eq!(median(&[9.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 9.0]), Some(3.0));
    }

    #[test]
    fn spreads_reach_from_the_smallest_to_the_largest() {
        let spread = Spread::of(&[2.0, 1.5, 2.2]).expect("of three");
        assert_eq!(spread, Spread { median: 2.0, low: 1.5, high: 2.2 });
        assert_eq!(spread.relative(), 0.25);
        assert_eq!(Spread::of(&[]), None);
        let above = Spread::of(&[2.3, 2.4]).expect("of two");
        assert!(!spread.overlaps(&above) && !above.overlaps(&spread));
        assert!(spread.overlaps(&Spread::of(&[2.2]).expect("of one")));
    }

    #[test]
    fn geometric_means_treat_twice_and_half_alike() {
        assert_eq!(geometric_mean(&[]), None);
        let mean = geometric_mean(&[2.0, 0.5, 8.0, 0.125]).expect("of four");
        assert!((mean - 1.0).abs() < 1e-12, "{mean}");
        let mean = geometric_mean(&[2.0, 4.0, 8.0]).expect("of three");
        assert!((mean - 4.0).abs() < 1e-12, "{mean}");
    }
}
