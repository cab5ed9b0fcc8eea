//! One set of tools for everything: what the brief's surfaces offer, with a plan, the pointer and sub-agents beside them.

use super::config::ClawConfig;
use super::plan::Plan;
use super::role::Role;
use agon_core::{Action, Brief, Call, Surface};
use agon_dialect::{DesktopTools, Dialect as _, Said, View};
use agon_model::{Tool, ToolCall};
use serde_json::{Value, json};

/// The tools of one role at one seat.
pub(super) struct Toolset {
    role: Role,
    dialect: &'static DesktopTools,
    brief: Brief,
    /// Whether the screen can be worked: by somebody who sees it, or by the places in its tree.
    works_screen: bool,
    has_plan: bool,
    /// The sub-agents that it can delegate to.
    pub(super) sub_agents: Vec<Role>,
}

/// What a call comes to.
#[derive(Debug, PartialEq)]
pub(super) enum Deed {
    /// Steps at the seat.
    Act(Vec<Action>),
    Plan(Plan),
    Delegate {
        to: Role,
        task: String,
    },
    /// Where the pointer is.
    Pointer,
    /// It cannot be done, and this is why.
    Refused(String),
}

const PLAN: &str = "plan";
const DELEGATE: &str = "delegate";
const CURSOR_POSITION: &str = "cursor_position";
const SCREENSHOT: &str = "screenshot";
const DONE: &str = "done";
/// What looks and changes nothing.
const READ_ONLY: [&str; 3] = [SCREENSHOT, "read_file", "list_files"];
/// What a longer name of a tool is cut to in messages.
const MAX_NAME_CHARS: usize = 60;

impl Toolset {
    pub(super) fn new(
        role: Role,
        brief: &Brief,
        config: &ClawConfig,
        dialect: &'static DesktopTools,
        has_pictures: bool,
    ) -> Self {
        let has = |surface| brief.surfaces.contains(&surface);
        let works_screen = has(Surface::Screen) && (config.sees(role) || has(Surface::Tree));
        let offers = |sub_agent: &Role| {
            let has_work = match sub_agent {
                Role::Main => false,
                Role::General => true,
                Role::Explore => has(Surface::Files) || (has(Surface::Screen) && config.sees(Role::Explore)),
                Role::Gui => has(Surface::Screen) || has_pictures,
            };
            role == Role::Main && has_work && config.has_sub_agent(*sub_agent)
        };
        let sub_agents = Role::SUB_AGENTS.into_iter().filter(offers).collect();
        Self { role, dialect, brief: brief.clone(), works_screen, has_plan: config.has_module(PLAN), sub_agents }
    }

    /// The tools to offer with a request. A function of the task's by the name of a tool is the function.
    pub(super) fn tools(&self, view: &View) -> Vec<Tool> {
        let mut tools = crate::model::sitting::tools(self.dialect, &self.brief, view);
        tools.retain(|tool| self.offers(tool.name()));
        let mut own = Vec::new();
        if tools.iter().any(|tool| tool.name() == SCREENSHOT) {
            own.push(function(CURSOR_POSITION, "Say where the pointer is. It costs no step.", no_arguments()));
        }
        if self.role == Role::Main && !tools.iter().any(|tool| tool.name() == DONE) {
            own.push(function(DONE, "Say that the task is finished.", no_arguments()));
        }
        if self.has_plan {
            let about = "Write down what is to be done and how far you are, all of it each time. It costs no step.";
            own.push(function(PLAN, about, Plan::schema()));
        }
        if !self.sub_agents.is_empty() {
            let names: Vec<&str> = self.sub_agents.iter().map(|role| role.word()).collect();
            let task = json!({"type": "string", "description": "what to do or find out, with all that it needs to know: it sees nothing of your conversation"});
            let properties = json!({"agent": {"type": "string", "enum": names}, "task": task});
            let schema =
                json!({"type": "object", "properties": properties, "required": ["agent", "task"], "additionalProperties": false});
            let about = "Let a sub-agent do a part of the task, and get its report. Its steps count as yours.";
            own.push(function(DELEGATE, about, schema));
        }
        own.retain(|tool| !self.is_function(tool.name()));
        tools.extend(own);
        tools
    }

    fn is_function(&self, name: &str) -> bool {
        self.brief.functions.iter().any(|function| function.name == name)
    }

