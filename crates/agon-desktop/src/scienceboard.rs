//! Tasks of ScienceBoard, as its JSON files have them, written as task files: those whose programs are among ours and whose checks can be made here.
//!
//! The published checks name points that a curve runs through. They become checks on all points that KAlgebra's state tells, by the
//! published solution, after that has been tried on the published points. A task whose check holds before anything is done, whose
//! reference is known to be wrong, or whose solution cannot be typed is left out: it could not be proven.

mod kalgebra;
mod texstudio;

use crate::imported::{Draft, Head, Imported, entry};
use serde::Deserialize;
use serde_json::Value;
use toml::Table;

const CORRECTED: &str = "its reference is wrong, as a later correction of the data set says";
/// Tasks that could be written, but whose own solution would fail, and why.
const LEFT_OUT: [(&str, &str); 5] = [
    ("KAlgebra/A-01", "the conjugate of 1+i is 1 in the KAlgebra that is installed here"),
    ("KAlgebra/C-07", CORRECTED),
    ("KAlgebra/C-12", CORRECTED),
    ("KAlgebra/C-14", CORRECTED),
    ("TeXstudio/C-02", "its LaTeX package bussproofs is not installed here"),
];
/// ScienceBoard's budgets are for agents that write scripts of many inputs; each of ours is one.
const STEPS_FOR_ONE: u32 = 8;

#[derive(Deserialize)]
struct Task {
    #[serde(rename = "type")]
    program: String,
    steps: u32,
    instruction: String,
    #[serde(default)]
    initialize: Vec<Value>,
    #[serde(default)]
    evaluate: Vec<Value>,
    ans: Option<String>,
}

/// A task of theirs as it becomes one of ours.
struct Import {
    task: Task,
    draft: Draft,
    has_answer: bool,
}

/// A task file, or why there cannot be one. `name` is the task's in its data set, as `KAlgebra/A-01`.
pub fn task_file(name: &str, json: &str) -> Result<Imported, String> {
    let task: Task = serde_json::from_str(json).map_err(|error| format!("it is no task of ScienceBoard: {error}"))?;
    if let Some((_, reason)) = LEFT_OUT.iter().find(|(left_out, _)| *left_out == name) {
        return Err((*reason).into());
    }
    let import = Import { task, draft: Draft::default(), has_answer: false };
    let text = match import.task.program.as_str() {
        "KAlgebra" => import.algebra(name),
        "TeXstudio" => import.document(name),
        "GrassGIS" => Err("its maps are in ScienceBoard's virtual machine alone".into()),
        other => Err(format!("{other} is not among the programs here")),
    };
    Ok(Imported { text: text?, data: Vec::new() })
}

