use super::*;
use agon_core::{
    Action, Agent, AgentError, BoxFuture, Brief, Budget, Button, Ending, Observation, Point, Region, Seat, SeatError, Status,
    Target, Tree, TreeNode, Turn, Usage,
};
use serde_json::json;

/// A seat that shows one tree after the other and keeps what was done.
struct FakeSeat {
    brief: Brief,
    turn: Turn,
    views: Vec<Tree>,
    done: Vec<Action>,
    refuses: Option<Status>,
}

impl FakeSeat {
    fn new(mut views: Vec<Tree>) -> Self {
        let first = views.remove(0);
        Self { brief: Brief::default(), turn: turn(first), views, done: Vec::new(), refuses: None }
    }
}

fn turn(tree: Tree) -> Turn {
    let observation = Observation { tree: Some(tree), ..Observation::default() };
    Turn { observation, status: None, message: String::new(), budget: Budget::default(), ending: None }
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
            if let Some(ending) = self.turn.ending.clone() {
                return Err(SeatError::Ended(ending));
            }
            if !self.views.is_empty() {
                self.turn.observation.tree = Some(self.views.remove(0));
            }
            self.turn.status = Some(self.refuses.unwrap_or(Status::Executed));
            self.turn.ending = match &action {
                Action::Done => Some(Ending::Done),
                Action::Fail { reason } => Some(Ending::Failed { reason: reason.clone() }),
                _ => None,
            };
            self.done.push(action);
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

/// Nodes as `(parent, role, name, x)`, each 20 by 10.
fn tree(nodes: &[(Option<u32>, &str, &str, f64)]) -> Tree {
    let node = |(parent, role, name, x): &(Option<u32>, &str, &str, f64)| TreeNode {
        parent: *parent,
        name: (*name).into(),
        bounds: (*x >= 0.0).then_some(Region { x: *x, y: 0.0, width: 20.0, height: 10.0 }),
        ..TreeNode::new(*role)
    };
    Tree { nodes: nodes.iter().map(node).collect() }
}

fn window() -> Tree {
    tree(&[
        (None, "frame", "KAlgebra", 0.0),
        (Some(0), "push button", "Plot", 100.0),
        (Some(0), "entry", "", 200.0),
        (Some(0), "entry", "", 300.0),
        (Some(0), "push button", "Hidden", -1.0),
        (Some(0), "dialog", "Save", 400.0),
        (Some(5), "push button", "Cancel", 500.0),
        (Some(0), "push button", "Cancel", 600.0),
    ])
}

fn script(steps: &str) -> Result<Script, String> {
    let table: Table = toml::from_str(&format!("steps = [{steps}]")).unwrap();
    let steps: Vec<Table> = table["steps"].clone().try_into().unwrap();
    Script::read(&steps)
}

async fn play(steps: &str, seat: &mut FakeSeat) -> Result<Vec<Action>, String> {
    match Scripted::new(script(steps).unwrap()).sit(seat).await {
        Ok(()) => Ok(seat.done.clone()),
        Err(AgentError::Fault(fault)) => Err(fault.to_string()),
        Err(other) => panic!("{other}"),
    }
}

async fn played(steps: &str) -> Result<Vec<Action>, String> {
    play(steps, &mut FakeSeat::new(vec![window()])).await
}

fn click(x: f64, y: f64) -> Action {
    Action::Click { at: Target::Point(Point { x, y }), button: Button::Left, count: 1, holding: vec![] }
}

#[tokio::test]
async fn places_are_found_by_the_tree() {
    for (steps, x, y) in [
        ("{ click = 'push button: Plot' }", 110.0, 5.0),
        ("{ click = 'Push Button: P*t' }", 110.0, 5.0),
        ("{ click = 'entry', nth = 1 }", 210.0, 5.0),
        ("{ click = 'entry: *', nth = -1 }", 310.0, 5.0),
        ("{ click = 'push button: Cancel', in = 'dialog: Save' }", 510.0, 5.0),
        ("{ click = 'push button: Plot', offset = [-9, 3] }", 101.0, 8.0),
        ("{ click = [7, 8.5] }", 7.0, 8.5),
    ] {
        assert_eq!(played(steps).await.unwrap(), [click(x, y), Action::Done], "{steps}");
    }
}

#[tokio::test]
async fn places_that_cannot_be_told_end_with_an_error() {
    for (steps, part) in [
        (
            "{ click = 'push button: Plto' }",
            r#"step 1 of the script: there is no "push button: Plto"; of this role are "Plot", "Cancel", "Cancel""#,
        ),
        ("{ click = 'slider: x' }", "nothing of the 8 nodes has this role"),
        ("{ click = 'push button: Hidden' }", "there is no"),
        ("{ wait = 1 }, { click = 'entry' }", "step 2 of the script: there are 2 of \"entry\"; say which"),
        ("{ click = 'entry', nth = 3 }", "there are only 2"),
        ("{ click = 'push button: Plot', in = 'dialog: Save' }", "in \"dialog: Save\""),
    ] {
        let problem = played(steps).await.unwrap_err();
        assert!(problem.starts_with("agent: ") && problem.contains(part), "{problem}");
    }
    let mut blind = FakeSeat::new(vec![window()]);
    blind.turn.observation.tree = None;
    assert!(play("{ click = 'entry', nth = 1 }", &mut blind).await.unwrap_err().contains("observation=both"));
    let mut refusing = FakeSeat::new(vec![window()]);
    refusing.refuses = Some(Status::BadArguments);
    assert!(play("{ keys = 'hyper+x' }", &mut refusing).await.unwrap_err().contains("keys hyper+x: bad_arguments"));
}

#[tokio::test]
async fn every_step_does_what_it_says() {
    let at = |x, y| Target::Point(Point { x, y });
    let steps = "
        { click = [1, 2], button = 'right', count = 2, holding = ['ctrl'] },
        { move = 'push button: Plot' },
        { drag = ['push button: Plot', { at = 'entry', nth = 2, offset = [1, 1] }, [9, 9]], button = 'middle' },
        { scroll = [1, 2], dy = 3 },
        { type = 'é' },
        { type = 2.5 },
        { keys = 'ctrl+s' },
        { keys = ['ctrl+a', 'Delete'] },
        { wait = 0.5 },
        { shell = 'ls', timeout_secs = 5 },
        { read_file = 'a' },
        { write_file = 'a', content = 'b' },
        { answer = { x = [1, 'two'] } },
        { fail = 'no such map' }";
    let expected = vec![
        Action::Click { at: at(1.0, 2.0), button: Button::Right, count: 2, holding: vec!["ctrl".into()] },
        Action::Move { to: at(110.0, 5.0) },
        Action::Drag { path: vec![at(110.0, 5.0), at(311.0, 6.0), at(9.0, 9.0)], button: Button::Middle, holding: vec![] },
        Action::Scroll { at: at(1.0, 2.0), dx: 0.0, dy: 3.0 },
        Action::Type { text: "é".into() },
        Action::Type { text: "2.5".into() },
        Action::Keys { keys: vec!["ctrl".into(), "s".into()] },
        Action::Keys { keys: vec!["ctrl".into(), "a".into()] },
        Action::Keys { keys: vec!["Delete".into()] },
        Action::Wait { secs: 0.5 },
        Action::Shell { command: "ls".into(), timeout_secs: Some(5.0) },
        Action::ReadFile { path: "a".into() },
        Action::WriteFile { path: "a".into(), content: "b".into() },
        Action::Answer { value: json!({"x": [1, "two"]}) },
        Action::Fail { reason: "no such map".into() },
    ];
    assert_eq!(played(steps).await.unwrap(), expected);
    assert_eq!(script(steps).unwrap().least_steps(), expected.len());
    assert!(script(steps).unwrap().declares_fail());
    assert!(played("{ type = 'x' }, { leave = true }").await.unwrap() == [Action::Type { text: "x".into() }]);
}

#[tokio::test]
async fn waits_end_with_what_they_wait_for() {
    let empty = || tree(&[(None, "frame", "KAlgebra", 0.0)]);
    let waits = |count: usize| vec![Action::Wait { secs: 0.5 }; count].into_iter().chain([Action::Done]).collect::<Vec<_>>();
    let seat = |views: Vec<Tree>| FakeSeat::new(views);
    let done = play("{ wait_for = 'dialog: Save', tries = 5 }", &mut seat(vec![empty(), empty(), window()])).await;
    assert_eq!(done.unwrap(), waits(2));
    let done = play("{ wait_for = 'dialog: Save', gone = true }", &mut seat(vec![window(), empty()])).await;
    assert_eq!(done.unwrap(), waits(1));
    let done = play("{ wait_for_text = '*Plo?' }", &mut seat(vec![empty(), window()])).await;
    assert_eq!(done.unwrap(), waits(1));
    let done = play("{ wait_for = 'dialog: Save' }", &mut seat(vec![window()])).await;
    assert_eq!(done.unwrap(), waits(0));
    let problem = play("{ wait_for = 'dialog: Save', tries = 3 }", &mut seat(vec![empty()])).await.unwrap_err();
    assert!(problem.contains("\"dialog: Save\" did not appear after 3 waits of 0.5 s"), "{problem}");
}

#[tokio::test]
async fn a_trial_that_ends_early_ends_the_script() {
    struct Short(FakeSeat);
    let mut seat = Short(FakeSeat::new(vec![window()]));
    seat.0.turn.ending = Some(Ending::Stopped);
    let agent = Scripted::new(script("{ type = 'x' }").unwrap()).sit(&mut seat.0).await;
    assert!(matches!(agent, Err(AgentError::Crashed(_))), "acting after the end is the agent's own mistake");
}

#[test]
fn steps_that_make_no_sense_are_refused() {
    for (steps, part) in [
        ("{ clik = [1, 2] }", "step 1: it does nothing that is known; there are click,"),
        ("{ type = 'a', keys = 'b' }", "several things at once: type, keys"),
        ("{ type = 'a', nth = 1 }", "unknown field `nth`"),
        ("{ click = [1, 2], nth = 1 }", "mean nothing for a point"),
        ("{ click = [1] }", "a point is a list of two numbers"),
        ("{ click = 3 }", "a place is a point"),
        ("{ click = ': x' }", "names no role"),
        ("{ click = 'a: b', nth = 0 }", "counts from 1"),
        ("{ click = 'a: b', button = 'upper' }", "unknown variant `upper`"),
        ("{ drag = ['a: b'] }", "at least two places"),
        ("{ keys = 'ctrl+' }", "is no chord"),
        ("{ keys = [] }", "there are none"),
        ("{ move = 'a: b', button = 'left' }", "unknown field `button`"),
        ("{ type = 'a' }, { done = true }, { type = 'b' }", "step 2 ends the script"),
    ] {
        let problem = script(steps).unwrap_err();
        assert!(problem.contains(part), "{steps}: {problem}");
    }
}

#[test]
fn attempts_change_the_solution() {
    let solution = script("{ type = 'x', id = 'formula' }, { keys = 'enter', id = 'enter' }, { answer = 3 }").unwrap();
    let changed = |text: &str| solution.changed(&toml::from_str(text).unwrap());
    let same = |text: &str, steps: &str| {
        let (changed, expected) = (changed(text).unwrap(), script(steps).unwrap());
        let acts = |script: &Script| script.steps.iter().map(|step| step.act.clone()).collect::<Vec<_>>();
        assert_eq!(acts(&changed), acts(&expected), "{text}");
    };
    same("with.formula = { type = 'y' }", "{ type = 'y' }, { keys = 'enter' }, { answer = 3 }");
    same("without = ['enter']\nanswer = 4", "{ type = 'x' }, { answer = 4 }");
    same("then = [{ type = 'z' }]", "{ type = 'x' }, { keys = 'enter' }, { answer = 3 }, { type = 'z' }");
    same("then = [{ leave = true }]", "{ type = 'x' }, { keys = 'enter' }, { answer = 3 }, { leave = true }");
    same("steps = [{ fail = 'no' }]", "{ fail = 'no' }");
    for (text, part) in [
        ("with.formel = { type = 'y' }", "no step with the id \"formel\""),
        ("without = ['a']", "no step with the id \"a\""),
        ("with.formula = { tpye = 'y' }", "with.formula: "),
        ("steps = []\nanswer = 3", "nothing to change"),
        ("", "changes nothing"),
        ("answer = 3", "changes nothing"),
    ] {
        let problem = changed(text).unwrap_err();
        assert!(problem.contains(part), "{text}: {problem}");
    }
}
