//! ScienceBoard's tasks in TeXstudio.

use super::{Import, named};
use crate::imported::{entry, in_home};
use serde_json::Value;
use toml::Table;

impl Import {
    /// A document that is edited, and compiles.
    pub(super) fn document(mut self, name: &str) -> Result<String, String> {
        let mut open = Vec::new();
        for step in &self.task.initialize {
            let text = |key: &str| step[key].as_str().unwrap_or_default().to_owned();
            match step["func"].as_str().unwrap_or_default() {
                "touch" => {
                    self.draft.files.insert(in_home(&text("path"))?, text("text").into());
                }
                "launch" => {
                    let command = text("command");
                    let mut words = command.split_whitespace();
                    match words.next() {
                        Some("texstudio") => open = words.map(in_home).collect::<Result<Vec<String>, String>>()?,
                        Some(_) if command.contains("/kalgebra") => {
                            self.draft.beside.insert("kalgebra".into(), Table::new().into());
                        }
                        _ => return Err("a program beside TeXstudio is not among those here".into()),
                    }
                }
                other => return Err(format!("it prepares the machine by {other:?}, which has no counterpart here")),
            }
        }
        let front = open.last().cloned().ok_or("it opens no document")?;
        if let Some(missing) = open.iter().find(|file| !self.draft.files.contains_key(*file)) {
            return Err(format!("{missing} is in ScienceBoard's virtual machine alone"));
        }
        let folder = front.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
        let text = self.draft.files[&front].as_str().unwrap_or_default();
        if let Some(missing) = missing_file(text, &folder, &self.draft.files) {
            return Err(format!("{missing} is in ScienceBoard's virtual machine alone"));
        }
        self.draft.setup.insert("root".into(), front.clone().into());
        self.draft.setup.insert("open".into(), open.into());
        for (number, check) in self.task.evaluate.clone().into_iter().enumerate() {
            match check["type"].as_str().unwrap_or_default() {
                "stop" => self.stop(&check)?,
                "compile" => {
                    let of = "state.build.compiles";
                    self.draft.checks.push(named(
                        "compiles",
                        "exact",
                        [("of", of.into()), ("value", true.into()), ("gate", true.into())],
                    ));
                }
                "file" => self.edit(number, &check, &front)?,
                other => return Err(format!("its check of the kind {other:?} has no counterpart here")),
            }
        }
        self.write(name, "texstudio")
    }

    /// One text of the document in front in the place of another, and nothing else.
    fn edit(&mut self, number: usize, check: &Value, front: &str) -> Result<(), String> {
        let text = |key: &str| check[key].as_str().unwrap_or_default();
        let path = in_home(text("path"))?;
        let before = self
            .draft
            .files
            .get(&path)
            .and_then(|file| file.as_str())
            .ok_or("its check is of a file that is not there")?
            .to_owned();
        let (from, to) = (text("source"), text("target"));
        // The editor finds a text whatever the size of its letters.
        if before.to_lowercase().matches(&from.to_lowercase()).count() != 1 || path != front {
            return Err("its check is not of one place in the document in front".into());
        }
        if from == to {
            return Err("its check holds before anything is done".into());
        }
        let edits: toml::Value = vec![Table::from_iter([("from".to_owned(), from.into()), ("to".to_owned(), to.into())])].into();
        self.draft.checks.push(named(&format!("edit_{number}"), "file", [("path", path.into()), ("edits", edits)]));
        self.draft.right.extend([
            entry("keys", vec!["ctrl+home", "ctrl+f"]),
            entry("type", format!("{from}\n")),
            // Once for the list of earlier searches, once for the field.
            entry("keys", vec!["escape", "escape"]),
            entry("type", to.to_owned()),
            entry("keys", "ctrl+s".to_owned()),
        ]);
        self.draft.wrong.push(entry("keys", "ctrl+s".to_owned()));
        Ok(())
    }
}

/// What a document takes in that is not among the task's files.
fn missing_file(text: &str, folder: &str, files: &Table) -> Option<String> {
    ["\\input{", "\\includegraphics"].iter().flat_map(|command| text.split(command).skip(1)).find_map(|rest| {
        let name = rest.split_once('}')?.0.rsplit('{').next()?;
        let path = format!("{folder}{name}");
        (!files.keys().any(|file| file.starts_with(&path))).then_some(path)
    })
}
