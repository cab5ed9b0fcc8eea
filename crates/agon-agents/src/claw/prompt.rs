//! What the model is told: a system prompt of modules, chosen by what the seat offers. The version changes with every word.

use super::config::{ClawConfig, MODULES};
use super::role::Role;
use super::tools::Toolset;
use agon_core::{Brief, Budget, Surface};
use agon_dialect::{DesktopTools, View};

/// The version of these prompts, which the manifest names.
pub const PROMPTS_VERSION: &str = "claw-1";

const IDENTITY: &str = "You are an agent that carries out a task on a computer from beginning to end, as an expert would. You act \
by calling tools, as many in one reply as belong together; each result tells what came of its call. Nobody watches and nobody \
answers questions: decide for yourself, and go on until the task is finished.";

const GENERAL: &str = "You are a sub-agent: another agent, which is responsible for the whole task, has given you one part of it. Do \
this part and nothing else, by calling tools. When you are done, or cannot go on, reply with a report and without calling a \
tool: what you did, what you found, where the files are, and what is left. The report is all that the other agent sees.";

const EXPLORE: &str = "You are a sub-agent that looks and changes nothing: another agent wants to know something. Find it out with the \
tools you have, then reply with a report and without calling a tool: the answer first, then the names, numbers and places \
that bear it out, exactly as they stand there. The report is all that the other agent sees.";

const GUI: &str = "You are a sub-agent with eyes: another agent, which cannot see the screen, has given you something to do there. \
Look closely, act with pointer and keyboard, and check on the next picture what came of it. When it is done, or cannot be done, \
reply with a report and without calling a tool: what you did, and what the screen shows now, with every text and number \
that may matter. The report is all that the other agent knows of the screen.";

const RULES: &str = "Rules: Do not repeat what did not work; find out why, then try something else. Do not make up data, results or \
files: what cannot be had is said. Change nothing that the task does not ask for.";

const PLAN: &str = "Plan: For anything of more than a few steps, write a plan with the tool plan before you begin, and keep it up to \
date: one step in progress at a time, done only when you have checked it. The plan stays when older parts of the conversation \
are removed.";

const VERIFICATION: &str = "Before you finish: Read the task again and hold every requirement against what is really there, by looking, \
not from memory: that each result exists, under the name and in the form that was asked for, and that its contents are \
right. Mend what is not.";

/// The system prompt of a role.
pub(super) fn system(role: Role, brief: &Brief, budget: &Budget, config: &ClawConfig, toolset: &Toolset) -> String {
    let is_main = role == Role::Main;
    let module = |name: &&str| -> Option<String> {
        let text = match *name {
            "identity" => match role {
                Role::Main => IDENTITY.to_owned(),
                Role::General => GENERAL.to_owned(),
                Role::Explore => EXPLORE.to_owned(),
                Role::Gui => GUI.to_owned(),
            },
            "environment" => environment(role, brief, budget, config),
            "tools" => guidance(role, brief, config),
            "rules" => RULES.to_owned(),
            "plan" => PLAN.to_owned(),
            "delegation" if is_main => delegation(&toolset.sub_agents)?,
            "verification" if is_main => verification(brief),
            _ => return None,
        };
        Some(text)
    };
    // A sub-agent that is not told who it is could not do its part.
    let wanted = |name: &&&str| config.has_module(name) || (!is_main && **name == "identity");
    MODULES.iter().filter(wanted).filter_map(module).collect::<Vec<_>>().join("\n\n")
}

fn environment(role: Role, brief: &Brief, budget: &Budget, config: &ClawConfig) -> String {
    let has = |surface| brief.surfaces.contains(&surface);
    let mut told = vec!["Environment:".to_owned()];
    if has(Surface::Files) || has(Surface::Shell) {
        told.push(
            "You work in a folder that is your home; paths are below it or absolute. The task says where its inputs are and where \
             results belong. Files stay from call to call."
                .into(),
        );
    }
    if has(Surface::Shell) && matches!(role, Role::Main | Role::General) {
        told.push("Each command runs in a fresh shell: what it sets and what it leaves running ends with it.".into());
    }
    if has(Surface::Screen) && config.sees(role) {
        told.push("There is a screen, of which you are sent pictures.".into());
    } else if has(Surface::Screen) {
        told.push("There is a screen, which you cannot see.".into());
    }
    if has(Surface::Calls) && !brief.functions.is_empty() {
        told.push("The functions of the task are tools.".into());
    }
    if let Some(steps) = budget.steps {
        told.push(format!("{steps} steps are left for the whole task; nearly every call costs one, and the last one ends it."));
    }
    told.join(" ")
}

