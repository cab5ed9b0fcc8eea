//! Lines from a person's terminal, in which an arrow key is a line by itself.

use super::notation::arrow;
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};
use std::io::{BufRead as _, IsTerminal as _, Read as _, Write};

/// The terminal hands over keys as they are pressed for as long as this lives.
pub(super) struct KeyMode(Termios);

impl KeyMode {
    /// Nothing where the input is no terminal.
    pub(super) fn enter() -> Option<Self> {
        let stdin = std::io::stdin();
        if !stdin.is_terminal() || !std::io::stdout().is_terminal() {
            return None;
        }
        let saved = tcgetattr(&stdin).ok()?;
        let mut keys = saved.clone();
        // Ctrl-C too: the terminal would stay like this if it ended the process.
        keys.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG);
        tcsetattr(&stdin, OptionalActions::Now, &keys).ok()?;
        Some(Self(saved))
    }
}

impl Drop for KeyMode {
    fn drop(&mut self) {
        let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, &self.0);
    }
}

/// A line from standard input, or nothing at its end.
pub(crate) async fn read_line() -> Option<String> {
    // Held here and not by the thread: a trial that ends while it waits gives the terminal back.
    let keys = KeyMode::enter();
    let by_key = keys.is_some();
    let read = tokio::task::spawn_blocking(move || {
        let stdin = std::io::stdin().lock();
        if by_key {
            return edit(stdin.bytes().map_while(Result::ok), &mut std::io::stdout());
        }
        let mut line = Vec::new();
        let mut stdin = stdin;
        let read = stdin.read_until(b'\n', &mut line);
        read.ok().filter(|count| *count > 0).map(|_| String::from_utf8_lossy(&line).into_owned())
    });
    read.await.ok().flatten()
}

const CTRL_C: u8 = 0x03;
const CTRL_D: u8 = 0x04;
const CTRL_U: u8 = 0x15;
const ESCAPE: u8 = 0x1b;
const DELETE: u8 = 0x7f;

/// Puts a line together from keys and shows it. An arrow key on an empty line is the line; Ctrl-C and Ctrl-D end the input.
fn edit(mut keys: impl Iterator<Item = u8>, screen: &mut impl Write) -> Option<String> {
    let mut line: Vec<u8> = Vec::new();
    let mut show = |bytes: &[u8]| {
        let _ = screen.write_all(bytes).and_then(|()| screen.flush());
    };
    while let Some(key) = keys.next() {
        match key {
            b'\r' | b'\n' => {
                show(b"\n");
                return Some(String::from_utf8_lossy(&line).into_owned());
            }
            CTRL_C => {
                show(b"\n");
                return None;
            }
            CTRL_D if line.is_empty() => {
                show(b"\n");
                return None;
            }
            CTRL_U => {
                let shown = String::from_utf8_lossy(&line).chars().count();
                show("\x08 \x08".repeat(shown).as_bytes());
                line.clear();
            }
            DELETE | b'\x08' => {
                // The last character may be of several bytes.
                while line.pop().is_some_and(|byte| byte & 0b1100_0000 == 0b1000_0000) {}
                show(b"\x08 \x08");
            }
            ESCAPE => {
                let sequence = escape_sequence(&mut keys);
                if let Some(word) = arrow(&sequence).filter(|_| line.is_empty()) {
                    show(format!("{word}\n").as_bytes());
                    return Some(word.into());
                }
            }
            key if key < 0x20 => {}
            key => {
                line.push(key);
                show(&[key]);
            }
        }
    }
    (!line.is_empty()).then(|| String::from_utf8_lossy(&line).into_owned())
}

/// The rest of what a special key sends, up to its last letter.
fn escape_sequence(keys: &mut impl Iterator<Item = u8>) -> String {
    let mut sequence = vec![ESCAPE];
    for key in keys {
        sequence.push(key);
        let is_opening = sequence.len() == 2 && matches!(key, b'[' | b'O');
        if !(is_opening || key.is_ascii_digit() || key == b';') {
            break;
        }
    }
    String::from_utf8_lossy(&sequence).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(keys: &str) -> (Option<String>, String) {
        let mut screen = Vec::new();
        let line = edit(keys.bytes(), &mut screen);
        (line, String::from_utf8(screen).unwrap())
    }

    #[test]
    fn an_arrow_key_is_a_line_and_letters_need_enter() {
        assert_eq!(typed("\x1b[Aleft\r"), (Some("up".into()), "up\n".into()));
        assert_eq!(typed("\x1bOD"), (Some("left".into()), "left\n".into()));
        assert_eq!(typed("le\x1b[Aft\r").0.as_deref(), Some("left"), "in the middle of a line it is none");
        assert_eq!(typed("\x1b[3~\x1b[1;5Cgo\r").0.as_deref(), Some("go"), "other keys are ignored");
    }

    #[test]
    fn lines_are_edited() {
        assert_eq!(typed("möx\x7f\x7fe\r").0.as_deref(), Some("me"));
        assert_eq!(typed("\x7f\x7fa\r").0.as_deref(), Some("a"));
        assert_eq!(typed("wrong\x15right\r").0.as_deref(), Some("right"));
    }

    #[test]
    fn the_input_ends_by_key_or_by_itself() {
        assert_eq!(typed("\x04").0, None);
        assert_eq!(typed("half\x03").0, None);
        assert_eq!(typed("").0, None);
        assert_eq!(typed("rest").0.as_deref(), Some("rest"));
    }
}
