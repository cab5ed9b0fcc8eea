//! Commands run on what an agent has made: a proof is checked, a document compiled. Each has a sandbox of its own with nothing in
//! it but the system's programs, an empty folder in memory, and what it is given as input.

use agon_core::{Cause, Fault};
use agon_sandbox::Arguments;
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::process::Command;

/// A command that prints more is cut off: the pipe is closed.
const MAX_OUTPUT: u64 = 32 << 20;
const MAX_MESSAGES: u64 = 1 << 20;
/// What the script says before anything else. Where it is missing, the sandbox itself has failed.
const STARTED: &str = "started\n";
/// Address space and single files, in KiB and in blocks of 512 bytes.
const LIMITS: &str = "ulimit -v 4194304; ulimit -f 262144; ulimit -c 0";

/// What each of its folders may hold.
const FOLDER_BYTES: u64 = 512 << 20;

/// A shell script to be run in `/work`.
pub(super) struct Job<'a> {
    pub(super) script: &'a str,
    /// `$1` and so on.
    pub(super) arguments: Vec<&'a str>,
    pub(super) input: &'a [u8],
    pub(super) limit: Duration,
}

/// What came of it.
pub(super) struct Outcome {
    /// `None` where it took longer than it may, or was killed.
    pub(super) exit: Option<i32>,
    pub(super) output: Vec<u8>,
    /// What it wrote to its standard error.
    pub(super) messages: String,
}

impl Outcome {
    pub(super) fn succeeded(&self) -> bool {
        self.exit == Some(0)
    }
}

/// Runs it to its end. `Err` means that no sandbox could be had, never that the script failed.
pub(super) async fn run(job: Job<'_>) -> Result<Outcome, Fault> {
    let failed = |problem: String| Fault::new(Cause::World, format!("the workbench: {problem}"));
    let script = format!("printf '{}' >&2; {LIMITS}; {}", STARTED.escape_default(), job.script);
    let mut command = Command::new("bwrap");
    command.args(arguments().into_words()).args(["sh", "-c", &script, "sh"]).args(&job.arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    let mut child = command.spawn().map_err(|error| failed(format!("bwrap did not start: {error}")))?;
    let (mut stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let finished = tokio::time::timeout(job.limit, async {
        let give = async {
            if let Some(mut stdin) = stdin.take() {
                // A script that does not want its input closes the pipe; how it ends tells the rest.
                let _ = stdin.write_all(job.input).await;
            }
        };
        let ((), output, messages) = tokio::join!(give, read(stdout, MAX_OUTPUT), read(stderr, MAX_MESSAGES));
        (child.wait().await.ok().and_then(|status| status.code()), output, messages)
    });
    let Ok((exit, output, messages)) = finished.await else {
        let messages = format!("it did not end within {} s", job.limit.as_secs());
        return Ok(Outcome { exit: None, output: Vec::new(), messages });
    };
    let messages = String::from_utf8_lossy(&messages).into_owned();
    match messages.strip_prefix(STARTED) {
        Some(messages) => Ok(Outcome { exit, output, messages: messages.to_owned() }),
        None => Err(failed(messages)),
    }
}

fn arguments() -> Arguments {
    let mut line = Arguments::default();
    line.add(&["--unshare-all", "--die-with-parent", "--new-session"]).system();
    line.add(&["--ro-bind-try", "/var/lib/texmf", "/var/lib/texmf", "--proc", "/proc", "--dev", "/dev"]);
    line.memory("/work", FOLDER_BYTES, "0755").memory("/tmp", FOLDER_BYTES, "1777").add(&["--chdir", "/work"]);
    line.only_variables([
        ("PATH", "/usr/bin:/bin"),
        ("HOME", "/work"),
        ("LANG", "C.UTF-8"),
        ("max_print_line", "10000"),
        ("SOURCE_DATE_EPOCH", "0"),
    ]);
    line
}

async fn read(pipe: Option<impl AsyncRead + Unpin>, limit: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(pipe) = pipe {
        // What was read before an error is what there is.
        let _ = pipe.take(limit).read_to_end(&mut bytes).await;
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn run_script(script: &str, input: &[u8], secs: f64) -> Outcome {
        let limit = Duration::from_secs_f64(secs);
        run(Job { script, arguments: vec!["one"], input, limit })
            .await
            .unwrap_or_else(|fault| panic!("install bubblewrap: {fault}"))
    }

    #[tokio::test]
    async fn scripts_get_input_and_arguments() {
        let outcome = run_script("cat; echo $1 >&2; exit 3", b"given", 10.0).await;
        assert_eq!((outcome.exit, outcome.output.as_slice(), outcome.messages.as_str()), (Some(3), b"given".as_slice(), "one\n"));
    }

    #[tokio::test]
    async fn nothing_of_the_machine_is_there() {
        let outcome = run_script("ls /; ls /root /home /var 2>/dev/null; cat /proc/net/dev | grep -v lo:", b"", 10.0).await;
        let seen = String::from_utf8(outcome.output).unwrap();
        let names: Vec<&str> = seen.lines().filter(|line| !line.contains('|')).collect();
        assert!(
            names.iter().all(|name| [
                "bin", "dev", "etc", "lib", "lib64", "proc", "sbin", "tmp", "usr", "var", "work", "/var:", "lib", ""
            ]
            .contains(name)),
            "{names:?}"
        );
    }

    #[tokio::test]
    async fn an_endless_script_is_ended() {
        let outcome = run_script("while :; do :; done", b"", 0.5).await;
        assert_eq!(outcome.exit, None);
        assert!(outcome.messages.contains("did not end"), "{}", outcome.messages);
    }
}