fn guidance(role: Role, brief: &Brief, config: &ClawConfig) -> String {
    let has = |surface| brief.surfaces.contains(&surface);
    let mut told = vec![
        "Tools: Nothing happens without a call. Calls of one reply are done in their order, one after the other.".to_owned(),
    ];
    if has(Surface::Shell) && matches!(role, Role::Main | Role::General) {
        told.push(
            "Commands are quick and exact: prefer them for whatever can be done without the screen. Long programs belong in a file \
             that you write and run; give timeout_secs for what takes long; print what you need to see, not all there is."
                .into(),
        );
    }
    if has(Surface::Screen) && config.sees(role) {
        told.push(
            "What is done on the screen shows it afterwards; of several calls in one reply, the last does. Commands and files do not \
             show it: look with screenshot."
                .into(),
        );
    }
    told.join(" ")
}

fn delegation(sub_agents: &[Role]) -> Option<String> {
    let about = |role: &Role| match role {
        Role::Main => "",
        Role::General => "general has all your tools but the last word, for a part of the work with much detail;",
        Role::Explore => "explore only looks, for finding something in much material;",
        Role::Gui => "gui sees the screen and works it, for whatever you cannot do otherwise;",
    };
    let list: Vec<&str> = sub_agents.iter().map(about).collect();
    (!list.is_empty()).then(|| {
        format!(
            "Delegation: With the tool delegate a sub-agent does a part of the task in a context of its own and reports: {} It knows the \
             task and what you tell it, nothing else. What it reports is to be checked like your own work.",
            list.join(" ")
        )
    })
}

fn verification(brief: &Brief) -> String {
    let last = match brief.surfaces.contains(&Surface::Answer) {
        true => "Then hand in the answer, and call done.",
        false if brief.surfaces.iter().all(|surface| *surface == Surface::Calls) => "Then end the task as it says.",
        false => "Then call done; if the task cannot be done, call fail and say why.",
    };
    format!("{VERIFICATION} {last}")
}

/// What begins the conversation of the main agent and is never removed.
pub(super) fn task(brief: &Brief, dialect: &DesktopTools, view: &View) -> String {
    let places = brief.surfaces.contains(&Surface::Screen).then(|| format!("Coordinates are {}.", dialect.places(view)));
    brief.assemble(&places.unwrap_or_default())
}

/// The same for a sub-agent.
pub(super) fn part_of_task(whole: &str, part: &str) -> String {
    format!("The whole task, for which another agent is responsible:\n\n{whole}\n\nYour part of it:\n\n{part}")
}

/// What a model is told when it calls no tool.
pub(super) const REMINDER: &str =
    "Nothing happens without a tool call. Go on with the task by calling a tool; if it is finished, call done.";
