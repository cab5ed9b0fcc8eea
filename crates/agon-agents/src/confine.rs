//! A process agent's view of the machine: all of it, but for what would let it write its own result. The run's folder, the
//! folders of other trials and the processes outside are out of its sight; keys in the environment stay with us unless named.

use agon_sandbox::{Arguments, try_out};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tokio::process::Command;

/// What is kept from a program.
#[derive(Clone, Debug, Default)]
pub struct Confinement {
    /// Bubblewrap is used. Without it the program sees what its operator sees.
    pub sandbox: bool,
    /// Folders that are empty for the program.
    pub hidden: Vec<PathBuf>,
    /// Environment variables that are handed over although they look like secrets.
    pub pass_env: Vec<String>,
}

/// Parts of the names of variables that hold secrets.
const SECRET_WORDS: [&str; 8] = ["KEY", "KEYS", "TOKEN", "SECRET", "PASSWORD", "PASSWD", "CREDENTIAL", "CREDENTIALS"];

impl Confinement {
    /// A command for a program that may read and write in `own`, whatever is hidden.
    pub(crate) fn command(&self, program: &str, args: &[String], own: Option<&Path>) -> Command {
        let mut command = match self.sandbox {
            false => Command::new(program),
            true => {
                // The kernel sends bubblewrap's death signal when the thread that started it ends, which may be long before this
                // process does. So a shell stands between.
                let mut command = Command::new("/bin/sh");
                command.args(["-c", "\"$@\"; exit \"$?\"", "agent", "bwrap"]).args(self.arguments(own).into_words());
                command.arg("--").arg(program);
                command
            }
        };
        command.args(args);
        for (name, _) in std::env::vars_os() {
            if is_secret(&name.to_string_lossy()) && !self.pass_env.iter().any(|passed| name == passed.as_str()) {
                command.env_remove(name);
            }
        }
        command
    }

    /// Whether the sandbox can be made as it is asked for, before a program could be blamed for it.
    pub(crate) fn check(&self) -> io::Result<()> {
        if self.sandbox { try_out(self.arguments(None)) } else { Ok(()) }
    }

    fn arguments(&self, own: Option<&Path>) -> Arguments {
        let mut line = Arguments::default();
        line.add(&["--dev-bind", "/", "/", "--unshare-pid", "--proc", "/proc", "--die-with-parent"]);
        // An operator who is root would otherwise hand over the right to unmount what hides the folders.
        line.add(&["--cap-drop", "ALL"]);
        // Bubblewrap cannot mount at a path with an absolute link in it.
        let hidden: Vec<PathBuf> = self.hidden.iter().filter_map(|folder| fs::canonicalize(folder).ok()).collect();
        let hidden = || hidden.iter().filter(|folder| folder.is_dir());
        for folder in hidden() {
            line.cover(folder);
        }
        if let Some(own) = own.and_then(|own| fs::canonicalize(own).ok()) {
            line.bind("--bind", &own, &own);
        }
        for folder in hidden() {
            line.remount_read_only(folder);
        }
        line
    }
}

/// Whether bubblewrap is there and may do its work.
pub fn can_confine() -> bool {
    Confinement { sandbox: true, ..Confinement::default() }.check().is_ok()
}

fn is_secret(name: &str) -> bool {
    name.to_ascii_uppercase().split('_').any(|word| SECRET_WORDS.contains(&word) || word.ends_with("APIKEY"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_known_by_their_names() {
        for name in ["OPENAI_API_KEY", "AWS_SECRET_ACCESS_KEY", "hf_token", "GOOGLE_APPLICATION_CREDENTIALS", "MYAPIKEY"] {
            assert!(is_secret(name), "{name}");
        }
        for name in ["PATH", "HOME", "KEYBOARD_LAYOUT", "MONKEY", "AGON_GROUP", "TOKENIZERS_PARALLELISM"] {
            assert!(!is_secret(name), "{name}");
        }
    }
}
