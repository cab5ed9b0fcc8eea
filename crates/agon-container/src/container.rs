//! A container whose commands come one after the other.
//!
//! It is made once, and started anew for each command: the first process is the command itself, and when it ends the kernel ends all that
//! it has started. So nothing is left of one command when the next comes, and no command has to get in beside a fork bomb. What is to
//! be run, and the pipes for what it prints, lie in a folder that the container can read; a pipe can be written there and not replaced.

use crate::client::{Body, Call, EngineError, LONG, SHORT};
use crate::engine::{Engine, Facts};
use crate::part::{Counted, Part, make_part};
use crate::settings::{Access, ContainerSettings, Mount};
use agon_core::BoxFuture;
use agon_reap::Keeper;
use agon_sandbox::{Command, MemoryWatch, Outcome, Runner, Spared, read_bounded, seccomp_profile};
use hyper::Method;
use rustix::fs::{CWD, FileType, mknodat};
use serde::Deserialize;
use serde_json::{Value, json};
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::net::unix::pipe;

/// Runs commands over folders of the machine, in an image that they cannot change.
pub struct Container {
    engine: Engine,
    /// None once it is closed.
    guard: Option<agon_reap::Container>,
    name: String,
    image_id: String,
    image: String,
    facts: Facts,
    /// Where commands start.
    workdir: String,
    /// The command and its pipes, as the machine sees them.
    folder: PathBuf,
    watch: Arc<MemoryWatch>,
    counted: Vec<Counted>,
    has_overflown: AtomicBool,
    /// Held while a command runs; whether one was given up before its end was seen.
    given_up: tokio::sync::Mutex<bool>,
}

/// What the folder of a command has to hold: the longest input that there is, and its script.
const COMMAND_BYTES: u64 = 16 << 20;
/// Where the command and its pipes are seen inside.
const INSIDE: &str = "/run/agon";
const SCRIPT: &str = "command";
const STDIN: &str = "stdin";
const STDOUT: &str = "stdout";
const STDERR: &str = "stderr";
const USERS_FILE: &str = "passwd";
const GROUPS_FILE: &str = "group";
const SECCOMP_FILE: &str = "seccomp.json";
/// How often an engine that looks for a container's end looks: Podman's own choice is four times a second.
const LOOK_AGAIN: &str = "20ms";
/// How often the files are counted where their file system does not do it.
const COUNT_AGAIN: Duration = Duration::from_millis(200);
/// What was killed, as shells tell it.
const KILLED: i64 = 128 + 9;

/// How a wait for a command ended.
enum End {
    Exited(i32),
    TimedOut,
    Overflown,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Waited {
    status_code: i64,
}

impl Container {
    /// Makes a container of an image that the engine has, and `folder` for its command and pipes. `parts` are those that the container
    /// may write into.
    pub async fn create(
        engine: &Engine,
        settings: ContainerSettings,
        folder: &Path,
        parts: &[&Part],
        watch: &Arc<MemoryWatch>,
        keeper: &Keeper,
    ) -> Result<Self, EngineError> {
        let facts = engine.facts().await?;
        let unfit = |status, said| EngineError::Refused { what: format!("use the image {}", settings.image), status, said };
        let image = engine.image(&settings.image).await?.ok_or_else(|| unfit(404, "it is not there".into()))?;
        if let Some(problem) = image.unfit() {
            return Err(unfit(200, problem));
        }
        let files = |error| EngineError::Files { path: folder.display().to_string(), problem: error };
        lay_out(folder, &settings, &facts).map_err(files)?;
        let mut made = settings.clone();
        // By its id: another image may get the name while the trial runs.
        made.image.clone_from(&image.id);
        made.mounts.push(Mount::new(folder, INSIDE, Access::Read));
        made.mounts.push(Mount::new(folder.join(USERS_FILE), "/etc/passwd", Access::Read));
        made.mounts.push(Mount::new(folder.join(GROUPS_FILE), "/etc/group", Access::Read));
        made.variables.push((agon_reap::Tag::VARIABLE.into(), keeper.tag().value().into()));
        let guard = keeper.container(engine.socket()).map_err(|error| files(io::Error::other(error)))?;
        let script = format!("{INSIDE}/{SCRIPT}");
        // Docker takes the filter of system calls itself, Podman the path of a file.
        let filter =
            if facts.is_podman { folder.join(SECCOMP_FILE).display().to_string() } else { seccomp_profile().to_string() };
        let body = made.body(&facts, &["/bin/sh", &script], &filter);
        let path = format!("/containers/create?name={}", guard.name());
        let what = format!("make a container of {}", settings.image);
        engine.client.done(Call { what: &what, method: Method::POST, path, body: Body::Json(body), limit: LONG }).await?;
        Ok(Self {
            engine: engine.clone(),
            name: guard.name().to_owned(),
            guard: Some(guard),
            image_id: image.id,
            image: settings.image,
            facts,
            workdir: settings.workdir,
            folder: folder.into(),
            watch: watch.clone(),
            counted: parts.iter().filter_map(|part| part.counted.clone()).collect(),
            has_overflown: AtomicBool::new(false),
            given_up: tokio::sync::Mutex::new(false),
        })
    }

