//! A listener of this process on the loopback of a sandbox whose network has nothing else.
//!
//! A helper enters the network, listens there and tells its descriptor, which we take over by `pidfd_getfd`; then it ends. So nothing of
//! ours is in the sandbox, and no rights are needed beyond those over the namespace, which an ordinary user has over its own.

use rustix::process::{Pid, PidfdFlags, PidfdGetfdFlags, pidfd_getfd, pidfd_open};
use std::ffi::OsString;
use std::io;
use std::net::TcpListener;
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::Command;

/// In the words of a language that every Debian has.
const LISTEN: &str = r#"use Socket; $| = 1;
socket(my $listener, PF_INET, SOCK_STREAM, 0) or die "socket: $!";
bind($listener, pack_sockaddr_in($ARGV[0], INADDR_LOOPBACK)) or die "bind: $!";
listen($listener, 64) or die "listen: $!";
print fileno($listener), "\n";
<STDIN>;"#;
const TIMEOUT: Duration = Duration::from_secs(20);

/// Listens on a port of 127.0.0.1 in the network that `entrance` leads a command into.
pub(crate) async fn listen(entrance: Vec<OsString>, port: u16) -> io::Result<TcpListener> {
    let mut words = entrance.into_iter();
    let program = words.next().ok_or_else(|| io::Error::other("there is no network"))?;
    let mut command = Command::new(program);
    command.args(words).args(["perl", "-e", LISTEN, &port.to_string()]);
    command.env_clear().env("PATH", "/usr/bin:/bin").kill_on_drop(true);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let (Some(stdout), Some(mut stderr)) = (child.stdout.take(), child.stderr.take()) else {
        return Err(io::Error::other("it has no pipes"));
    };
    let mut line = String::new();
    tokio::time::timeout(TIMEOUT, BufReader::new(stdout.take(100)).read_line(&mut line)).await??;
    let Ok(descriptor) = line.trim().parse() else {
        let mut said = String::new();
        let _ = tokio::time::timeout(TIMEOUT, (&mut stderr).take(1000).read_to_string(&mut said)).await;
        return Err(io::Error::other(format!("no listener could be made: {}", said.trim())));
    };
    let process = child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
    let process = pidfd_open(process.ok_or_else(|| io::Error::other("it ended at once"))?, PidfdFlags::empty())?;
    let listener = pidfd_getfd(process, descriptor, PidfdGetfdFlags::empty())?;
    drop(child.stdin.take());
    tokio::time::timeout(TIMEOUT, child.wait()).await??;
    Ok(TcpListener::from(listener))
}