/// What a sub-agent is told when it has no turn left.
pub(super) const LAST_TURN: &str = "This is your last turn: call no tool any more, and reply with your report now.";

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn told(role: Role, surfaces: &[Surface], settings: Value) -> String {
        let brief = Brief { surfaces: surfaces.into(), ..Brief::default() };
        let config = ClawConfig::read(settings.as_object().unwrap()).unwrap();
        let toolset = Toolset::new(role, &brief, &config, &DesktopTools::PIXELS, false);
        let budget = Budget { steps: Some(40), ..Budget::default() };
        system(role, &brief, &budget, &config, &toolset)
    }

    /// The words are part of what a run measured: who changes one changes the version too.
    #[test]
    fn the_words_of_this_version() {
        assert_eq!(PROMPTS_VERSION, "claw-1");
        let work = [Surface::Shell, Surface::Files];
        insta::assert_snapshot!(told(Role::Main, &work, json!({})), @"
        You are an agent that carries out a task on a computer from beginning to end, as an expert would. You act by calling tools, as many in one reply as belong together; each result tells what came of its call. Nobody watches and nobody answers questions: decide for yourself, and go on until the task is finished.

        Environment: You work in a folder that is your home; paths are below it or absolute. The task says where its inputs are and where results belong. Files stay from call to call. Each command runs in a fresh shell: what it sets and what it leaves running ends with it. 40 steps are left for the whole task; nearly every call costs one, and the last one ends it.

        Tools: Nothing happens without a call. Calls of one reply are done in their order, one after the other. Commands are quick and exact: prefer them for whatever can be done without the screen. Long programs belong in a file that you write and run; give timeout_secs for what takes long; print what you need to see, not all there is.

        Rules: Do not repeat what did not work; find out why, then try something else. Do not make up data, results or files: what cannot be had is said. Change nothing that the task does not ask for.

        Plan: For anything of more than a few steps, write a plan with the tool plan before you begin, and keep it up to date: one step in progress at a time, done only when you have checked it. The plan stays when older parts of the conversation are removed.

        Delegation: With the tool delegate a sub-agent does a part of the task in a context of its own and reports: general has all your tools but the last word, for a part of the work with much detail; explore only looks, for finding something in much material; It knows the task and what you tell it, nothing else. What it reports is to be checked like your own work.

        Before you finish: Read the task again and hold every requirement against what is really there, by looking, not from memory: that each result exists, under the name and in the form that was asked for, and that its contents are right. Mend what is not. Then call done; if the task cannot be done, call fail and say why.
        ");
        insta::assert_snapshot!(told(Role::Explore, &work, json!({})), @"
        You are a sub-agent that looks and changes nothing: another agent wants to know something. Find it out with the tools you have, then reply with a report and without calling a tool: the answer first, then the names, numbers and places that bear it out, exactly as they stand there. The report is all that the other agent sees.

        Environment: You work in a folder that is your home; paths are below it or absolute. The task says where its inputs are and where results belong. Files stay from call to call. 40 steps are left for the whole task; nearly every call costs one, and the last one ends it.

        Tools: Nothing happens without a call. Calls of one reply are done in their order, one after the other.

        Rules: Do not repeat what did not work; find out why, then try something else. Do not make up data, results or files: what cannot be had is said. Change nothing that the task does not ask for.

        Plan: For anything of more than a few steps, write a plan with the tool plan before you begin, and keep it up to date: one step in progress at a time, done only when you have checked it. The plan stays when older parts of the conversation are removed.
        ");
        insta::assert_snapshot!(told(Role::Gui, &[Surface::Screen], json!({"gui": {"model": "vllm/eyes"}})), @"
        You are a sub-agent with eyes: another agent, which cannot see the screen, has given you something to do there. Look closely, act with pointer and keyboard, and check on the next picture what came of it. When it is done, or cannot be done, reply with a report and without calling a tool: what you did, and what the screen shows now, with every text and number that may matter. The report is all that the other agent knows of the screen.

        Environment: There is a screen, of which you are sent pictures. 40 steps are left for the whole task; nearly every call costs one, and the last one ends it.

        Tools: Nothing happens without a call. Calls of one reply are done in their order, one after the other. What is done on the screen shows it afterwards; of several calls in one reply, the last does. Commands and files do not show it: look with screenshot.

        Rules: Do not repeat what did not work; find out why, then try something else. Do not make up data, results or files: what cannot be had is said. Change nothing that the task does not ask for.

        Plan: For anything of more than a few steps, write a plan with the tool plan before you begin, and keep it up to date: one step in progress at a time, done only when you have checked it. The plan stays when older parts of the conversation are removed.
        ");
        let both = [Surface::Screen, Surface::Shell, Surface::Answer];
        insta::assert_snapshot!(told(Role::Main, &both, json!({"vision": false, "gui": {"model": "vllm/eyes"}})), @"
        You are an agent that carries out a task on a computer from beginning to end, as an expert would. You act by calling tools, as many in one reply as belong together; each result tells what came of its call. Nobody watches and nobody answers questions: decide for yourself, and go on until the task is finished.

        Environment: You work in a folder that is your home; paths are below it or absolute. The task says where its inputs are and where results belong. Files stay from call to call. Each command runs in a fresh shell: what it sets and what it leaves running ends with it. There is a screen, which you cannot see. 40 steps are left for the whole task; nearly every call costs one, and the last one ends it.

        Tools: Nothing happens without a call. Calls of one reply are done in their order, one after the other. Commands are quick and exact: prefer them for whatever can be done without the screen. Long programs belong in a file that you write and run; give timeout_secs for what takes long; print what you need to see, not all there is.

        Rules: Do not repeat what did not work; find out why, then try something else. Do not make up data, results or files: what cannot be had is said. Change nothing that the task does not ask for.

        Plan: For anything of more than a few steps, write a plan with the tool plan before you begin, and keep it up to date: one step in progress at a time, done only when you have checked it. The plan stays when older parts of the conversation are removed.

        Delegation: With the tool delegate a sub-agent does a part of the task in a context of its own and reports: general has all your tools but the last word, for a part of the work with much detail; gui sees the screen and works it, for whatever you cannot do otherwise; It knows the task and what you tell it, nothing else. What it reports is to be checked like your own work.

        Before you finish: Read the task again and hold every requirement against what is really there, by looking, not from memory: that each result exists, under the name and in the form that was asked for, and that its contents are right. Mend what is not. Then hand in the answer, and call done.
        ");
    }

    #[test]
    fn modules_are_left_out_as_asked() {
        let work = [Surface::Shell, Surface::Files];
        let short = told(Role::Main, &work, json!({"modules": ["identity", "verification"]}));
        assert!(short.starts_with("You are an agent") && short.contains("Before you finish"), "{short}");
        assert!(!short.contains("Plan:") && !short.contains("delegate") && !short.contains("Environment:"), "{short}");
        assert_eq!(told(Role::Main, &work, json!({"modules": []})), "");
        assert!(told(Role::General, &work, json!({"modules": ["plan"]})).starts_with("You are a sub-agent"));
        assert!(!told(Role::Main, &work, json!({"sub_agents": []})).contains("Delegation"));
    }
}