    async fn run(&self, command: Command<'_>) -> io::Result<Outcome> {
        let mut given_up = self.given_up.lock().await;
        if *given_up {
            self.end().await?;
        }
        *given_up = true;
        let Command { argv, stdin, timeout, most_bytes } = command;
        fs::write(self.folder.join(STDIN), stdin)?;
        fs::write(self.folder.join(SCRIPT), script(&self.workdir, argv, self.is_over().await?))?;
        let (stdout, stdout_writer) = self.open_pipe(STDOUT)?;
        let (stderr, stderr_writer) = self.open_pipe(STDERR)?;
        let run = async {
            let end = self.run_to_end(timeout).await?;
            // Nobody else has them open any more.
            drop((stdout_writer, stderr_writer));
            Ok(end)
        };
        // An engine that has failed may have left the command running, whose output would be waited for in vain.
        let (end, (stdout, first), (stderr, second)) =
            tokio::try_join!(run, read_bounded(stdout, most_bytes), read_bounded(stderr, most_bytes))?;
        *given_up = false;
        let exit = match end {
            End::Exited(status) => Some(status),
            End::Overflown => i32::try_from(KILLED).ok(),
            End::TimedOut => None,
        };
        Ok(Outcome { exit, stdout, stderr, left_off: first + second, timed_out: matches!(end, End::TimedOut) })
    }

    async fn run_to_end(&self, timeout: Duration) -> Result<End, EngineError> {
        self.post("start a container", "start", LONG).await?;
        let _watched = self.first_process().await?.map(|first| self.watch.add(first, Spared::No));
        let end = tokio::select! {
            status = self.wait(None) => return Ok(End::Exited(status?)),
            () = tokio::time::sleep(timeout) => End::TimedOut,
            () = self.overflow() => End::Overflown,
        };
        self.end().await?;
        Ok(end)
    }

    /// Ends the command that runs, and waits until nothing of it is left.
    async fn end(&self) -> Result<(), EngineError> {
        match self.post("end a container", "kill?signal=KILL", SHORT).await {
            // It has just ended by itself.
            Ok(()) | Err(EngineError::Refused { status: 409 | 500, .. }) => {}
            Err(error) => return Err(error),
        }
        self.wait(Some(LONG)).await.map(drop)
    }

    /// The exit status of the command, once it has ended and everything with it.
    async fn wait(&self, limit: Option<Duration>) -> Result<i32, EngineError> {
        let path = format!("/containers/{}/wait?condition=not-running&interval={LOOK_AGAIN}", self.name);
        let limit = limit.unwrap_or(Duration::from_secs(u64::from(u32::MAX)));
        let call = Call { what: "wait for a container", method: Method::POST, path, body: Body::None, limit };
        let waited: Waited = self.engine.client.json(call).await?;
        let unknown = || EngineError::Refused {
            what: "wait for a container".into(),
            status: 200,
            said: format!("it ended with the status {}", waited.status_code),
        };
        i32::try_from(waited.status_code).ok().filter(|status| *status >= 0).ok_or_else(unknown)
    }

    /// The command's process as the machine numbers it; nothing where it has ended already.
    async fn first_process(&self) -> Result<Option<u32>, EngineError> {
        let look = || async {
            let path = format!("/containers/{}/json", self.name);
            let call = Call { what: "look at a container", method: Method::GET, path, body: Body::None, limit: SHORT };
            self.engine.client.json::<Value>(call).await
        };
        // Podman stumbles over a process that ends while it is looked at; asked again, it knows of the end.
        let answer = match look().await {
            Err(EngineError::Refused { status: 500, .. }) => look().await?,
            answer => answer?,
        };
        Ok(answer["State"]["Pid"].as_u64().and_then(|number| u32::try_from(number).ok()).filter(|number| *number > 0))
    }

