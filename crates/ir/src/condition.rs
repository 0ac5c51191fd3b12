//! Conditions turned around.

use crate::body::Condition;

impl Condition {
    /// What holds when this does not.
    pub fn negated(self) -> Condition {
        match self {
            Condition::Equal => Condition::NotEqual,
            Condition::NotEqual => Condition::Equal,
            Condition::Less => Condition::GreaterOrEqual,
            Condition::GreaterOrEqual => Condition::Less,
            Condition::Greater => Condition::LessOrEqual,
            Condition::LessOrEqual => Condition::Greater,
            Condition::IsNull => Condition::IsNotNull,
            Condition::IsNotNull => Condition::IsNull,
        }
    }

    /// What holds with the sides exchanged.
    pub fn mirrored(self) -> Condition {
        match self {
            Condition::Less => Condition::Greater,
            Condition::Greater => Condition::Less,
            Condition::LessOrEqual => Condition::GreaterOrEqual,
            Condition::GreaterOrEqual => Condition::LessOrEqual,
            same => same,
        }
    }

    /// Whether it is one of `<`, `<=`, `>` and `>=`.
    pub fn is_order(self) -> bool {
        self.mirrored() != self
    }
}
