//! Tasks of ScienceBoard, as its JSON files have them, written as task files: those whose programs are among ours and whose checks can be made here.
//!
//! The published checks name points that a curve runs through. They become checks on all points that KAlgebra's state tells, by the
//! published solution, after that has been tried on the published points. A task whose check holds before anything is done, whose
//! reference is known to be wrong, or whose solution cannot be typed is left out: it could not be proven.

use crate::programs::kalgebra::KAlgebra;
use serde::Deserialize;
use serde_json::Value;
use toml::{Table, toml};

/// References that a later correction of the data set found wrong.
const WRONG: [&str; 3] = ["KAlgebra/C-07", "KAlgebra/C-12", "KAlgebra/C-14"];
/// ScienceBoard's budgets are for agents that write scripts of many inputs; each of ours is one.
const STEPS_FOR_ONE: u32 = 8;
const HOME: &str = "/home/user/";
const TABS: [&str; 4] = ["Calculator", "2D Graph", "3D Graph", "Dictionary"];

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

/// A task file under construction.
struct Draft {
    task: Task,
    setup: Table,
    files: Table,
    beside: Table,
    checks: Vec<Table>,
    /// What the solution does, and what does not do.
    right: Vec<Table>,
    wrong: Vec<Table>,
    is_feasible: bool,
    has_answer: bool,
}

/// The text of a task file, or why there cannot be one. `name` is the task's in its data set, as `KAlgebra/A-01`.
pub fn task_file(name: &str, json: &str) -> Result<String, String> {
    let task: Task = serde_json::from_str(json).map_err(|error| format!("it is no task of ScienceBoard: {error}"))?;
    if WRONG.contains(&name) {
        return Err("its reference is wrong, as a later correction of the data set says".into());
    }
    let draft = Draft {
        task,
        setup: Table::new(),
        files: Table::new(),
        beside: Table::new(),
        checks: Vec::new(),
        right: Vec::new(),
        wrong: Vec::new(),
        is_feasible: true,
        has_answer: false,
    };
    match draft.task.program.as_str() {
        "KAlgebra" => draft.algebra(name),
        "TeXstudio" => draft.document(name),
        "GrassGIS" => Err("its maps are in ScienceBoard's virtual machine alone".into()),
        other => Err(format!("{other} is not among the programs here")),
    }
}

impl Draft {
    fn algebra(mut self, name: &str) -> Result<String, String> {
        for step in &self.task.initialize {
            let text = |key: &str| step[key].as_str().unwrap_or_default().to_owned();
            match step["func"].as_str().unwrap_or_default() {
                "launch" => {}
                "tab" => {
                    let tab =
                        step["index"].as_u64().and_then(|index| TABS.get(index as usize)).ok_or("it opens an unknown tab")?;
                    self.setup.insert("tab".into(), (*tab).into());
                }
                "func_2d" => {
                    self.setup.insert("plots2d".into(), vec![text("expr")].into());
                }
                "func_3d" => {
                    self.setup.insert("plot3d".into(), text("expr").into());
                }
                "touch" => {
                    self.files.insert(in_home(&text("path"))?, text("text").into());
                }
                other => return Err(format!("it prepares the machine by {other:?}, which has no counterpart here")),
            }
        }
        // What is done with the mouse alone is written as "N/A".
        let solution = self.task.ans.as_deref().filter(|ans| *ans != "N/A").unwrap_or_default();
        let answers: Vec<String> = solution.split(';').map(|line| line.trim().to_owned()).collect();
        let mut plots = Vec::new();
        for (number, check) in self.task.evaluate.clone().into_iter().enumerate() {
            match check["type"].as_str().unwrap_or_default() {
                "stop" => self.stop(&check)?,
                "var" | "val" => self.variable(number, &check, &answers)?,
                "eqn" => plots.push(self.curve(number, &check, &answers)?),
                other => return Err(format!("its check of the kind {other:?} has no counterpart here")),
            }
        }
        if !plots.is_empty() {
            self.plot(&plots);
        }
        self.write(name, "kalgebra")
    }

