//! A toy world with every surface, and the suite that offers it: all that a new kind of world takes, in one file.
//!
//! A notebook in memory: files, a button that is pressed on the screen, a function and a shell that write lines. It is solved by
//! leaving a line in `note.txt`, pressing the button and handing in how many lines there are.

use agon_core::{
    Action, Agent, Args, BoxFuture, Brief, Button, Call, Capabilities, Case, CommandOutput, Difficulty, Door, Ending, Evidence,
    Fault, Frame, Function, Grader, Image, Input, Instance, InstanceId, Limits, Marks, NearMiss, Observation, Param, Point,
    Proof, Region, Request, Script, Settings, Space, StartHash, Step, Suite, SuiteCard, SuiteError, Surface, Target, TaskCard,
    TaskId, Tree, TreeNode, World,
};
use agon_grade::{all_of, check};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

const SCREEN: (u32, u32) = (64, 48);
const BUTTON: Region = Region { x: 8.0, y: 8.0, width: 24.0, height: 16.0 };
const NOTE: &str = "note.txt";
const SURFACES: [Surface; 6] = [Surface::Screen, Surface::Tree, Surface::Calls, Surface::Shell, Surface::Files, Surface::Answer];

/// One task, `toy/notebook`, whose seed is the word to be noted.
pub struct ToySuite {
    card: SuiteCard,
    tasks: [TaskCard; 1],
}

impl Default for ToySuite {
    fn default() -> Self {
        let tasks = [TaskCard {
            id: TaskId::new("toy/notebook"),
            title: "A note".into(),
            about: "Note a word, press a button, tell the number of lines.".into(),
            difficulty: Difficulty::Easy,
            tags: Vec::new(),
            limits: Limits { wall_secs: Some(60.0), ..Limits::steps(20) },
        }];
        let about = "A notebook with every surface.".into();
        Self { card: SuiteCard { name: "toy".into(), version: "1".into(), about, source: None }, tasks }
    }
}

fn word(instance: &Instance) -> String {
    format!("word-{}", instance.id.seed)
}

/// Ways to leave the line, each by another surface.
fn noted(way: &str, word: &str) -> Option<Action> {
    Some(match way {
        "call" => Call::new("note", word).into(),
        "shell" => Action::Shell { command: format!("note {word}"), timeout_secs: None },
        "file" => Action::WriteFile { path: NOTE.into(), content: format!("{word}\n") },
        _ => return None,
    })
}

fn press() -> Action {
    let at = Target::Point(Point { x: BUTTON.x + 1.0, y: BUTTON.y + 1.0 });
    Action::Click { at, button: Button::Left, count: 1, holding: Vec::new() }
}

impl Suite for ToySuite {
    fn card(&self) -> &SuiteCard {
        &self.card
    }

    fn tasks(&self) -> &[TaskCard] {
        &self.tasks
    }

    fn settings(&self, _: &TaskId) -> Result<Settings, SuiteError> {
        Ok(Settings::new())
    }

    fn instance(&self, id: &InstanceId, settings: &Settings) -> Result<Instance, SuiteError> {
        if id.task != self.tasks[0].id {
            return Err(SuiteError::UnknownTask(id.task.clone()));
        }
        if let Some(key) = settings.keys().next() {
            let (task, key, known) = (id.task.clone(), key.clone(), "none".into());
            return Err(SuiteError::UnknownSetting { task, key, known });
        }
        let note = Function::new(
            "note",
            "Add a line to the note.",
            vec![Param::new("line", "The line.", Space::Text { max_chars: 80 })],
        );
        let mut instance = Instance {
            id: id.clone(),
            settings: Settings::new(),
            limits: self.tasks[0].limits.clone(),
            brief: Brief {
                title: self.tasks[0].title.clone(),
                rules: "The shell knows `note LINE` and `cat FILE`. Each action is one step.".into(),
                surfaces: SURFACES.to_vec(),
                functions: vec![note],
                ..Brief::default()
            },
            start: Some(StartHash::of("notebook", &json!(id))),
        };
        instance.brief.instruction = format!(
            "Leave the line {} in {NOTE} and nothing else, press the button, hand in the number of lines, and say done.",
            word(&instance)
        );
        Ok(instance)
    }

    fn open<'a>(&'a self, _: &'a Instance) -> BoxFuture<'a, Result<Box<dyn World>, Fault>> {
        Box::pin(async { Ok(Box::new(Notebook::default()) as Box<dyn World>) })
    }

    fn grader(&self, instance: &Instance) -> Result<Arc<dyn Grader>, SuiteError> {
        Ok(Arc::new(NotebookGrader { word: word(instance) }))
    }

    fn strategies(&self, _: &TaskId) -> Vec<String> {
        ["call", "shell", "file"].map(str::to_owned).to_vec()
    }

    fn oracle(&self, instance: &Instance, strategy: &str, _: u64) -> Result<Box<dyn Agent>, SuiteError> {
        let unknown = || SuiteError::UnknownStrategy {
            task: instance.id.task.clone(),
            strategy: strategy.into(),
            known: self.strategies(&instance.id.task).join(", "),
        };
        let note = noted(strategy, &word(instance)).ok_or_else(unknown)?;
        Ok(Box::new(Script::new(vec![note, press(), Action::Answer { value: json!(1) }, Action::Done])))
    }

