//! ScienceBoard's way of speaking: pyautogui code for the screen, shell code for the shell, and four words.

use crate::pyautogui::{parts, read_parts, rules, written};
use crate::{Dialect, Reading, Said, View, words};
use agon_core::{Action, Brief, Surface};

/// Blocks of code in fences, and DONE, FAIL, WAIT n, ANS something.
pub struct ScienceBoard;

impl Dialect for ScienceBoard {
    fn name(&self) -> &'static str {
        "scienceboard"
    }

    fn about(&self) -> &'static str {
        "ScienceBoard's: a block of pyautogui or shell code, or DONE, FAIL, WAIT n, ANS something"
    }

    fn teach(&self, brief: &Brief, view: &View) -> String {
        let mut text =
            "First reflect in a few words on what you see and what was done so far. Then write exactly one block of code in a \
                        fence, or one of the words below on a line of its own, and nothing else."
                .to_owned();
        if brief.surfaces.contains(&Surface::Screen) {
            text += "\nFor the screen, Python code that calls pyautogui:\n```python\npyautogui.click(40, 30)\n```\n";
            text += &rules(view);
        }
        if brief.surfaces.contains(&Surface::Shell) {
            text += "\nFor the shell, its commands:\n```bash\nls\n```";
        }
        format!("{text}\nThe words:\n{}", words::taught(brief))
    }

    fn read(&self, said: &Said, view: &View) -> Reading {
        read_parts(parts(&said.text), view)
    }

    fn write(&self, actions: &[Action], view: &View) -> Option<Said> {
        let shell = |action: &Action| match action {
            Action::Shell { command, timeout_secs: None } if plain(command) => Some(format!("```bash\n{command}\n```")),
            _ => None,
        };
        written(actions, view, shell).map(Said::text)
    }
}

/// Whether a command can stand in a fence and be read as it was.
fn plain(command: &str) -> bool {
    let last = command.lines().last().unwrap_or_default();
    !command.is_empty()
        && command.trim() == command
        && !command.contains("```")
        && !command.contains('\r')
        && words::word(last).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Vec<Action> {
        ScienceBoard.read(&Said::text(text), &View::screen(1280, 720)).actions
    }

    fn shell(command: &str) -> Action {
        Action::Shell { command: command.into(), timeout_secs: None }
    }

    #[test]
    fn fences_are_told_apart() {
        assert_eq!(read("I list the files.\n```bash\nls -l\n```"), [shell("ls -l")]);
        assert_eq!(read("```\ncat a.txt | wc -l\n```"), [shell("cat a.txt | wc -l")]);
        assert_eq!(read("```sh\ncat <<EOF\nDONE soon\nEOF\n```"), [shell("cat <<EOF\nDONE soon\nEOF")]);
        assert!(matches!(read("```python\npyautogui.click(1, 2)\n```")[..], [Action::Click { .. }]));
        assert!(matches!(read("```\nimport pyautogui\npyautogui.click(1, 2)\n```")[..], [Action::Click { .. }]));
        assert_eq!(read("The answer is clear.\n```\nANS 42\n```"), [Action::Answer { value: "42".into() }, Action::Done]);
        assert_eq!(read("```\nls\nDONE\n```"), [shell("ls"), Action::Done]);
        assert_eq!(read("WAIT 3"), [Action::Wait { secs: 3.0 }]);
    }

    #[test]
    fn prose_is_no_command() {
        for text in ["I would run ls -l now.", "", "``` ```", "Let me wait a bit", "The task is DONE soon"] {
            let reading = ScienceBoard.read(&Said::text(text), &View::screen(1280, 720));
            assert!(reading.actions.is_empty() && reading.problem.is_some(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(command in "[a-z|>'\"$ \n-]{1,40}", answer in "[a-z0-9][a-z0-9 ]{0,8}[a-z0-9]", secs in 0_u8..60) {
            let actions = vec![
                shell(command.trim()),
                Action::Wait { secs: secs.into() },
                Action::Answer { value: answer.into() },
                Action::Done,
            ];
            let view = View::screen(1280, 720);
            if let Some(said) = ScienceBoard.write(&actions, &view) {
                prop_assert_eq!(ScienceBoard.read(&said, &view).actions, actions);
            } else {
                prop_assert!(command.trim().is_empty());
            }
        }

        #[test]
        fn nothing_panics(text in "(```|bash|python|\n|DONE|WAIT|ANS|FAIL|[ 0-9a-z.'(é])*") {
            let _ = read(&text);
        }
    }
}
