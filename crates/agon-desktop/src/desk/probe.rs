//! Probes: commands that work on a copy of what the agent has left, or, as verifiers, hold it against the reference.

use super::Desk;
use crate::DeskError;
use crate::sandbox::{COPY, HOME, View};
use agon_sandbox::{TrialFolder, collect_files, in_background};
use agon_taskfile::Probe;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::Duration;

/// More that a probe prints is left off: it goes into the trial's record.
const MOST_BYTES: usize = 1024 * 1024;
pub(crate) const COPY_TIMEOUT: Duration = Duration::from_secs(120);
/// Takes away all but files and folders; from a folder that is closed nothing could be taken.
const NO_LINKS: [&str; 16] =
    ["-type", "d", "-exec", "chmod", "u+rwx", "{}", ";", "-o", "!", "-type", "f", "-exec", "rm", "-f", "{}", "+"];
/// How the sandbox's last program says that the next one is not there, with status 127.
const NOT_THERE: &[u8] = b"prlimit: ";

impl Desk {
    /// Runs a probe on a copy of HOME that goes with it, without network, display and buses. Only a verifier sees the reference, and of HOME
    /// only files and folders: a link could lead it to the reference. `Err` means that it could not be run.
    pub async fn probe(&self, probe: &Probe, reference: &[(PathBuf, Vec<u8>)]) -> Result<Value, DeskError> {
        let failed = |problem: String| DeskError::NotStarted { program: format!("the probe {:?}", probe.name), problem };
        let (folder, copy) = self.sandbox.make_copy().map_err(|error| failed(error.to_string()))?;
        // Links are copied as links. What the agent made unreadable even to itself is left out, which is its own affair.
        let cp = ["cp", "-a", "--", &format!("{HOME}/."), COPY];
        let copied = self.confined(View::Copier(&copy), &cp, &[], COPY_TIMEOUT, MOST_BYTES).await?;
        if copied.timed_out {
            return Err(failed(format!("HOME was not copied within {} s", COPY_TIMEOUT.as_secs())));
        }
        let argv: Vec<&str> = probe.argv.iter().map(String::as_str).collect();
        let limit = Duration::try_from_secs_f64(probe.timeout_secs).map_err(|error| failed(error.to_string()))?;
        let shown = if probe.sees_reference {
            self.tidy(&copy, &NO_LINKS).await?;
            Some(self.sandbox.make_folder_of(reference).map_err(|error| failed(error.to_string()))?.1)
        } else {
            None
        };
        let view = match &shown {
            Some(reference) => View::Verifier { copy: &copy, reference },
            None => View::Probe(&copy),
        };
        let outcome = self.confined(view, &argv, probe.stdin.as_bytes(), limit, MOST_BYTES).await?;
        if outcome.exit == Some(127) && outcome.stderr.starts_with(NOT_THERE) {
            return Err(failed(outcome.stderr_text().trim().to_owned()));
        }
        let keep = probe.keep.clone();
        let read = move || Ok::<_, std::io::Error>(collect_files(&TrialFolder::open(&folder)?, &keep));
        let read = in_background(read).await.map_err(|fault| failed(fault.detail))?;
        let (files, odd) = read.map_err(|error| failed(error.to_string()))?;
        for folder in shown.iter().chain([&copy]) {
            // What is left of it takes room from the next copy, and goes with the trial.
            self.tidy(folder, &["-mindepth", "1", "-delete"]).await?;
        }
        let mut told =
            json!({"exit": outcome.exit, "stdout": outcome.stdout_text(), "stderr": outcome.stderr_text(), "files": files});
        if !odd.is_empty() {
            told["not_read"] = odd.into();
        }
        Ok(told)
    }

    /// Has `find` do this in a copy.
    async fn tidy(&self, copy: &str, what: &[&str]) -> Result<(), DeskError> {
        let find = [&["find", COPY], what].concat();
        self.confined(View::Copier(copy), &find, &[], COPY_TIMEOUT, MOST_BYTES).await.map(drop)
    }
}
