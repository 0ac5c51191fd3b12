//! The colours, when there are any.

use anstyle::{AnsiColor, Style};

#[derive(Clone, Copy)]
pub struct Paint {
    pub color: bool,
}

impl Paint {
    pub fn alarm(self, text: &str) -> String {
        self.with(AnsiColor::BrightRed.on_default().bold(), text)
    }

    pub fn strong(self, text: &str) -> String {
        self.with(Style::new().bold(), text)
    }

    pub fn faint(self, text: &str) -> String {
        self.with(Style::new().dimmed(), text)
    }

    pub fn good(self, text: &str) -> String {
        self.with(AnsiColor::Green.on_default().bold(), text)
    }

    fn with(self, style: Style, text: &str) -> String {
        if self.color { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }
}
