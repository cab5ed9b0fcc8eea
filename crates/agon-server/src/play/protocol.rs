//! What goes between the page and whoever serves it. The page's types (`web/generated/play.ts`) are made from these by a test.

use agon_core::{Action, Brief, Budget, Button, Function, Point, Space, Surface, Target, Verdict};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Instant;
#[cfg(test)]
use ts_rs::TS;

/// What the page is told; pictures of the screen come beside it, as PNG files.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(test, derive(TS))]
pub enum ToPage {
    Task {
        task: Box<Shown>,
    },
    /// Before the first task, between two, and after the last.
    Lobby {
        lobby: Lobby,
    },
    /// What the page asked for last was not taken.
    Refused,
}

/// What the page tells.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(test, derive(TS))]
pub enum FromPage {
    /// An action, and the mouse and keyboard events that it was made of.
    Act { action: PageAction, events: Vec<RawEvent> },
    /// A part of the task is done; what it gave.
    Subtask { result: String },
    /// The instructions are opened over the task, or closed again.
    Instructions { open: bool },
    /// The participant agrees to being recorded.
    Consent,
    /// The participant wants the next task.
    Begin,
    /// The page shows how the trial came out.
    Told,
}

/// What a participant sees without a task.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Lobby {
    pub stage: Stage,
    pub place: TaskPlace,
    /// Markdown.
    pub consent: String,
    /// Markdown.
    pub instructions: String,
    /// A video can be watched.
    pub has_demo: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(TS))]
pub enum Stage {
    /// Consent has not been given yet.
    Consent,
    /// The next task is being set up.
    Waiting,
    /// The next task begins when the participant says so.
    Ready,
    /// There are no more.
    Finished,
}

/// Which of a participant's tasks it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TaskPlace {
    /// From 1.
    pub task: u32,
    pub tasks: u32,
}

/// One event as the browser gave it. The kinds are those that VeriGUI records, by which the actions can be put together again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(TS))]
pub struct RawEvent {
    pub kind: RawKind,
    /// Milliseconds since the page was opened.
    pub at_ms: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub at: Option<PagePoint>,
    /// The button, the key, the text, or the turns of the wheel.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub detail: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(TS))]
pub enum RawKind {
    MouseDown,
    MouseUp,
    MouseDrag,
    Wheel,
    KeyDown,
    Input,
    ContextMenu,
    TabChange,
    ResultState,
}

/// What stands beside the screen.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Shown {
    pub title: String,
    /// Markdown.
    pub instruction: String,
    /// Functions, how they are called, and what counts. Markdown.
    pub rules: String,
    pub controls: Controls,
    pub functions: Vec<PageFunction>,
    /// Which of a participant's tasks it is; absent where only one is played.
    pub place: Option<TaskPlace>,
    pub phase: Phase,
    /// The screen changes by itself. Elsewhere time passes with steps only.
    pub is_live: bool,
    /// Steps are taken; not while the instructions are open.
    pub is_recording: bool,
    /// Parts of the task that were marked as done.
    pub subtasks: u32,
    /// Actions that were taken so far; the page waits for its own.
    #[cfg_attr(test, ts(type = "number"))]
    pub acts: u64,
    pub message: String,
    /// What there is to see beside the picture, where the world tells it in words.
    pub text: Option<String>,
    /// What is left.
    pub steps: Option<u32>,
    pub wall_secs: Option<f64>,
    /// When that was; a person's clock runs on between steps.
    #[serde(skip)]
    budget_at: Option<Instant>,
    pub ending: Option<String>,
    pub outcome: Option<Outcome>,
}

/// What the task is worked on with: the surfaces of its brief.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Controls {
    pub screen: bool,
    pub calls: bool,
    pub shell: bool,
    pub files: bool,
    pub answer: bool,
}

/// A function of the task, for buttons and fields.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PageFunction {
    pub name: String,
    pub about: String,
    pub params: Vec<PageParam>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PageParam {
    pub name: String,
    pub about: String,
    /// Every value, where there are few.
    #[cfg_attr(test, ts(type = "(string | number)[]"))]
    pub values: Vec<Value>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(TS))]
pub enum Phase {
    Starting,
    Sitting,
    Marking,
    Over,
}

