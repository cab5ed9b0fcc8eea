//! Which image an agent's commands run in, as tasks and operators choose it.

use agon_core::{Need, Settings};
use agon_taskfile::BadSetting;

/// The setting of a task that names an image.
pub(crate) const SETTING: &str = "container";
/// Its value for sandboxes of this machine's programs.
pub(crate) const NONE: &str = "none";
/// Its value for the image that the task itself names.
pub(crate) const OF_TASK: &str = "task";

/// What an operator has chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    None,
    OfTask,
    Image(String),
}

impl Choice {
    pub(crate) fn read(settings: &Settings) -> Result<Self, BadSetting> {
        match settings.get(SETTING).map(|value| value.as_str()) {
            None | Some(Some(NONE)) => Ok(Self::None),
            Some(Some(OF_TASK)) => Ok(Self::OfTask),
            Some(Some(image)) if is_name(image) => Ok(Self::Image(image.to_owned())),
            _ => {
                Err(BadSetting::new(SETTING, format!("it is the name of an image, {OF_TASK:?} for the task's own, or {NONE:?}")))
            }
        }
    }
}

/// What a task lacks that asks for something which no container has here.
pub(crate) fn impossible(what: &str, why: &str) -> Need {
    let remedy = format!("{why}; run it without --container");
    Need { name: what.into(), found: None, remedy, tasks: Vec::new() }
}

/// Whether this may be the name of an image: an engine says whether it has it.
pub(crate) fn is_name(image: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || ['/', ':', '.', '-', '_', '@'].contains(&c);
    !image.is_empty() && image.len() <= 400 && image.chars().all(is_part) && !image.starts_with(['/', '-'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_image_the_tasks_own_or_none() {
        let read = |value: serde_json::Value| Choice::read(&Settings::from_iter([(SETTING.to_owned(), value)]));
        assert_eq!(Choice::read(&Settings::new()), Ok(Choice::None));
        assert_eq!(read(json!("none")), Ok(Choice::None));
        assert_eq!(read(json!("task")), Ok(Choice::OfTask));
        let image = "registry.example/a/b:1@sha256:00";
        assert_eq!(read(json!(image)), Ok(Choice::Image(image.into())));
        for wrong in [json!(""), json!("a b"), json!("../x?y"), json!("/x"), json!("-x"), json!(1), json!(null)] {
            let problem = read(wrong.clone()).unwrap_err().problem;
            assert_eq!(problem, "it is the name of an image, \"task\" for the task's own, or \"none\"", "{wrong}");
        }
    }
}
