//! What agents do with their steps, by kind of tool.

use super::data::Material;
use super::table::{Entry, Table};
use agon_core::Surface;
use std::collections::BTreeMap;

/// The kinds of tools that Agents' Last Exam tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ToolKind {
    Bash,
    File,
    Gui,
    Web,
    Planning,
    Other,
}

impl ToolKind {
    pub const ALL: [Self; 6] = [Self::Bash, Self::File, Self::Gui, Self::Web, Self::Planning, Self::Other];

    pub fn word(self) -> &'static str {
        match self {
            Self::Bash => "bash",
            Self::File => "file",
            Self::Gui => "gui",
            Self::Web => "web",
            Self::Planning => "planning",
            Self::Other => "other",
        }
    }
}

/// The words of names by which kinds are told; the first that fits counts.
const WORDS: [(ToolKind, &[&str]); 5] = [
    (ToolKind::Planning, &["plan", "todo", "think", "note", "wait", "stage_done", "delegate", "memory"]),
    (ToolKind::Web, &["web", "search", "fetch", "browse", "navigate", "goto", "url", "visit"]),
    (ToolKind::File, &["file", "read", "write", "edit", "patch", "upload", "download", "list", "glob", "grep", "view"]),
    (ToolKind::Bash, &["bash", "shell", "exec", "run", "command", "python", "terminal"]),
    (
        ToolKind::Gui,
        &[
            "click",
            "press",
            "key",
            "keys",
            "type",
            "move",
            "release",
            "drag",
            "scroll",
            "hover",
            "mouse",
            "screenshot",
            "zoom",
            "select",
            "hold",
            "tap",
        ],
    ),
];

/// The kind of an action or a function, by its name as the record counts it. Handing in and functions of a task's own are `other`: without a screen a move is
/// one of a puzzle.
pub fn kind_of(name: &str, has_screen: bool) -> ToolKind {
    let name = name.to_lowercase();
    let words: Vec<&str> = name.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    let fits = |known: &&str| name == **known || words.contains(known);
    let kind = WORDS.iter().find(|(_, known)| known.iter().any(fits)).map_or(ToolKind::Other, |(kind, _)| *kind);
    if kind == ToolKind::Gui && !has_screen { ToolKind::Other } else { kind }
}

pub(super) fn table(material: &Material) -> Table {
    let how = "Steps of the scored trials by kind of tool, as shares of all steps of the agent. Kinds go by the names of actions and functions (docs/studies.md has the words); handing in and functions of a task's own, such as the moves of a puzzle, are other.";
    let mut columns = vec![("agent", "agent"), ("trials", "trials"), ("steps", "steps per trial")];
    columns.extend(ToolKind::ALL.map(|kind| (kind.word(), kind.word())));
    let mut table = Table::new("tools", "Tool mix", how, &columns);
    for (place, agent) in material.agents.iter().enumerate() {
        let mut counts: BTreeMap<ToolKind, u64> = BTreeMap::new();
        let mut trials = 0_u64;
        for trial in material.of_agent(place) {
            let Some(row) = trial.scored() else { continue };
            let has_screen = material.surfaces.of(&trial.planned).contains(&Surface::Screen.word());
            trials += 1;
            for (name, count) in &row.totals.actions {
                *counts.entry(kind_of(name, has_screen)).or_default() += u64::from(*count);
            }
        }
        let steps: u64 = counts.values().sum();
        if steps == 0 {
            continue;
        }
        let mut row = vec![Entry::text(&agent.label), Entry::Count(trials), Entry::Number(steps as f64 / trials as f64)];
        row.extend(ToolKind::ALL.map(|kind| Entry::Share(counts.get(&kind).copied().unwrap_or_default() as f64 / steps as f64)));
        table.rows.push(row);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_go_by_names() {
        let kinds =
            ["click", "run_command", "read_file", "web_search", "update_plan", "done", "swap", "left_click", "type", "move"];
        let told = kinds.map(|name| kind_of(name, true).word()).join(" ");
        assert_eq!(told, "gui bash file web planning other other gui gui gui");
        assert_eq!((kind_of("move", false), kind_of("shell", false)), (ToolKind::Other, ToolKind::Bash));
    }
}