/// How it came out.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(test, derive(TS))]
pub enum Outcome {
    Scored { score: f64, passed: bool, checks: Vec<ShownCheck> },
    Void { detail: String },
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ShownCheck {
    pub name: String,
    pub passed: bool,
    pub expected: String,
    pub seen: String,
}

/// What the page can ask for: those actions that a person does with a mouse, a keyboard and the fields beside the screen.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(test, derive(TS))]
pub enum PageAction {
    Click {
        at: PagePoint,
        button: PageButton,
        count: u8,
        holding: Vec<String>,
    },
    Move {
        to: PagePoint,
    },
    Drag {
        path: Vec<PagePoint>,
        button: PageButton,
        holding: Vec<String>,
    },
    Scroll {
        at: PagePoint,
        dx: f64,
        dy: f64,
    },
    Type {
        text: String,
    },
    Keys {
        keys: Vec<String>,
    },
    Wait {
        secs: f64,
    },
    Call {
        text: String,
    },
    /// A function by its button; `args` as the brief's own notation has them.
    Function {
        name: String,
        #[cfg_attr(test, ts(type = "unknown"))]
        args: Value,
    },
    Shell {
        command: String,
    },
    ListFiles {
        path: String,
    },
    ReadFile {
        path: String,
    },
    WriteFile {
        path: String,
        content: String,
    },
    Answer {
        value: String,
    },
    Fail {
        reason: String,
    },
    Done,
}

/// Pixels of the task's screen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PagePoint {
    pub x: f64,
    pub y: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(TS))]
pub enum PageButton {
    Left,
    Middle,
    Right,
}

impl Shown {
    pub(super) fn new(brief: &Brief) -> Self {
        let told = Brief { instruction: String::new(), ..brief.clone() };
        Self {
            title: brief.title.clone(),
            instruction: brief.instruction.clone(),
            rules: told.prompt(),
            controls: Controls::of(&brief.surfaces),
            functions: brief.functions.iter().map(PageFunction::of).collect(),
            place: None,
            phase: Phase::Starting,
            is_live: false,
            is_recording: true,
            subtasks: 0,
            acts: 0,
            message: String::new(),
            text: None,
            steps: None,
            wall_secs: None,
            budget_at: None,
            ending: None,
            outcome: None,
        }
    }

    pub(super) fn set_budget(&mut self, budget: &Budget) {
        (self.steps, self.wall_secs) = (budget.steps, budget.wall_secs);
        self.budget_at = Some(Instant::now());
    }

    /// As it is to be told now.
    pub(super) fn now(&self) -> Self {
        let passed = self.budget_at.map_or(0.0, |then| then.elapsed().as_secs_f64());
        let wall_secs = self.wall_secs.map(|secs| (secs - passed).max(0.0));
        Self { wall_secs, ..self.clone() }
    }
}

impl Controls {
    fn of(surfaces: &[Surface]) -> Self {
        let has = |surface| surfaces.contains(&surface);
        Self {
            screen: has(Surface::Screen),
            calls: has(Surface::Calls),
            shell: has(Surface::Shell),
            files: has(Surface::Files),
            answer: has(Surface::Answer),
        }
    }
}

/// More values than this are typed, not chosen.
const MOST_VALUES: usize = 12;

impl PageFunction {
    fn of(function: &Function) -> Self {
        let params = function.params.iter().map(|param| PageParam {
            name: param.name.clone(),
            about: param.about.clone(),
            values: values(&param.space),
        });
        Self { name: function.name.clone(), about: function.about.clone(), params: params.collect() }
    }
}

/// Every value of a space, if there are few.
fn values(space: &Space) -> Vec<Value> {
    let values: Vec<Value> = match space {
        Space::Integer { min, max } if max.saturating_sub(*min) < MOST_VALUES as i64 => (*min..=*max).map(Value::from).collect(),
        Space::Choice { values } => values.iter().map(|value| Value::from(value.as_str())).collect(),
        _ => Vec::new(),
    };
    if values.len() <= MOST_VALUES { values } else { Vec::new() }
}

impl From<Verdict> for Outcome {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Scored(marks) => {
                let shown = |check: agon_core::Check| ShownCheck {
                    name: check.name,
                    passed: check.passed,
                    expected: check.expected,
                    seen: check.seen,
                };
                Self::Scored { score: marks.score, passed: marks.passed, checks: marks.checks.into_iter().map(shown).collect() }
            }
            Verdict::Void(fault) => Self::Void { detail: fault.to_string() },
        }
    }
}

impl From<PageAction> for Action {
    fn from(action: PageAction) -> Self {
        match action {
            PageAction::Click { at, button, count, holding } => {
                Self::Click { at: at.into(), button: button.into(), count, holding }
            }
            PageAction::Move { to } => Self::Move { to: to.into() },
            PageAction::Drag { path, button, holding } => {
                Self::Drag { path: path.into_iter().map(Target::from).collect(), button: button.into(), holding }
            }
            PageAction::Scroll { at, dx, dy } => Self::Scroll { at: at.into(), dx, dy },
            PageAction::Type { text } => Self::Type { text },
            PageAction::Keys { keys } => Self::Keys { keys },
            PageAction::Wait { secs } => Self::Wait { secs },
            PageAction::Call { text } => Self::Text { text },
            PageAction::Function { name, args } => Self::Call { name, args },
            PageAction::Shell { command } => Self::Shell { command, timeout_secs: None },
            PageAction::ListFiles { path } => Self::ListFiles { path },
            PageAction::ReadFile { path } => Self::ReadFile { path },
            PageAction::WriteFile { path, content } => Self::WriteFile { path, content },
            PageAction::Answer { value } => Self::Answer { value: value.into() },
            PageAction::Fail { reason } => Self::Fail { reason },
            PageAction::Done => Self::Done,
        }
    }
}

