//! pyautogui code: a safe subset of it, parsed and never run. docs/dialects.md lists what is understood.

mod program;
mod write;

pub(crate) use program::program;
pub(crate) use write::written;

use crate::text::{Piece, closing, pieces, spoken};
use crate::{Dialect, Reading, Said, Space, View, words};
use agon_core::{Action, Brief};

/// Python code that calls pyautogui, in a fence or bare, and the words DONE, FAIL, WAIT, ANS.
pub struct Pyautogui;

impl Dialect for Pyautogui {
    fn name(&self) -> &'static str {
        "pyautogui"
    }

    fn about(&self) -> &'static str {
        "Python code that calls pyautogui, in a fence; it is read, never run"
    }

    fn teach(&self, brief: &Brief, view: &View) -> String {
        format!(
            "Act by writing Python code that calls pyautogui, in one block:\n\
             ```python\nimport pyautogui\npyautogui.click(40, 30)\n```\n{}\n\
             Instead of code you can write one of these words on a line of its own:\n{}",
            rules(view),
            words::taught(brief)
        )
    }

    fn read(&self, said: &Said, view: &View) -> Reading {
        let parts = parts(&said.text);
        if let Some(Part::Shell(_)) = parts.iter().find(|part| matches!(part, Part::Shell(_))) {
            return Reading::problem("it holds shell commands; only Python code that calls pyautogui is read");
        }
        read_parts(parts, view)
    }

    fn write(&self, actions: &[Action], view: &View) -> Option<Said> {
        written(actions, view, |_| None).map(Said::text)
    }
}

/// What the code may be, for prompts.
pub(crate) fn rules(view: &View) -> String {
    let mut text = format!(
        "Call click, doubleClick, tripleClick, rightClick, middleClick, moveTo, dragTo, mouseDown, mouseUp, scroll, hscroll, write, \
         press, hotkey, keyDown, keyUp and time.sleep with plain values. Loops, functions of your own, other modules, screenshots and \
         looking for pictures are not understood, and nothing is remembered between blocks. Coordinates are {}.",
        Space::Pixels.words(view)
    );
    if !view.labels.is_empty() {
        text += " Instead of x and y you can name a label: pyautogui.click(tag_3).";
    }
    text
}

/// One thing a reply says.
pub(crate) enum Part<'a> {
    Words(Vec<Action>),
    Python(String),
    Shell(&'a str),
}

/// What a reply says, in its order. Lines that are no words count only where there is no fence, and then only those that
/// are clearly code.
pub(crate) fn parts(text: &str) -> Vec<Part<'_>> {
    let pieces = pieces(spoken(text));
    let fenced = pieces.iter().any(|piece| matches!(piece, Piece::Fence { .. }));
    let mut parts = Vec::new();
    let mut bare = String::new();
    for piece in pieces {
        match piece {
            Piece::Line(line) => {
                if let Some(actions) = words::word(line) {
                    flush(&mut bare, &mut parts);
                    parts.push(Part::Words(actions));
                } else if !fenced && is_code(line) {
                    bare += line.trim().trim_matches('`');
                    bare.push('\n');
                }
            }
            Piece::Fence { language, body } => fence(language, body, &mut parts),
        }
    }
    flush(&mut bare, &mut parts);
    if parts.is_empty() {
        parts.extend(words::only_words(text).into_iter().map(Part::Words));
    }
    parts
}

fn flush(code: &mut String, parts: &mut Vec<Part<'_>>) {
    if !code.trim().is_empty() {
        parts.push(Part::Python(std::mem::take(code)));
    }
}

/// A fence holds code, and may end with a word.
fn fence<'a>(language: &str, body: &'a str, parts: &mut Vec<Part<'a>>) {
    let body = body.trim_end();
    let start_of_last = body.rfind('\n').map_or(0, |end| end + 1);
    let (code, word) = match words::word(&body[start_of_last..]) {
        Some(word) => (&body[..start_of_last], Some(word)),
        None => (body, None),
    };
    let is_shell = match language.to_lowercase().as_str() {
        "bash" | "sh" | "shell" | "zsh" | "console" => true,
        "" | "text" | "plaintext" | "code" => !code.lines().any(is_code),
        // Whatever else there is will be refused as Python, with its line.
        _ => false,
    };
    if code.trim().is_empty() {
        // Nothing but the word.
    } else if is_shell {
        parts.push(Part::Shell(code.trim()));
    } else {
        parts.push(Part::Python(code.to_owned()));
    }
    parts.extend(word.map(Part::Words));
}

/// Whether a line is clearly pyautogui's: a call with nothing behind it but a comment or another statement. One that goes
/// on as a sentence is mentioned, not made.
fn is_code(line: &str) -> bool {
    let line = line.trim().trim_matches('`');
    if ["import pyautogui", "import time", "from pyautogui"].iter().any(|start| line.starts_with(start)) {
        return true;
    }
    let is_call = ["pyautogui.", "time.sleep("].iter().any(|start| line.starts_with(start));
    let end = line.find('(').and_then(|open| closing(line, open, line.len()));
    is_call && end.is_none_or(|end| matches!(line[end..].trim_start().chars().next(), None | Some('#' | ';')))
}

/// Reads every part, with the pointer where the parts before left it. A block of code belongs together.
pub(crate) fn read_parts(parts: Vec<Part<'_>>, view: &View) -> Reading {
    if parts.is_empty() {
        return Reading::problem(
            "it holds no block of code, and none of the words DONE, FAIL, WAIT and ANS on a line of its own",
        );
    }
    let mut view = view.clone();
    let mut groups = Vec::new();
    for part in parts.into_iter().take(crate::MAX_ACTIONS + 1) {
        let actions = match part {
            Part::Words(actions) => Ok(actions),
            Part::Shell(command) => Ok(vec![Action::Shell { command: command.to_owned(), timeout_secs: None }]),
            Part::Python(code) => program(&code, &view),
        };
        match actions {
            Ok(actions) => {
                actions.iter().for_each(|action| view.follow(action));
                groups.push(actions);
            }
            Err(problem) => return Reading::problem(problem),
        }
    }
    let reading = Reading::grouped(groups);
    if reading.actions.is_empty() && reading.problem.is_none() {
        return Reading::problem("the code does nothing");
    }
    reading
}

#[cfg(test)]
mod tests;