    /// An answer that is handed in, or a task that cannot be done.
    fn stop(&mut self, check: &Value) -> Result<(), String> {
        if check["value"] == "FAIL" {
            self.is_feasible = false;
            self.right.push(toml! { fail = "It cannot be done here." });
            self.wrong.push(toml! { done = true });
            return Ok(());
        }
        let words: Vec<&str> = check["args"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        if words.is_empty() {
            return Err("its answer is empty".into());
        }
        let answer = words.join(" ");
        self.has_answer = true;
        self.checks.push(named("answer", "answer", [("value", number_or_text(&answer))]));
        self.right.push(entry("answer", answer.clone()));
        self.wrong.push(entry("answer", format!("{answer}0")));
        Ok(())
    }

    /// A variable of the calculator.
    fn variable(&mut self, number: usize, check: &Value, answers: &[String]) -> Result<(), String> {
        let key = check["key"].as_str().ok_or("its check names no variable")?;
        let place = format!("state.variables[{key:?}]");
        let name = format!("variable_{number}");
        let check = match &check["value"] {
            Value::String(text) if text == "#UNDEF" => return Err("its solution cannot be typed".into()),
            Value::String(text) => named(&name, "exact", [("of", place.into()), ("value", text.clone().into())]),
            Value::Number(value) => {
                let value = value.as_f64().unwrap_or(f64::NAN);
                named(
                    &name,
                    "near",
                    [("of", format!("number({place})").into()), ("value", value.into()), ("tolerance", 1e-6.into())],
                )
            }
            other => return Err(format!("its check compares a variable with {other}")),
        };
        let lines: Vec<&str> = answers.iter().flat_map(|answer| answer.lines()).collect();
        if lines.is_empty() || !lines.iter().all(|line| line.contains(":=")) {
            return Err("its solution cannot be typed".into());
        }
        self.checks.push(check);
        let at = || toml! { click = "page tab: Calculator" };
        self.right.push(at());
        self.right.extend(lines.iter().map(|line| entry("type", format!("{line}\n"))));
        self.wrong.extend([at(), entry("type", format!("{key}:=0.123456\n"))]);
        Ok(())
    }

    /// A curve in the plane: the solution that runs as the check says. The check is made of its points.
    fn curve(&mut self, number: usize, check: &Value, answers: &[String]) -> Result<String, String> {
        let points: Vec<(f64, f64, bool)> = check["key"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|point| match point.as_array().map(Vec::as_slice) {
                Some([x, y]) => {
                    let expected = check["value"][format!("({x}, {y})")].as_bool().ok_or("a point of its check has no value")?;
                    Ok((x.as_f64().unwrap_or(f64::NAN), y.as_f64().unwrap_or(f64::NAN), expected))
                }
                _ => Err("surfaces are not compared here".to_owned()),
            })
            .collect::<Result<_, String>>()?;
        let started: Vec<&str> = self
            .setup
            .get("plots2d")
            .and_then(|plots| plots.as_array())
            .into_iter()
            .flatten()
            .filter_map(|plot| plot.as_str())
            .collect();
        if started.iter().any(|plot| KAlgebra::runs_through(plot, &points) == Some(true)) {
            return Err("its check holds before anything is done".into());
        }
        let known: Vec<&String> = answers.iter().filter(|answer| KAlgebra::runs_through(answer, &points).is_some()).collect();
        if known.is_empty() {
            return Err("its solution is not of a kind whose points are known here".into());
        }
        let Some(right) = known.into_iter().find(|answer| KAlgebra::runs_through(answer, &points) == Some(true)) else {
            return Err("its own solution fails its check".into());
        };
        let samples = KAlgebra::samples(right).ok_or("its solution is not of a kind whose points are known here")?;
        let columns: Vec<String> = samples.iter().map(|(x, heights)| format!("[{x:?}, {heights:?}]")).collect();
        let that = format!(
            "any(plot in state.plots2d: plot.visible and any(samples in [plot.samples, plot.other_samples]: all(column in [{}]: \
             #samples[x == column[0]].y[0] == #column[1] and all(height in column[1]: any(y in samples[x == column[0]].y[0]: \
             near(y, height, 1e-6 * max([1, abs(height)])))))))",
            columns.join(", ")
        );
        let says = format!("a visible curve that runs as {right} does");
        self.checks.push(named(&format!("curve_{number}"), "predicate", [("that", that.into()), ("says", says.into())]));
        Ok(right.clone())
    }

    /// How curves are plotted: the graph is opened with its field for one, which every further one asks for.
    fn plot(&mut self, plots: &[String]) {
        let at = || toml! { click = "page tab: 2D Graph" };
        let add = || toml! { click = "page tab: Add" };
        self.right.push(at());
        for (number, plot) in plots.iter().enumerate() {
            if number > 0 {
                self.right.push(add());
            }
            self.right.push(entry("type", format!("{plot}\n")));
        }
        self.wrong.extend([at(), entry("type", "x->x/7+0.123456\n".to_owned())]);
    }

    fn document(mut self, name: &str) -> Result<String, String> {
        let mut open = Vec::new();
        for step in &self.task.initialize {
            let text = |key: &str| step[key].as_str().unwrap_or_default().to_owned();
            match step["func"].as_str().unwrap_or_default() {
                "touch" => {
                    self.files.insert(in_home(&text("path"))?, text("text").into());
                }
                "launch" => {
                    let command = text("command");
                    let mut words = command.split_whitespace();
                    match words.next() {
                        Some("texstudio") => open = words.map(in_home).collect::<Result<Vec<String>, String>>()?,
                        Some(_) if command.contains("/kalgebra") => {
                            self.beside.insert("kalgebra".into(), Table::new().into());
                        }
                        _ => return Err("a program beside TeXstudio is not among those here".into()),
                    }
                }
                other => return Err(format!("it prepares the machine by {other:?}, which has no counterpart here")),
            }
        }
        let front = open.last().cloned().ok_or("it opens no document")?;
        if let Some(missing) = open.iter().find(|file| !self.files.contains_key(*file)) {
            return Err(format!("{missing} is in ScienceBoard's virtual machine alone"));
        }
        self.setup.insert("root".into(), front.clone().into());
        self.setup.insert("open".into(), open.into());
        for (number, check) in self.task.evaluate.clone().into_iter().enumerate() {
            match check["type"].as_str().unwrap_or_default() {
                "stop" => self.stop(&check)?,
                "compile" => {
                    let of = "state.build.compiles";
                    self.checks.push(named(
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
        let before =
            self.files.get(&path).and_then(|file| file.as_str()).ok_or("its check is of a file that is not there")?.to_owned();
        let (from, to) = (text("source"), text("target"));
        if before.matches(from).count() != 1 || path != front {
            return Err("its check is not of one place in the document in front".into());
        }
        let after = before.replace(from, to);
        let Some(line) = before.lines().zip(after.lines()).position(|(one, other)| one != other) else {
            return Err("its check holds before anything is done".into());
        };
        let edits: toml::Value = vec![Table::from_iter([("from".to_owned(), from.into()), ("to".to_owned(), to.into())])].into();
        self.checks.push(named(&format!("edit_{number}"), "file", [("path", path.into()), ("edits", edits)]));
        let mut keys = vec!["ctrl+home"];
        keys.extend(std::iter::repeat_n("down", line));
        keys.push("shift+end");
        let typed = after.lines().nth(line).unwrap_or_default();
        self.right.extend([entry("keys", keys), entry("type", typed.to_owned()), entry("keys", "ctrl+s".to_owned())]);
        self.wrong.push(entry("keys", "ctrl+s".to_owned()));
        Ok(())
    }

    fn write(self, name: &str, program: &str) -> Result<String, String> {
        if self.right.is_empty() {
            return Err("its solution cannot be typed".into());
        }
        let Some(first) =
            self.checks.first().map(|check| check["name"].clone()).or((!self.is_feasible).then(|| "declared_infeasible".into()))
        else {
            return Err("nothing is checked in it".into());
        };
        // The check that fails is the last: what comes first may be a gate.
        let fails = self.checks.last().map_or(first, |check| check["name"].clone());
        let mut surfaces = vec!["screen", "tree"];
        if self.has_answer {
            surfaces.push("answer");
        }
        let inputs: usize =
            self.right.iter().map(|step| step.get("keys").and_then(|keys| keys.as_array()).map_or(1, Vec::len)).sum();
        let steps = (self.task.steps * STEPS_FOR_ONE).max(inputs as u32 + 5);
        let mut file = Table::new();
        file.insert("title".into(), format!("ScienceBoard {name}").into());
        file.insert("about".into(), "Imported from ScienceBoard (MIT).".into());
        file.insert("program".into(), program.into());
        file.insert("difficulty".into(), if self.task.steps > 5 { "hard" } else { "medium" }.into());
        file.insert("way".into(), "GUI".into());
        file.insert("steps".into(), steps.into());
        file.insert("surfaces".into(), surfaces.into());
        file.insert("instruction".into(), self.task.instruction.into());
        if !self.is_feasible {
            file.insert("feasible".into(), false.into());
        }
        for (key, table) in [("files", self.files), ("setup", self.setup)] {
            if !table.is_empty() {
                file.insert(key.into(), table.into());
            }
        }
        if !self.beside.is_empty() {
            file.insert("beside".into(), self.beside.into());
        }
        let miss = Table::from_iter([
            ("name".to_owned(), toml::Value::from("not what was asked for")),
            ("fails".to_owned(), fails),
            ("steps".to_owned(), self.wrong.into()),
        ]);
        let mut key = Table::new();
        if !self.checks.is_empty() {
            key.insert("check".into(), self.checks.into());
        }
        key.insert("solution".into(), Table::from_iter([("steps".to_owned(), self.right.into())]).into());
        key.insert("near_miss".into(), vec![miss].into());
        file.insert("key".into(), key.into());
        Ok(toml::to_string(&file).unwrap_or_default())
    }
}

/// A path of the original's user as one in HOME.
fn in_home(path: &str) -> Result<String, String> {
    path.strip_prefix(HOME).map(str::to_owned).ok_or_else(|| format!("{path} is not in the agent's home"))
}

fn entry(key: &str, value: impl Into<toml::Value>) -> Table {
    Table::from_iter([(key.to_owned(), value.into())])
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
        let file: Table = toml::from_str(&file).unwrap();
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
            let refused = task_file(name, &task).unwrap_err();
            assert!(refused.contains(reason), "{refused}");
        }
    }

    #[test]
    fn an_edit_is_typed_in_its_line() {
        let text = "\\documentclass{article}\n\\begin{document}\nThe mean is 3.\n\\end{document}\n";
        let initialize = json!([
            {"func": "touch", "path": "/home/user/a/main.tex", "text": text},
            {"func": "launch", "command": "texstudio /home/user/a/main.tex", "shell": true},
        ]);
        let evaluate = json!([
            {"type": "file", "path": "/home/user/a/main.tex", "source": "is 3", "target": "is 4"},
            {"type": "compile", "path": "/home/user/a", "file": "main"},
        ]);
        let file: Table =
            toml::from_str(&task_file("TeXstudio/C-02", &task("TeXstudio", initialize, evaluate, "")).unwrap()).unwrap();
        assert_eq!(file["setup"]["open"][0].as_str(), Some("a/main.tex"));
        assert_eq!(file["key"]["solution"]["steps"][1]["type"].as_str(), Some("The mean is 4."));
        assert_eq!(file["key"]["check"][0]["edits"][0]["to"].as_str(), Some("is 4"));
    }
}