    fn proof(&self, instance: &Instance) -> Result<Proof, SuiteError> {
        let note = |word: &str| Action::from(Call::new("note", word));
        let answer = |lines: u32| Action::Answer { value: json!(lines) };
        let word = word(instance);
        let miss = |name: &str, fails: &str, actions: Vec<Action>| NearMiss { name: name.into(), actions, fails: fails.into() };
        let near_misses = vec![
            miss("another word", "note", vec![note("other"), press(), answer(1), Action::Done]),
            miss("not pressed", "pressed", vec![note(&word), answer(1), Action::Done]),
            miss("a wrong number", "lines", vec![note(&word), press(), answer(2), Action::Done]),
            miss("never handed in", "handed_in", vec![note(&word), press(), answer(1)]),
        ];
        let twice = vec![press(), note(&word), press(), answer(1), Action::Done];
        Ok(Proof { near_misses, alternatives: vec![("pressed twice".into(), twice)], ..Proof::default() })
    }
}

#[derive(Default)]
struct Notebook {
    files: BTreeMap<String, String>,
    presses: u32,
}

impl Notebook {
    fn look(&self) -> Observation {
        let (width, height) = SCREEN;
        let shade = if self.presses > 0 { 40 } else { 200 };
        let inside = |x: u32, y: u32| has(BUTTON, Point { x: f64::from(x), y: f64::from(y) });
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let pixels = places.flat_map(|(x, y)| if inside(x, y) { [shade, shade, 220] } else { [245; 3] }).collect();
        let button = TreeNode { name: "Press".into(), bounds: Some(BUTTON), ..TreeNode::new("button") };
        Observation {
            frames: vec![Frame::screen(Image::rgb8(width, height, pixels))],
            tree: Some(Tree { nodes: vec![button] }),
            ..Observation::default()
        }
    }

    fn note(&mut self, line: &str) {
        let note = self.files.entry(NOTE.into()).or_default();
        note.push_str(line);
        note.push('\n');
    }

    fn shell(&mut self, command: &str) -> CommandOutput {
        let said = |text: &str| CommandOutput { stdout: text.into(), exit_code: Some(0), ..CommandOutput::default() };
        let failed = |problem: String| CommandOutput { stderr: problem, exit_code: Some(1), ..CommandOutput::default() };
        match command.split_once(' ').unwrap_or((command, "")) {
            ("note", line) => {
                self.note(line);
                said("")
            }
            ("cat", file) => self.files.get(file).map_or_else(|| failed(format!("{file}: no such file\n")), |text| said(text)),
            (other, _) => failed(format!("{other}: no such command\n")),
        }
    }

    fn perform(&mut self, request: &Request) -> (Option<CommandOutput>, Option<String>) {
        let say = |text: String| (None, Some(text));
        match request {
            Request::Call { args, .. } => {
                let args: &Args = args;
                self.note(args.text(0));
                say("Noted.".into())
            }
            Request::Input(Input::Click { at, count, .. }) if has(BUTTON, *at) => {
                self.presses += u32::from(*count);
                (None, None)
            }
            Request::Shell { command, .. } => (Some(self.shell(command)), None),
            Request::ReadFile { path } => {
                say(self.files.get(path).cloned().unwrap_or_else(|| format!("There is no file {path}.")))
            }
            Request::WriteFile { path, content } => {
                self.files.insert(path.clone(), content.clone());
                say(format!("{} bytes were written to {path}.", content.len()))
            }
            Request::ListFiles { .. } => say(self.files.keys().cloned().collect::<Vec<_>>().join("\n")),
            _ => (None, None),
        }
    }
}

fn has(region: Region, at: Point) -> bool {
    (region.x..region.x + region.width).contains(&at.x) && (region.y..region.y + region.height).contains(&at.y)
}

impl World for Notebook {
    fn capabilities(&self) -> Capabilities {
        Capabilities { surfaces: SURFACES.to_vec(), screen: Some(SCREEN), pages: false }
    }

    fn observe(&mut self) -> BoxFuture<'_, Result<Observation, Fault>> {
        Box::pin(async { Ok(self.look()) })
    }

    fn act<'a>(&'a mut self, request: &'a Request) -> BoxFuture<'a, Result<Step, Fault>> {
        Box::pin(async move {
            let (output, feedback) = self.perform(request);
            Ok(Step { output, feedback, ..Step::executed(self.look()) })
        })
    }

    fn door(&mut self) -> &mut dyn Door {
        self
    }
}

impl Door for Notebook {
    fn evidence(&mut self) -> BoxFuture<'_, Result<Evidence, Fault>> {
        Box::pin(async { Ok(Evidence(json!({"files": self.files, "presses": self.presses}))) })
    }
}

struct NotebookGrader {
    word: String,
}

impl Grader for NotebookGrader {
    fn mark<'a>(&'a self, case: &'a Case<'a>) -> BoxFuture<'a, Result<Marks, Fault>> {
        Box::pin(async move {
            let evidence = &case.evidence.0;
            let note = evidence["files"][NOTE].as_str().unwrap_or_default();
            let wanted = format!("{}\n", self.word);
            let presses = evidence["presses"].as_u64().unwrap_or_default();
            let answer = case.answer.unwrap_or(&Value::Null);
            Ok(all_of(vec![
                check("handed_in", *case.ending == Ending::Done)
                    .expected("the agent said that it was done")
                    .seen(case.ending)
                    .at(""),
                check("note", note == wanted).expected(format!("{wanted:?}")).seen(format!("{note:?}")).at("/files/note.txt"),
                check("pressed", presses > 0).expected("at least once").seen(presses).at("/presses"),
                check("lines", *answer == json!(1)).expected(1).seen(answer).at(""),
            ]))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance;

    #[tokio::test]
    async fn the_toy_world_passes_the_conformance_suite() {
        let suite = ToySuite::default();
        let instance = suite.instance(&"toy/notebook@3".parse().unwrap(), &Settings::new()).unwrap();
        assert_eq!(conformance::check(&suite, &instance).await, Vec::<String>::new());
    }
}
