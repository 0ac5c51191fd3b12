//! Constants as Java would spell them.

/// A string in quotes. What could break the line or be mistaken is escaped.
pub(super) fn quoted(text: &str) -> String {
    format!("{text:?}")
}

pub(super) fn float(value: f32) -> String {
    if value.is_finite() { format!("{value:?}f") } else { format!("{}f", special(value.into())) }
}

pub(super) fn double(value: f64) -> String {
    if value.is_finite() { format!("{value:?}") } else { special(value).to_owned() }
}

fn special(value: f64) -> &'static str {
    if value.is_nan() {
        "NaN"
    } else if value > 0.0 {
        "Infinity"
    } else {
        "-Infinity"
    }
}
