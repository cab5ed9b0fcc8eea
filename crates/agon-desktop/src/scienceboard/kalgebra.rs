//! ScienceBoard's tasks in KAlgebra.

use super::{Import, named};
use crate::imported::{entry, in_home};
use crate::programs::kalgebra::KAlgebra;
use serde_json::Value;
use toml::toml;

const TABS: [&str; 4] = ["Calculator", "2D Graph", "3D Graph", "Dictionary"];

impl Import {
    /// Formulas typed into the calculator, and curves in the plane.
    pub(super) fn algebra(mut self, name: &str) -> Result<String, String> {
        for step in &self.task.initialize {
            let text = |key: &str| step[key].as_str().unwrap_or_default().to_owned();
            match step["func"].as_str().unwrap_or_default() {
                "launch" => {}
                "tab" => {
                    let tab =
                        step["index"].as_u64().and_then(|index| TABS.get(index as usize)).ok_or("it opens an unknown tab")?;
                    self.draft.setup.insert("tab".into(), (*tab).into());
                }
                "func_2d" => {
                    self.draft.setup.insert("plots2d".into(), vec![text("expr")].into());
                }
                "func_3d" => {
                    self.draft.setup.insert("plot3d".into(), text("expr").into());
                }
                "touch" => {
                    self.draft.files.insert(in_home(&text("path"))?, text("text").into());
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
        self.draft.checks.push(check);
        let at = || toml! { click = "page tab: Calculator" };
        self.draft.right.push(at());
        self.draft.right.extend(lines.iter().map(|line| entry("type", format!("{line}\n"))));
        self.draft.wrong.extend([at(), entry("type", format!("{key}:=0.123456\n"))]);
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
            .draft
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
        self.draft.checks.push(named(&format!("curve_{number}"), "predicate", [("that", that.into()), ("says", says.into())]));
        Ok(right.clone())
    }

    /// How curves are plotted: the graph is opened with its field for one, which every further one asks for.
    fn plot(&mut self, plots: &[String]) {
        let at = || toml! { click = "page tab: 2D Graph" };
        let add = || toml! { click = "page tab: Add" };
        self.draft.right.push(at());
        for (number, plot) in plots.iter().enumerate() {
            if number > 0 {
                self.draft.right.push(add());
            }
            self.draft.right.push(entry("type", format!("{plot}\n")));
        }
        self.draft.wrong.extend([at(), entry("type", "x->x/7+0.123456\n".to_owned())]);
    }
}