    /// Whether a tool of the dialect's is for this role.
    fn offers(&self, name: &str) -> bool {
        if self.is_function(name) {
            return self.role != Role::Explore;
        }
        let is_file = ["read_file", "write_file", "list_files"].contains(&name);
        match (self.role, name) {
            (Role::Explore, name) if !READ_ONLY.contains(&name) => false,
            (role, "done" | "fail") => role == Role::Main,
            (Role::Gui, "bash" | "answer") => false,
            (_, "bash" | "answer" | "wait") => true,
            (role, _) if is_file => role != Role::Gui,
            _ => self.works_screen,
        }
    }

    /// What a call comes to, for somebody who looks at `view`.
    pub(super) fn read(&self, call: &ToolCall, view: &View) -> Deed {
        let tools = self.tools(view);
        if !tools.iter().any(|tool| tool.name() == call.name) {
            let known: Vec<&str> = tools.iter().map(Tool::name).collect();
            let hint = if call.name == DELEGATE { "; a sub-agent cannot delegate" } else { "" };
            let name: String = call.name.chars().take(MAX_NAME_CHARS).collect();
            return Deed::Refused(format!("there is no tool '{name}' here{hint}; there are: {}", known.join(", ")));
        }
        match call.name.as_str() {
            name if self.is_function(name) => self.act(call, view),
            PLAN => Plan::read(&call.args).map_or_else(Deed::Refused, Deed::Plan),
            DELEGATE => self.delegation(&call.args),
            CURSOR_POSITION => Deed::Pointer,
            // The dialect has none where functions are all there is.
            DONE => Deed::Act(vec![Action::Done]),
            _ => self.act(call, view),
        }
    }

    fn act(&self, call: &ToolCall, view: &View) -> Deed {
        let reading = self.dialect.read(&Said::calls(vec![Call::new(&call.name, call.args.clone())]), view);
        if let Some(problem) = reading.problem {
            return Deed::Refused(problem);
        }
        match reading.actions.iter().find(|action| !self.role.may(action)) {
            Some(action) => Deed::Refused(format!("the {} sub-agent may not do this: {}", self.role.word(), action.kind())),
            None => Deed::Act(reading.actions),
        }
    }

    fn delegation(&self, args: &Value) -> Deed {
        let names = || self.sub_agents.iter().map(|role| role.word()).collect::<Vec<_>>().join(", ");
        let task = args["task"].as_str().map(str::trim).filter(|task| !task.is_empty());
        let to = args["agent"].as_str().and_then(Role::sub_agent).filter(|role| self.sub_agents.contains(role));
        match (to, task) {
            (None, _) => Deed::Refused(format!("'agent' must be one of: {}", names())),
            (_, None) => Deed::Refused("'task' must say what the sub-agent is to do".into()),
            (Some(to), Some(task)) => Deed::Delegate { to, task: task.to_owned() },
        }
    }
}

fn function(name: &str, about: &str, schema: Value) -> Tool {
    Tool::Function { name: name.into(), about: about.into(), schema }
}