impl From<PagePoint> for Target {
    fn from(PagePoint { x, y }: PagePoint) -> Self {
        Self::Point(Point { x, y })
    }
}

impl From<PageButton> for Button {
    fn from(button: PageButton) -> Self {
        match button {
            PageButton::Left => Self::Left,
            PageButton::Middle => Self::Middle,
            PageButton::Right => Self::Right,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes `web/generated/play.ts` anew where `AGON_GENERATE` is set; fails where it differs.
    #[test]
    fn the_pages_types_are_those_of_the_server() {
        let config = ts_rs::Config::default();
        let declared = [
            PagePoint::decl(&config),
            PageButton::decl(&config),
            PageAction::decl(&config),
            RawKind::decl(&config),
            RawEvent::decl(&config),
            FromPage::decl(&config),
            Phase::decl(&config),
            Controls::decl(&config),
            PageParam::decl(&config),
            PageFunction::decl(&config),
            TaskPlace::decl(&config),
            ShownCheck::decl(&config),
            Outcome::decl(&config),
            Shown::decl(&config),
            Stage::decl(&config),
            Lobby::decl(&config),
            ToPage::decl(&config),
        ];
        agon_testkit::check_page_types("play", "crates/agon-server/src/play/protocol.rs", &declared);
    }

    /// What the page writes means the same as the action that any agent writes.
    #[test]
    fn what_the_page_sends_are_actions_of_the_same_name() {
        for (sent, means) in [
            (
                r#"{"kind":"click","at":{"x":1,"y":2},"button":"right","count":2,"holding":["shift"]}"#,
                r#"{"kind":"click","at":{"point":{"x":1,"y":2}},"button":"right","count":2,"holding":["shift"]}"#,
            ),
            (r#"{"kind":"move","to":{"x":1,"y":2}}"#, r#"{"kind":"move","to":{"point":{"x":1,"y":2}}}"#),
            (
                r#"{"kind":"drag","path":[{"x":1,"y":2},{"x":3,"y":4}],"button":"middle","holding":[]}"#,
                r#"{"kind":"drag","path":[{"point":{"x":1,"y":2}},{"point":{"x":3,"y":4}}],"button":"middle"}"#,
            ),
            (
                r#"{"kind":"scroll","at":{"x":1,"y":2},"dx":0,"dy":-3}"#,
                r#"{"kind":"scroll","at":{"point":{"x":1,"y":2}},"dx":0,"dy":-3}"#,
            ),
            (r#"{"kind":"call","text":"('stop', 'stop')"}"#, r#"{"kind":"text","text":"('stop', 'stop')"}"#),
            (r#"{"kind":"function","name":"move","args":2}"#, r#"{"kind":"call","name":"move","args":2}"#),
        ] {
            let sent: PageAction = serde_json::from_str(sent).unwrap();
            assert_eq!(Action::from(sent), serde_json::from_str(means).unwrap(), "{means}");
        }
        // These are written alike.
        for same in [
            r#"{"kind":"type","text":"a"}"#,
            r#"{"kind":"keys","keys":["ctrl","s"]}"#,
            r#"{"kind":"wait","secs":1.5}"#,
            r#"{"kind":"shell","command":"ls"}"#,
            r#"{"kind":"list_files","path":"."}"#,
            r#"{"kind":"read_file","path":"a"}"#,
            r#"{"kind":"write_file","path":"a","content":"b"}"#,
            r#"{"kind":"answer","value":"4"}"#,
            r#"{"kind":"fail","reason":"no"}"#,
            r#"{"kind":"done"}"#,
        ] {
            let sent: PageAction = serde_json::from_str(same).unwrap();
            assert_eq!(Action::from(sent), serde_json::from_str(same).unwrap(), "{same}");
        }
        assert!(serde_json::from_str::<PageAction>(r#"{"kind":"unread","text":"a","problem":"b"}"#).is_err());
    }

    #[test]
    fn the_page_is_told_which_controls_the_task_uses() {
        let brief = Brief { surfaces: vec![Surface::Screen, Surface::Answer], ..Brief::default() };
        let wanted = Controls { screen: true, calls: false, shell: false, files: false, answer: true };
        assert_eq!(Shown::new(&brief).controls, wanted);
    }
}
