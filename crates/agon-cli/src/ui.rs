//! The one gate for output: data on standard output, everything else on standard error.

use std::io::{ErrorKind, IsTerminal, Write};

/// When to use color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ColorChoice {
    Auto,
    Always,
    Never,
}

pub(crate) struct Ui {
    /// Color on standard output.
    pub(crate) color: bool,
    /// Whether standard error is a terminal that can show progress bars.
    pub(crate) live: bool,
}

impl Ui {
    pub(crate) fn new(choice: ColorChoice) -> Self {
        let plain =
            std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty()) || std::env::var_os("TERM").is_some_and(|t| t == "dumb");
        let color = match choice {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => !plain && std::io::stdout().is_terminal(),
        };
        Self { color, live: std::io::stderr().is_terminal() }
    }

    /// Prints data. A reader that has seen enough (`| head`) is no error.
    pub(crate) fn out(&self, text: &str) {
        let mut stdout = std::io::stdout().lock();
        let written =
            stdout.write_all(text.as_bytes()).and_then(|()| if text.ends_with('\n') { Ok(()) } else { stdout.write_all(b"\n") });
        match written.and_then(|()| stdout.flush()) {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(i32::from(crate::exit::DONE)),
            Err(error) => {
                self.say(&format!("error: standard output could not be written: {error}"));
                std::process::exit(i32::from(crate::exit::USAGE));
            }
        }
    }

    /// Prints data as JSON.
    pub(crate) fn json(&self, value: &impl serde::Serialize) -> anyhow::Result<()> {
        self.out(&serde_json::to_string_pretty(value)?);
        Ok(())
    }

    /// Says something about what is going on.
    pub(crate) fn say(&self, text: &str) {
        let _ = writeln!(std::io::stderr().lock(), "{}", visible(text));
    }

    pub(crate) fn hint(&self, text: &str) {
        self.say(&format!("hint: {text}"));
    }

    /// The last words of a failed command; gives its exit code back.
    pub(crate) fn fail(&self, error: &anyhow::Error, code: u8) -> u8 {
        self.say(&format!("error: {error:#}"));
        code
    }
}

/// A text whose control characters are written out: what users, agents and models wrote must not drive a terminal.
pub(crate) fn visible(text: &str) -> String {
    let shown = |c: char| match c {
        '\n' | '\t' => c.to_string(),
        c if c.is_control() => c.escape_default().to_string(),
        c => c.to_string(),
    };
    text.chars().map(shown).collect()
}