fn no_arguments() -> Value {
    json!({"type": "object", "properties": {}, "additionalProperties": false})
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Function;

    fn config(settings: Value) -> ClawConfig {
        ClawConfig::read(settings.as_object().unwrap()).unwrap()
    }

    fn names(role: Role, brief: &Brief, settings: Value) -> Vec<String> {
        let toolset = Toolset::new(role, brief, &config(settings), &DesktopTools::PIXELS, true);
        toolset.tools(&View::default()).iter().map(|tool| tool.name().to_owned()).collect()
    }

    fn brief(surfaces: &[Surface]) -> Brief {
        Brief { surfaces: surfaces.into(), ..Brief::default() }
    }

    #[test]
    fn a_role_has_the_tools_of_the_surfaces_that_are_its_own() {
        let work = brief(&[Surface::Shell, Surface::Files]);
        let blind = json!({"model": "vllm/m", "vision": false});
        assert_eq!(
            names(Role::Main, &work, blind.clone()),
            ["bash", "read_file", "write_file", "list_files", "wait", "done", "fail", "plan", "delegate"]
        );
        assert_eq!(
            names(Role::General, &work, blind.clone()),
            ["bash", "read_file", "write_file", "list_files", "wait", "plan"],
            "a sub-agent neither ends the trial nor delegates"
        );
        assert_eq!(names(Role::Explore, &work, blind.clone()), ["read_file", "list_files", "plan"]);
        let desk = brief(&[Surface::Screen, Surface::Shell, Surface::Files, Surface::Answer]);
        let main = names(Role::Main, &desk, json!({"model": "vllm/m"}));
        for name in ["key", "click", "screenshot", "cursor_position", "bash", "answer", "done", "delegate"] {
            assert!(main.iter().any(|tool| tool == name), "{name} in {main:?}");
        }
        assert_eq!(names(Role::Explore, &desk, json!({})), ["screenshot", "read_file", "list_files", "cursor_position", "plan"]);
        let seeing = names(Role::Gui, &desk, json!({"model": "vllm/m", "vision": false, "gui": {"model": "vllm/eyes"}}));
        assert!(seeing.contains(&"click".to_owned()) && !seeing.contains(&"bash".to_owned()), "{seeing:?}");
        assert!(!names(Role::Main, &desk, blind.clone()).contains(&"click".to_owned()), "nobody clicks in the dark");
        let tree = brief(&[Surface::Screen, Surface::Tree]);
        assert!(names(Role::Main, &tree, blind).contains(&"click".to_owned()), "a tree tells the places");
    }

    #[test]
    fn sub_agents_are_offered_where_they_have_something_to_do() {
        let offered = |brief: &Brief, settings: Value| {
            let toolset = Toolset::new(Role::Main, brief, &config(settings), &DesktopTools::PIXELS, false);
            toolset.sub_agents.iter().map(|role| role.word()).collect::<Vec<_>>()
        };
        let gui = json!({"vision": false, "gui": {"model": "vllm/eyes"}});
        assert_eq!(offered(&brief(&[Surface::Calls]), json!({})), ["general"]);
        assert_eq!(offered(&brief(&[Surface::Screen]), gui.clone()), ["general", "gui"], "who explores sees nothing");
        assert_eq!(offered(&brief(&[Surface::Files]), gui), ["general", "explore"]);
        assert_eq!(offered(&brief(&[Surface::Files]), json!({"sub_agents": ["explore"]})), ["explore"]);
        assert!(offered(&brief(&[Surface::Files]), json!({"sub_agents": []})).is_empty());
    }

    #[test]
    fn odd_calls_are_refused_with_a_sentence() {
        let work = Brief { functions: vec![Function::new("plan", "Plan a route.", vec![])], ..brief(&[Surface::Files]) };
        let deed = |role: Role, name: &str, args: Value| {
            let toolset = Toolset::new(role, &work, &config(json!({})), &DesktopTools::PIXELS, false);
            let call = ToolCall { id: "1".into(), name: name.into(), args, extra: None };
            toolset.read(&call, &View { functions: vec!["plan".into()], ..View::default() })
        };
        let refused = |role, name: &str, args| match deed(role, name, args) {
            Deed::Refused(why) => why,
            other => panic!("{other:?}"),
        };
        assert!(refused(Role::Main, "fly", json!({})).contains("there is no tool 'fly' here; there are: plan, read_file"));
        assert!(refused(Role::Main, &"x".repeat(100_000), json!({})).len() < 300);
        assert!(refused(Role::General, "delegate", json!({"agent": "general", "task": "x"})).contains("cannot delegate"));
        assert!(refused(Role::Explore, "write_file", json!({"path": "a", "content": "b"})).contains("there is no tool"));
        assert!(refused(Role::Explore, "plan", json!({})).contains("there is no tool"), "it is the task's function");
        assert_eq!(deed(Role::Main, "plan", json!({})), Deed::Act(vec![Action::Call { name: "plan".into(), args: json!({}) }]));
        for args in [json!(null), json!("x"), json!({"agent": "boss", "task": "x"}), json!({"agent": "gui", "task": "x"})] {
            assert!(refused(Role::Main, "delegate", args).contains("one of: general, explore"));
        }
        assert!(refused(Role::Main, "delegate", json!({"agent": "explore", "task": " "})).contains("'task' must say"));
        assert!(refused(Role::Main, "read_file", json!({})).contains("'path' is missing"));
        assert!(refused(Role::Main, "read_file", json!([[[]]])).contains("read_file"));
    }
}
