//! What a person types at a terminal: calls in every notation that the brief uses, and commands that cost nothing.

use crate::nearest::nearest;
use agon_core::{Action, Brief, Call, Function, Param, Space, Surface};

/// A line, understood.
#[derive(Debug, PartialEq)]
pub(super) enum Typed {
    Act(Action),
    Nothing,
    Help,
    Brief,
    Quit,
    /// No action: what to tell the person. Nothing is done and no step is spent.
    Unclear(String),
}

/// The arrow keys as terminals send them, and the word each stands for.
const ARROWS: [(&str, &str); 8] = [
    ("\x1b[A", "up"),
    ("\x1b[B", "down"),
    ("\x1b[C", "right"),
    ("\x1b[D", "left"),
    ("\x1bOA", "up"),
    ("\x1bOB", "down"),
    ("\x1bOC", "right"),
    ("\x1bOD", "left"),
];

/// The word of an arrow key's bytes.
pub(super) fn arrow(bytes: &str) -> Option<&'static str> {
    ARROWS.iter().find(|(sent, _)| *sent == bytes).map(|(_, word)| *word)
}

/// Reads a line at a task with this brief.
pub(super) fn read(line: &str, brief: &Brief) -> Typed {
    let line = line.trim_matches([' ', '\t', '\r', '\n']);
    let line = arrow(line).unwrap_or(line);
    let command = match line.to_lowercase().as_str() {
        "" => Some(Typed::Nothing),
        "help" | "?" => Some(Typed::Help),
        "brief" | "task" => Some(Typed::Brief),
        "quit" | "exit" | "q" => Some(Typed::Quit),
        "done" | "submit" => Some(Typed::Act(Action::Done)),
        _ => None,
    };
    if let Some(command) = command {
        return command;
    }
    if line.starts_with('{')
        && let Ok(action) = serde_json::from_str(line)
    {
        return Typed::Act(action);
    }
    if !brief.surfaces.contains(&Surface::Calls) {
        return Typed::Unclear("That is no action. Type one as JSON (`help` shows how), or `done`, `brief`, `quit`.".into());
    }
    match call(line, brief) {
        Ok(call) => match Function::bind(&brief.functions, &call) {
            Ok(_) => Typed::Act(call.into()),
            Err(problem) => Typed::Unclear(format!("{problem} Nothing was done; `help` shows what can be typed.")),
        },
        Err(problem) => Typed::Unclear(format!("{problem} Nothing was done; `help` shows what can be typed.")),
    }
}

/// How actions are written here, for `help`.
pub(super) fn help(brief: &Brief) -> String {
    let mut text = String::new();
    if brief.surfaces.contains(&Surface::Calls) {
        text.push_str(&brief.function_list());
        text.push_str("\n\nType a call in any of these ways:\n");
        for example in &brief.examples {
            text.push_str(&format!("  {}   or   {}   or   {}\n", short(&example.call), example.call, example.does));
        }
        let words = words(brief);
        if !words.is_empty() {
            text.push_str(&format!(
                "By a word alone: {}; the arrow keys stand for up, down, left and right.\n",
                words.join(", ")
            ));
        }
    }
    if brief.surfaces.iter().any(|surface| *surface != Surface::Calls) {
        text.push_str("Type an action as JSON, such as {\"kind\": \"click\", \"at\": {\"point\": {\"x\": 100, \"y\": 40}}}; docs/formats.md lists all.\n");
    }
    text.push_str(
        "done hands in, brief shows the task again, help this, quit leaves without handing in. None but done costs a step.\n",
    );
    text
}

/// `move(2)`, as the list of functions writes calls.
fn short(call: &Call) -> String {
    let written = call.to_string();
    let args = written.strip_prefix(&format!("('{}', ", call.name)).and_then(|rest| rest.strip_suffix(')')).unwrap_or_default();
    let args = args.strip_prefix('(').and_then(|args| args.strip_suffix(')')).unwrap_or(args);
    if args == format!("'{}'", call.name) { format!("{}()", call.name) } else { format!("{}({args})", call.name) }
}

