//! What a model is told, in our own words. The version changes with every word, and is recorded with the run.

use agon_core::{Brief, Surface};
use agon_dialect::{Dialect, View};

pub const PROMPTS_VERSION: &str = "2";

/// Who it is and how the sitting goes.
pub(super) fn system(brief: &Brief) -> String {
    let has = |surface| brief.surfaces.contains(&surface);
    let place = match () {
        () if has(Surface::Screen) => {
            "You operate a computer for somebody who cannot watch. You see its screen, and every turn you do one thing with \
             pointer, keyboard or whatever else you are given; then you see what came of it."
        }
        () if has(Surface::Shell) || has(Surface::Files) => {
            "You work in a folder of a computer, by commands and files. Every turn you do one thing; then you see what came of it."
        }
        () => {
            "You act in a small world in order to reach a goal. Every turn you see the state of the world and call one function; \
             then you see what came of it."
        }
    };
    let advice = "Look closely at what you see before you act, compare it with what you expected, and do not repeat what did \
                  not work. Nobody answers questions: decide for yourself.";
    format!("{place} {advice}")
}

/// The task in its three levels: what is to be done, what can be done, how it is written; then what counts.
pub(super) fn task(brief: &Brief, dialect: &dyn Dialect, view: &View) -> String {
    brief.assemble(&dialect.teach(brief, view))
}

/// What a planner is told beside the task: it need not find places on the screen.
pub(super) const PLANNER: &str = "Another model with good eyes carries out what you decide on the screen. If the next step needs \
                                  neither pointer nor place (waiting, a command, an answer, the end), write it in the form \
                                  above. Otherwise write, in one or two sentences and without coordinates, the one thing to do \
                                  next and where: name the element by its text, its looks and its place.";

/// What a grounder is asked.
pub(super) fn ground(plan: &str, dialect: &dyn Dialect, brief: &Brief, view: &View) -> String {
    let form = dialect.teach(brief, view);
    format!("The picture shows the screen now. Carry out exactly this one step, and nothing more:\n\n{plan}\n\n{form}")
}

/// What a model is asked when its conversation grows too long.
pub(super) const SUMMARISE: &str = "The conversation above is about to be removed from your sight. Write down what you will need to \
                                    go on, under these headings: Goal; What was done; What is known of the present state; What \
                                    did not work; What to do next. Keep names, numbers and places exact, and write nothing else.";

/// How a summary is given back.
pub(super) fn summary(text: &str) -> String {
    format!("Your notes from the earlier part of this task, which is no longer shown:\n\n{text}")
}

/// In place of what was cleared.
pub(super) const CLEARED: &str = "[an older picture, no longer shown]";

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Call, Example, Function, Param, Space};

    fn brief(surfaces: &[Surface]) -> Brief {
        Brief { title: "A task".into(), instruction: "Reach the flag.".into(), surfaces: surfaces.into(), ..Brief::default() }
    }

    /// The words are part of what a run measured: who changes one changes the version too.
    #[test]
    fn the_words_of_this_version() {
        assert_eq!(PROMPTS_VERSION, "2");
        let direction = Param::new("direction", "0 = right, 1 = up", Space::Integer { min: 0, max: 1 });
        let calls = Brief {
            rules: "Only what you submit counts.".into(),
            functions: vec![Function::new("move", "Move by one cell.", vec![direction])],
            examples: vec![Example { does: "move right".into(), call: Call::new("move", 0) }],
            ..brief(&[Surface::Calls])
        };
        insta::assert_snapshot!(system(&calls), @"You act in a small world in order to reach a goal. Every turn you see the state of the world and call one function; then you see what came of it. Look closely at what you see before you act, compare it with what you expected, and do not repeat what did not work. Nobody answers questions: decide for yourself.");
        insta::assert_snapshot!(task(&calls, &agon_dialect::Pair, &View::default()), @r#"
        Reach the flag.

        Functions:
        - move(direction): Move by one cell.
            direction: 0 = right, 1 = up

        Think as long as you like, then end your answer with exactly one call on a line of its own, written as a pair of the name and its arguments:
        - move right: ('move', 0)

        Only what you submit counts.
        "#);
        insta::assert_snapshot!(system(&brief(&[Surface::Screen, Surface::Answer])), @"You operate a computer for somebody who cannot watch. You see its screen, and every turn you do one thing with pointer, keyboard or whatever else you are given; then you see what came of it. Look closely at what you see before you act, compare it with what you expected, and do not repeat what did not work. Nobody answers questions: decide for yourself.");
        insta::assert_snapshot!(system(&brief(&[Surface::Shell, Surface::Files])), @"You work in a folder of a computer, by commands and files. Every turn you do one thing; then you see what came of it. Look closely at what you see before you act, compare it with what you expected, and do not repeat what did not work. Nobody answers questions: decide for yourself.");
        insta::assert_snapshot!(ground("Press the red button.", &agon_dialect::Pair, &calls, &View::screen(800, 600)), @r#"
        The picture shows the screen now. Carry out exactly this one step, and nothing more:

        Press the red button.

        Think as long as you like, then end your answer with exactly one call on a line of its own, written as a pair of the name and its arguments:
        - move right: ('move', 0)
        "#);
        insta::assert_snapshot!(PLANNER, @"Another model with good eyes carries out what you decide on the screen. If the next step needs neither pointer nor place (waiting, a command, an answer, the end), write it in the form above. Otherwise write, in one or two sentences and without coordinates, the one thing to do next and where: name the element by its text, its looks and its place.");
        insta::assert_snapshot!(SUMMARISE, @"The conversation above is about to be removed from your sight. Write down what you will need to go on, under these headings: Goal; What was done; What is known of the present state; What did not work; What to do next. Keep names, numbers and places exact, and write nothing else.");
        insta::assert_snapshot!(summary("Goal: the flag."), @r#"
        Your notes from the earlier part of this task, which is no longer shown:

        Goal: the flag.
        "#);
    }
}
