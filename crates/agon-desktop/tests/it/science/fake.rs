//! A world without a display: a plotter that has KAlgebra's name, and a seat in front of it.

use agon_core::{
    Action, Agent, BoxFuture, Brief, Budget, Capabilities, Case, Door, Ending, Evidence, Fault, Input, Instance, Key, Marks,
    Need, Observation, Point, Region, Request, Seat, SeatError, Status, Step, Suite, Surface, Tree, TreeNode, Turn, Usage, World,
};
use agon_desktop::world::DeskOpening;
use agon_desktop::{Desk, Launch, Opener, Program};
use agon_sandbox::{TrialFolder, collect_files};
use agon_taskfile::Problem;
use agon_testkit::step;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use tempfile::TempDir;

/// A program by its name, which takes no setup but those it lists, or any where it lists none.
struct Named {
    name: &'static str,
    takes: &'static [&'static str],
}

impl Program for Named {
    fn name(&self) -> &'static str {
        self.name
    }

    fn title(&self) -> &'static str {
        "KAlgebra"
    }

    fn needs(&self) -> Vec<Need> {
        vec![Need { name: "KAlgebra".into(), found: None, remedy: "install kalgebra".into(), tasks: vec![] }]
    }

    fn launch(&self, setup: &toml::Table) -> Result<Launch, Problem> {
        match setup.keys().find(|key| !self.takes.is_empty() && !self.takes.contains(&key.as_str())) {
            Some(key) => Err(format!("there is no {key:?}; there is {}", self.takes.join(", ")).into()),
            None => Ok(Launch::default()),
        }
    }

    fn prepare<'a>(&'a self, _: &'a Desk, _: &'a toml::Table) -> BoxFuture<'a, Result<(), Fault>> {
        Box::pin(async { Ok(()) })
    }

    fn state<'a>(&'a self, _: &'a Desk) -> BoxFuture<'a, Result<Value, Fault>> {
        Box::pin(async { Ok(Value::Null) })
    }
}

pub(super) static PROGRAMS: &[&dyn Program] = &[&Named { name: "kalgebra", takes: &["tab"] }];

/// The programs that the built-in tasks name.
pub(super) static NAMES: &[&dyn Program] = &[
    &Named { name: "kalgebra", takes: &[] },
    &Named { name: "pymol", takes: &[] },
    &Named { name: "grass", takes: &[] },
    &Named { name: "stellarium", takes: &[] },
    &Named { name: "texstudio", takes: &[] },
    &Named { name: "coqide", takes: &[] },
];

pub(super) fn opener() -> Opener {
    Arc::new(|opening: DeskOpening| Box::pin(async move { Ok(Box::new(FakeWorld::new(opening)) as Box<dyn World>) }))
}

/// Places of what it shows; all are 100 by 20.
const NODES: [(&str, &str, f64); 2] = [("page tab", "2D Graph", 0.0), ("entry", "Expression", 40.0)];

struct FakeWorld {
    opening: DeskOpening,
    home: TempDir,
    focused: bool,
    typed: String,
    plots: Vec<String>,
}

impl FakeWorld {
    fn new(opening: DeskOpening) -> Self {
        let home = tempfile::tempdir().unwrap();
        for (path, bytes) in &opening.trial.files {
            std::fs::write(home.path().join(path), bytes).unwrap();
        }
        Self { opening, home, focused: false, typed: String::new(), plots: Vec::new() }
    }

    fn look(&self) -> Observation {
        let node = |role: &str, name: &str, y: f64| {
            let bounds = Some(Region { x: 0.0, y, width: 100.0, height: 20.0 });
            TreeNode { name: name.into(), bounds, ..TreeNode::new(role) }
        };
        let mut nodes: Vec<TreeNode> = NODES.iter().map(|(role, name, y)| node(role, name, *y)).collect();
        nodes.extend(self.plots.iter().enumerate().map(|(i, plot)| node("table cell", plot, 100.0 + 20.0 * i as f64)));
        Observation { tree: self.opening.view.shows.tree().then_some(Tree { nodes }), ..Observation::default() }
    }

    fn do_it(&mut self, request: &Request) {
        match request {
            Request::Input(Input::Click { at: Point { y, .. }, .. }) => self.focused = (40.0..60.0).contains(y),
            Request::Input(Input::Type { keys }) if self.focused => {
                self.typed.extend(keys.iter().map(|key| match key {
                    Key::Space => ' ',
                    Key::Char(character) => *character,
                    other => panic!("{other} is typed"),
                }));
            }
            Request::Input(Input::Keys { keys }) if *keys == [Key::Enter] && self.focused => {
                self.plots.push(std::mem::take(&mut self.typed));
            }
            // A shell that knows one command: `put FILE TEXT`.
            Request::Shell { command, .. } => {
                let mut words = command.splitn(3, ' ').skip(1);
                if let (Some(name), Some(text)) = (words.next(), words.next()) {
                    std::fs::write(self.home.path().join(name), text).unwrap();
                }
            }
            _ => {}
        }
    }
}

impl World for FakeWorld {
    fn capabilities(&self) -> Capabilities {
        let surfaces = vec![Surface::Screen, Surface::Tree, Surface::Calls, Surface::Shell, Surface::Files];
        Capabilities { surfaces, screen: Some(self.opening.view.screen), pages: false }
    }

    fn observe(&mut self) -> BoxFuture<'_, Result<Observation, Fault>> {
        Box::pin(async { Ok(self.look()) })
    }

    fn act<'a>(&'a mut self, request: &'a Request) -> BoxFuture<'a, Result<Step, Fault>> {
        Box::pin(async move {
            self.do_it(request);
            Ok(Step::executed(self.look()))
        })
    }

    fn door(&mut self) -> &mut dyn Door {
        self
    }
}