impl Import {
    /// An answer that is handed in, or a task that cannot be done.
    fn stop(&mut self, check: &Value) -> Result<(), String> {
        if check["value"] == "FAIL" {
            self.draft.cannot_be_done();
            return Ok(());
        }
        let words: Vec<&str> = check["args"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        if words.is_empty() {
            return Err("its answer is empty".into());
        }
        let answer = words.join(" ");
        self.has_answer = true;
        self.draft.checks.push(named("answer", "answer", [("value", number_or_text(&answer))]));
        self.draft.right.push(entry("answer", answer.clone()));
        self.draft.wrong.push(entry("answer", format!("{answer}0")));
        Ok(())
    }

    fn write(self, name: &str, program: &str) -> Result<String, String> {
        if self.draft.right.is_empty() {
            return Err("its solution cannot be typed".into());
        }
        let mut surfaces = vec!["screen", "tree"];
        if self.has_answer {
            surfaces.push("answer");
        }
        let of_step = |step: &Table| step.get("keys").and_then(|keys| keys.as_array()).map_or(1, Vec::len);
        let inputs: usize = self.draft.right.iter().map(of_step).sum();
        self.draft.write(Head {
            title: format!("ScienceBoard {name}"),
            about: "Imported from ScienceBoard (MIT).",
            program: program.into(),
            difficulty: if self.task.steps > 5 { "hard" } else { "medium" },
            way: "GUI",
            steps: (self.task.steps * STEPS_FOR_ONE).max(inputs as u32 + 5),
            surfaces,
            instruction: self.task.instruction,
        })
    }
}

fn named<const N: usize>(name: &str, kind: &str, fields: [(&str, toml::Value); N]) -> Table {
    let mut check = Table::from_iter([("name".to_owned(), name.into()), ("kind".to_owned(), kind.into())]);
    check.extend(fields.into_iter().map(|(key, value)| (key.to_owned(), value)));
    check
}

fn number_or_text(text: &str) -> toml::Value {
    text.parse::<i64>()
        .map(toml::Value::from)
        .or_else(|_| text.parse::<f64>().map(toml::Value::from))
        .unwrap_or_else(|_| text.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn task(program: &str, initialize: Value, evaluate: Value, ans: &str) -> String {
        json!({"type": program, "sort": "VM", "steps": 5, "instruction": "Do it.", "initialize": initialize, "evaluate": evaluate, "ans": ans}).to_string()
    }

    fn points(of: &[(f64, f64, bool)]) -> Value {
        let value: serde_json::Map<String, Value> =
            of.iter().map(|(x, y, on)| (format!("({}, {})", json!(x), json!(y)), json!(on))).collect();
        json!([{"type": "eqn", "key": of.iter().map(|(x, y, _)| json!([x, y])).collect::<Vec<_>>(), "value": value}])
    }

    #[test]
    fn a_curve_is_checked_by_the_points_of_the_solution() {
        let evaluate = points(&[(1.5, 2.25, true), (2.0, 3.0, false)]);
        let file =
            task_file("KAlgebra/A-02", &task("KAlgebra", json!([{"func": "tab", "index": 1}]), evaluate, "x->x^2")).unwrap();
        let file: Table = toml::from_str(&file.text).unwrap();
        assert_eq!(file["setup"]["tab"].as_str(), Some("2D Graph"));
        let that = file["key"]["check"][0]["that"].as_str().unwrap();
        assert!(that.contains("[-5.0, [25.0]]"), "{that}");
        assert_eq!(file["key"]["solution"]["steps"][1]["type"].as_str(), Some("x->x^2\n"));
    }

    #[test]
    fn what_could_not_be_proven_is_left_out() {
        let square = || points(&[(1.5, 2.25, true), (2.0, 3.0, false)]);
        let plotted = json!([{"func": "func_2d", "expr": "x->x^2"}]);
        let surface = json!([{"type": "eqn", "key": [[1, 2, 3]], "value": {"(1, 2, 3)": true}}]);
        for (name, task, reason) in [
            ("KAlgebra/B-04", task("KAlgebra", plotted, square(), "N/A"), "before anything is done"),
            ("KAlgebra/A-02", task("KAlgebra", json!([]), square(), "x->x^3"), "own solution fails"),
            ("KAlgebra/A-02", task("KAlgebra", json!([]), square(), "diff(x^3/3:x)"), "points are known"),
            ("KAlgebra/A-03", task("KAlgebra", json!([]), surface, "x+y=z"), "surfaces"),
            ("KAlgebra/C-07", task("KAlgebra", json!([]), square(), "x->x^2"), "reference is wrong"),
            ("Celestia/A-01", task("Celestia", json!([]), json!([]), ""), "not among the programs"),
            ("KAlgebra/A-01", "[]".to_owned(), "no task of ScienceBoard"),
        ] {
            let refused = task_file(name, &task).map(|task| task.text).unwrap_err();
            assert!(refused.contains(reason), "{refused}");
        }
    }

    fn edited(text: &str) -> Result<Table, String> {
        let initialize = json!([
            {"func": "touch", "path": "/home/user/a/main.tex", "text": text},
            {"func": "launch", "command": "texstudio /home/user/a/main.tex", "shell": true},
        ]);
        let evaluate = json!([
            {"type": "compile", "path": "/home/user/a", "file": "main"},
            {"type": "file", "path": "/home/user/a/main.tex", "source": "is 3", "target": "is 4"},
        ]);
        let file = task_file("TeXstudio/C-01", &task("TeXstudio", initialize, evaluate, ""))?;
        Ok(toml::from_str(&file.text).unwrap())
    }

    #[test]
    fn an_edit_is_found_and_typed_over() {
        let file = edited("\\begin{document}\nThe mean is 3.\n\\end{document}\n").unwrap();
        assert_eq!(file["setup"]["open"][0].as_str(), Some("a/main.tex"));
        assert_eq!(file["key"]["solution"]["steps"][1]["type"].as_str(), Some("is 3\n"));
        assert_eq!(file["key"]["check"][1]["edits"][0]["to"].as_str(), Some("is 4"));
        // What is not edited still compiles.
        assert_eq!(file["key"]["near_miss"][0]["fails"].as_str(), Some("edit_1"));
    }

    #[test]
    fn a_document_whose_parts_are_elsewhere_is_left_out() {
        for text in ["The mean is 3.\n\\includegraphics[width=3cm]{figs/mean.pdf}\n", "The mean is 3.\n\\input{code}\n"] {
            let refused = edited(text).unwrap_err();
            assert!(refused.contains("virtual machine alone"), "{refused}");
        }
        assert!(edited("The mean is 3. The sum Is 3.").unwrap_err().contains("not of one place"));
    }
}
