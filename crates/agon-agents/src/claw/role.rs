//! Who works in a conversation, and what it may do.

use agon_core::{Action, Surface};

/// The agent itself, or one of the sub-agents that it delegates to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Main,
    /// All tools, a context of its own.
    General,
    /// Looks and changes nothing.
    Explore,
    /// Works the screen for a model that does not see it.
    Gui,
}

impl Role {
    pub(super) const SUB_AGENTS: [Self; 3] = [Self::General, Self::Explore, Self::Gui];

    /// Its name in calls, settings and records.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Main => "main",
            Self::General => "general",
            Self::Explore => "explore",
            Self::Gui => "gui",
        }
    }

    /// The sub-agent of a name.
    pub(super) fn sub_agent(word: &str) -> Option<Self> {
        Self::SUB_AGENTS.into_iter().find(|role| role.word() == word)
    }

    /// Whether it may do something, whatever the tool was called: tools that it is not offered are refused before, and this holds
    /// even where a task's function has a harmless name. Only the main agent ends the trial.
    pub(super) fn may(self, action: &Action) -> bool {
        let ends = matches!(action, Action::Done | Action::Fail { .. });
        match self {
            Self::Main => true,
            Self::General => !ends,
            Self::Explore => match action {
                Action::ReadFile { .. } | Action::ListFiles { .. } | Action::Zoom { .. } => true,
                // What a screenshot without a region is.
                Action::Wait { secs } => *secs == 0.0,
                _ => false,
            },
            Self::Gui => !ends && matches!(action.surface(), None | Some(Surface::Screen | Surface::Calls)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn explorers_only_look_and_only_the_main_agent_ends_the_trial() {
        let path = || "a".to_owned();
        let shell = Action::Shell { command: "ls".into(), timeout_secs: None };
        let write = Action::WriteFile { path: path(), content: path() };
        let call = Action::Call { name: "read_file".into(), args: "a".into() };
        for action in [&shell, &write, &call, &Action::Wait { secs: 1.0 }, &Action::Keys { keys: vec!["a".into()] }] {
            assert!(!Role::Explore.may(action), "{action:?}");
            assert!(Role::General.may(action), "{action:?}");
        }
        assert!(Role::Explore.may(&Action::ReadFile { path: path() }) && Role::Explore.may(&Action::Wait { secs: 0.0 }));
        assert!(!Role::Gui.may(&shell) && !Role::Gui.may(&Action::ReadFile { path: path() }) && Role::Gui.may(&call));
        for role in Role::SUB_AGENTS {
            assert!(!role.may(&Action::Done) && !role.may(&Action::Fail { reason: path() }), "{role:?}");
            assert_eq!(Role::sub_agent(role.word()), Some(role));
        }
        assert!(Role::Main.may(&Action::Done) && Role::sub_agent("main").is_none());
    }
}