/// A call in one of its notations: `('move', 2)`, `move(2)`, `move 2`, `move left`, the words of an example, or `left` alone.
fn call(line: &str, brief: &Brief) -> Result<Call, String> {
    if line.starts_with(['(', '[', '{']) {
        return line.parse().map_err(|problem| format!("This is no call: {problem}."));
    }
    let lower = line.to_lowercase();
    if let Some(example) = brief.examples.iter().find(|example| example.does.to_lowercase() == lower) {
        return Ok(example.call.clone());
    }
    let end = line.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '-').unwrap_or(line.len());
    let (name, rest) = line.split_at(end);
    if let Some(function) = brief.functions.iter().find(|function| function.name.eq_ignore_ascii_case(name)) {
        return with_args(function, rest.trim());
    }
    let meant = |word: &str| -> Vec<Call> { brief.functions.iter().filter_map(|function| by_word(function, word)).collect() };
    // In a world seen from inside, the arrow that points ahead walks ahead.
    let other = match lower.as_str() {
        "up" => "forward",
        "down" => "backward",
        word => word,
    };
    let mut calls = meant(&lower);
    if calls.is_empty() {
        calls = meant(other);
    }
    match calls.as_slice() {
        [call] => Ok(call.clone()),
        [] => {
            let words = words(brief);
            let known = brief.functions.iter().map(|function| function.name.as_str()).chain(words.iter().map(String::as_str));
            let near = nearest(&lower, known, 2);
            let near = if near.is_empty() { String::new() } else { format!(" Did you mean {}?", near.join(" or ")) };
            Err(format!("{line:?} is no action here.{near}"))
        }
        several => {
            let several: Vec<String> = several.iter().map(short).collect();
            Err(format!("{line:?} may mean {}; write one of them.", several.join(" or ")))
        }
    }
}

/// The rest of a line behind a function's name: `(1, 0)`, `1 up`, or nothing.
fn with_args(function: &Function, rest: &str) -> Result<Call, String> {
    let inside = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).map(str::trim);
    let written = inside.unwrap_or(rest);
    if written.is_empty() {
        return Ok(Call::bare(&function.name));
    }
    if let [Param { space: Space::Text { .. }, .. }] = function.params.as_slice()
        && !written.starts_with(['\'', '"'])
    {
        return Ok(Call::new(&function.name, written));
    }
    let args = match inside {
        Some(inside) => literal(function, inside),
        None => rest
            .split([' ', ','])
            .filter(|part| !part.is_empty())
            .map(|part| literal(function, part))
            .collect::<Vec<_>>()
            .join(", "),
    };
    let text = format!("('{}', ({args}))", function.name);
    text.parse().map_err(|_| format!("The arguments {written:?} of {} cannot be read.", function.name))
}

/// A text of arguments in which words stand for what the parameters say of them.
fn literal(function: &Function, text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let is_word = |c: char| c.is_alphabetic() || c == '_';
        let start = rest.find(is_word).unwrap_or(rest.len());
        let end = rest[start..].find(|c: char| !is_word(c) && c != '-').map_or(rest.len(), |length| start + length);
        let (before, word) = (&rest[..start], &rest[start..end]);
        out.push_str(before);
        let quoted = before.ends_with(['\'', '"']);
        let number = function.params.iter().find_map(|param| value_of(param, word));
        let choice = |param: &Param| matches!(&param.space, Space::Choice { values } if values.iter().any(|value| value == word));
        match number {
            Some(number) if !quoted => out.push_str(&number.to_string()),
            _ if !quoted && function.params.iter().any(choice) => out.push_str(&format!("'{word}'")),
            _ => out.push_str(word),
        }
        rest = &rest[end..];
    }
    out
}

/// The call that a word alone makes of a function with one parameter.
fn by_word(function: &Function, word: &str) -> Option<Call> {
    match function.params.as_slice() {
        [param] => value_of(param, word).map(|value| Call::new(&function.name, value)),
        _ => None,
    }
}

/// The number that a parameter's description gives a word: 2 for `left` in `0 = right, 1 = up, 2 = left`.
fn value_of(param: &Param, word: &str) -> Option<i64> {
    legend(param).into_iter().find(|(_, named)| named.eq_ignore_ascii_case(word)).map(|(value, _)| value)
}

fn legend(param: &Param) -> Vec<(i64, &str)> {
    let pair = |part: &'_ str| -> Option<i64> { part.split_whitespace().last()?.parse().ok() };
    let parts = param.about.split([',', ';', '.']).filter_map(|part| part.split_once('='));
    parts.filter_map(|(value, name)| Some((pair(value)?, name.trim()))).collect()
}