impl Door for FakeWorld {
    fn evidence(&mut self) -> BoxFuture<'_, Result<Evidence, Fault>> {
        Box::pin(async {
            let plot = |text: &String| {
                let samples: Vec<Value> = [-2.0, 0.0, 2.0].iter().map(|x| json!({"x": x, "y": value_at(*x, text)})).collect();
                json!({"visible": true, "text": text, "samples": samples})
            };
            let plots: Vec<Value> = self.plots.iter().map(plot).collect();
            // Every probe of the fake tells how many plots there are.
            let outcome = json!({"exit": 0, "stdout": format!("{{\"plots\": {}}}", plots.len()), "stderr": "", "files": {}});
            let probes: Map<String, Value> =
                self.opening.trial.probes.iter().map(|probe| (probe.name.clone(), outcome.clone())).collect();
            let files = collect_files(&TrialFolder::open(self.home.path()).unwrap(), &self.opening.trial.keep).0;
            Ok(Evidence(json!({"state": {"plots": plots}, "beside": {}, "probes": probes, "files": files})))
        })
    }
}

/// A formula's value: sums, products, powers and brackets.
fn value_at(x: f64, formula: &str) -> Option<f64> {
    let mut reader = Formula { x, rest: formula };
    reader.sum().filter(|_| reader.rest.is_empty())
}

struct Formula<'a> {
    x: f64,
    rest: &'a str,
}

impl Formula<'_> {
    fn sum(&mut self) -> Option<f64> {
        let mut value = self.product()?;
        loop {
            if self.take("+") {
                value += self.product()?;
            } else if self.take("-") {
                value -= self.product()?;
            } else {
                return Some(value);
            }
        }
    }

    fn product(&mut self) -> Option<f64> {
        let mut value = self.power()?;
        while self.take("*") {
            value *= self.power()?;
        }
        Some(value)
    }

    fn power(&mut self) -> Option<f64> {
        let base = self.single()?;
        Some(if self.take("^") { base.powf(self.single()?) } else { base })
    }

    fn single(&mut self) -> Option<f64> {
        if self.take("(") {
            let value = self.sum()?;
            return self.take(")").then_some(value);
        }
        if self.take("x") {
            return Some(self.x);
        }
        let sign = usize::from(self.rest.starts_with('-'));
        let end = self.rest[sign..].find(|c: char| !c.is_ascii_digit() && c != '.').map_or(self.rest.len(), |end| sign + end);
        let (number, rest) = self.rest.split_at(end);
        self.rest = rest;
        number.parse().ok()
    }

    fn take(&mut self, sign: &str) -> bool {
        let taken = self.rest.strip_prefix(sign);
        self.rest = taken.unwrap_or(self.rest);
        taken.is_some()
    }
}

/// A seat as the real one is, without record and limits.
struct FakeSeat {
    brief: Brief,
    world: Box<dyn World>,
    turn: Turn,
    steps: u32,
    answer: Option<Value>,
}

impl Seat for FakeSeat {
    fn brief(&self) -> &Brief {
        &self.brief
    }

    fn turn(&self) -> &Turn {
        &self.turn
    }

    fn act(&mut self, action: Action) -> BoxFuture<'_, Result<&Turn, SeatError>> {
        Box::pin(async move {
            assert!(action.surface().is_none_or(|surface| self.brief.surfaces.contains(&surface)), "{}", action.summary());
            self.steps += 1;
            self.turn.status = Some(Status::Executed);
            match action {
                Action::Done => self.turn.ending = Some(Ending::Done),
                Action::Fail { reason } => self.turn.ending = Some(Ending::Failed { reason }),
                Action::Answer { value } => self.answer = Some(value),
                action => self.turn.observation = step(self.world.as_mut(), &[], &action).await?.observation,
            }
            Ok(&self.turn)
        })
    }

    fn spend(&mut self, _: Option<&str>, _: &Usage) -> Result<(), SeatError> {
        Ok(())
    }

    fn note(&mut self, _: &str, _: Value) -> Result<(), SeatError> {
        Ok(())
    }
}

/// Sits an instance and marks it.
pub(super) async fn sit(suite: &dyn Suite, instance: &Instance, mut agent: Box<dyn Agent>) -> Marks {
    let mut world = suite.open(instance).await.unwrap();
    let observation = world.observe().await.unwrap();
    let turn = Turn { observation, status: None, message: String::new(), budget: Budget::default(), ending: None };
    let mut seat = FakeSeat { brief: instance.brief.clone(), world, turn, steps: 0, answer: None };
    agent.sit(&mut seat).await.unwrap_or_else(|error| panic!("{}: {error}", instance.id));
    assert!(seat.steps <= instance.limits.steps.unwrap(), "{} took {} steps", instance.id, seat.steps);
    let ending = seat.turn.ending.clone().unwrap_or(Ending::Left);
    // Marked twice, the second time from what a record would keep.
    let evidence = seat.world.door().evidence().await.unwrap();
    let kept: Evidence = serde_json::from_str(&serde_json::to_string(&evidence).unwrap()).unwrap();
    let grader = suite.grader(instance).unwrap();
    let case = |evidence| Case { answer: seat.answer.as_ref(), steps: seat.steps, ..Case::new(instance, evidence, &ending) };
    let marks = grader.mark(&case(&evidence)).await.unwrap();
    assert_eq!(grader.mark(&case(&kept)).await.unwrap(), marks);
    marks
}