    async fn post(&self, what: &str, path: &str, limit: Duration) -> Result<(), EngineError> {
        let path = format!("/containers/{}/{path}", self.name);
        self.engine.client.done(Call { what, method: Method::POST, path, body: Body::None, limit }).await.map(drop)
    }

    /// Comes back when the files are more than they may be; where their file system sees to that, never.
    async fn overflow(&self) {
        loop {
            tokio::time::sleep(if self.counted.is_empty() { Duration::MAX } else { COUNT_AGAIN }).await;
            if self.is_over().await.unwrap_or(true) {
                self.has_overflown.store(true, Ordering::Relaxed);
                return;
            }
        }
    }

    async fn is_over(&self) -> io::Result<bool> {
        let counted = self.counted.clone();
        Ok(!counted.is_empty() && tokio::task::spawn_blocking(move || counted.iter().any(Counted::is_over)).await?)
    }

    /// A fresh pipe, and a writer of ours: without one it would seem to have ended before the command has opened it.
    fn open_pipe(&self, name: &str) -> io::Result<(pipe::Receiver, pipe::Sender)> {
        let path = self.folder.join(name);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        mknodat(CWD, &path, FileType::Fifo, rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR, 0)?;
        // Only the container gets at the folder.
        fs::set_permissions(&path, fs::Permissions::from_mode(0o666))?;
        Ok((pipe::OpenOptions::new().open_receiver(&path)?, pipe::OpenOptions::new().open_sender(&path)?))
    }
}

impl Runner for Container {
    fn exec<'a>(&'a self, command: Command<'a>) -> BoxFuture<'a, io::Result<Outcome>> {
        Box::pin(self.run(command))
    }

    fn notice(&self) -> Option<String> {
        let files = self.has_overflown.swap(false, Ordering::Relaxed).then(|| self.counted.first().map(Counted::told)).flatten();
        let told: Vec<String> = self.watch.told().into_iter().chain(files).collect();
        (!told.is_empty()).then(|| told.join(" "))
    }

    fn described(&self) -> Option<Value> {
        Some(json!({"image": self.image, "id": self.image_id, "engine": self.facts.name}))
    }

    fn close(&mut self) -> BoxFuture<'_, io::Result<()>> {
        Box::pin(async move {
            let Some(mut guard) = self.guard.take() else { return Ok(()) };
            let (guard, removed) = tokio::task::spawn_blocking(move || {
                let removed = guard.remove();
                (guard, removed)
            })
            .await?;
            self.guard = removed.is_err().then_some(guard);
            removed.map_err(io::Error::other)
        })
    }
}

/// What the container finds beside its folders before the first command.
fn lay_out(folder: &Path, settings: &ContainerSettings, facts: &Facts) -> io::Result<()> {
    make_part(folder, COMMAND_BYTES)?;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755))?;
    let (users, groups) = settings.run_as.files(facts, &settings.home);
    let filter = seccomp_profile().to_string();
    let empty = [SCRIPT, STDIN].map(|name| (name, String::new()));
    for (name, text) in [(USERS_FILE, users), (GROUPS_FILE, groups), (SECCOMP_FILE, filter)].into_iter().chain(empty) {
        let path = folder.join(name);
        fs::write(&path, text)?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644))?;
    }
    Ok(())
}

/// What the container's first process reads: the command takes its place. The folder it starts in is the agent's, which may have closed
/// it; an engine that was to start there would fail.
fn script(workdir: &str, argv: &[&str], may_only_remove: bool) -> String {
    let limit = if may_only_remove { "ulimit -f 0\n" } else { "" };
    let quoted = |word: &str| format!("'{}'", word.replace('\'', "'\\''"));
    let words: Vec<String> = argv.iter().map(|word| quoted(word)).collect();
    let redirected = format!("< {INSIDE}/{STDIN} > {INSIDE}/{STDOUT} 2> {INSIDE}/{STDERR}");
    // Words are quoted, so that even the name of the program is none of the shell's own.
    format!("{limit}exec {redirected}\ncd {} 2> /dev/null\nexec {}\n", quoted(workdir), words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_a_command_is_one_word_of_the_script() {
        let text = script("/a b", &["bash", "-c", "echo 'a b' \"$HOME\""], false);
        let streams = "exec < /run/agon/stdin > /run/agon/stdout 2> /run/agon/stderr\n";
        assert_eq!(text, format!("{streams}cd '/a b' 2> /dev/null\nexec 'bash' '-c' 'echo '\\''a b'\\'' \"$HOME\"'\n"));
        assert!(script("/", &["true"], true).starts_with("ulimit -f 0\nexec"));
    }
}