/// All words that are calls by themselves.
fn words(brief: &Brief) -> Vec<String> {
    let single = brief.functions.iter().filter_map(|function| match function.params.as_slice() {
        [param] => Some(legend(param).into_iter().map(|(_, word)| word.to_owned())),
        _ => None,
    });
    single.flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{InstanceId, Settings, Suite as _};
    use serde_json::{Value, json};

    fn brief(task: &str) -> Brief {
        let id: InstanceId = format!("{task}@0").parse().unwrap();
        agon_gym::GymSuite::new().unwrap().instance(&id, &Settings::new()).unwrap().brief
    }

    fn args(line: &str, brief: &Brief) -> Value {
        match read(line, brief) {
            Typed::Act(Action::Call { name, args }) => json!([name, args]),
            other => panic!("{line:?}: {other:?}"),
        }
    }

    #[test]
    fn every_notation_of_the_brief_is_a_call() {
        let maze = brief("gym/maze-2d/easy");
        for line in ["('move', 2)", "move(2)", "move 2", "MOVE left", "move(left)", "move left", "left", "\x1b[D", "\x1bOD\n"] {
            assert_eq!(args(line, &maze), json!(["move", 2]), "{line:?}");
        }
        for line in ["stop", "stop()", "('stop', 'stop')", "submit and end"] {
            assert_eq!(args(line, &maze), json!(["stop", "stop"]), "{line:?}");
        }
        let blocks = brief("gym/sliding-block/easy");
        for line in ["move 3 down", "move(3, down)", "move 3, 2", "move(3, 2)", "('move', (3, 2))", "move block 3 down"] {
            assert_eq!(args(line, &blocks), json!(["move", [3, 2]]), "{line:?}");
        }
        let inside = brief("gym/maze-3d/easy");
        assert_eq!([args("\x1b[A", &inside), args("left", &inside)], [json!(["move", 0]), json!(["turn", 1])]);
        let jigsaw = brief("gym/jigsaw/easy");
        assert_eq!(args("swap((0, 0), (1, 1))", &jigsaw), json!(["swap", [[0, 0], [1, 1]]]));
    }

    #[test]
    fn what_is_no_action_is_told_and_costs_nothing() {
        let maze = brief("gym/maze-2d/easy");
        let told = |line: &str, brief: &Brief| match read(line, brief) {
            Typed::Unclear(text) => text,
            other => panic!("{line:?}: {other:?}"),
        };
        insta::assert_snapshot!(told("sideways", &maze), @r#""sideways" is no action here. Nothing was done; `help` shows what can be typed."#);
        insta::assert_snapshot!(told("rigth", &maze), @r#""rigth" is no action here. Did you mean right? Nothing was done; `help` shows what can be typed."#);
        insta::assert_snapshot!(told("move 7", &maze), @"Argument out of range: 'direction' must be between 0 and 3, got 7. Nothing was done; `help` shows what can be typed.");
        insta::assert_snapshot!(told("('move', 2", &maze), @"This is no call: expected ('name', arguments), a comma or closing bracket is missing at character 11. Nothing was done; `help` shows what can be typed.");
        insta::assert_snapshot!(told("jump(3)", &maze), @r#""jump(3)" is no action here. Nothing was done; `help` shows what can be typed."#);
        // Which block, a word alone does not say.
        insta::assert_snapshot!(told("up", &brief("gym/sliding-block/easy")), @r#""up" is no action here. Nothing was done; `help` shows what can be typed."#);
    }

    #[test]
    fn commands_are_no_actions() {
        let maze = brief("gym/maze-2d/easy");
        let typed = ["help", " ? ", "Brief", "quit", "", "done"].map(|line| read(line, &maze));
        assert_eq!(typed, [Typed::Help, Typed::Help, Typed::Brief, Typed::Quit, Typed::Nothing, Typed::Act(Action::Done)]);
        insta::assert_snapshot!(help(&maze), @"
        Functions:
        - move(direction): Move the disc by one cell.
            direction: 0 = right, 1 = up, 2 = left, 3 = down
        - stop(): Submit the current state and end the episode.

        Type a call in any of these ways:
          move(0)   or   ('move', 0)   or   move right
          move(1)   or   ('move', 1)   or   move up
          move(2)   or   ('move', 2)   or   move left
          move(3)   or   ('move', 3)   or   move down
          stop()   or   ('stop', 'stop')   or   submit and end
        By a word alone: right, up, left, down; the arrow keys stand for up, down, left and right.
        done hands in, brief shows the task again, help this, quit leaves without handing in. None but done costs a step.
        ");
    }
}
