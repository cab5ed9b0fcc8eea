//! Containers, as far as they have to be ended and removed: over the engine's socket, without a runtime, so that it also works in a
//! destructor and for an owner that is dead.

use std::io::{self, Read as _, Write as _};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

/// An engine that ends a container answers within moments; after this nobody can help.
const TIMEOUT: Duration = Duration::from_secs(30);
const LONGEST_ANSWER: u64 = 64 * 1024;

/// Whether there was something to remove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Removed {
    Yes,
    WasGone,
}

/// Ends a container and removes it with its anonymous volumes.
pub(crate) fn remove(socket: &Path, name: &str) -> io::Result<Removed> {
    // Some engines ask a container to stop before they remove it, and wait for that; one that does not run cannot be killed.
    let (status, _) = ask(socket, "POST", &format!("/containers/{name}/kill?signal=KILL"))?;
    if status == 404 {
        return Ok(Removed::WasGone);
    }
    match ask(socket, "DELETE", &format!("/containers/{name}?force=true&v=true"))? {
        (200..300, _) => Ok(Removed::Yes),
        (404, _) => Ok(Removed::WasGone),
        (status, said) => Err(io::Error::other(format!("the engine answers {status}: {}", said.trim()))),
    }
}

/// The status and the body of an answer.
fn ask(socket: &Path, method: &str, path: &str) -> io::Result<(u16, String)> {
    let mut stream = UnixStream::connect(socket)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    write!(stream, "{method} {path} HTTP/1.1\r\nHost: engine\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.take(LONGEST_ANSWER).read_to_end(&mut answer)?;
    let answer = String::from_utf8_lossy(&answer);
    let status = answer.split_ascii_whitespace().nth(1).and_then(|word| word.parse().ok());
    let status = status.ok_or_else(|| io::Error::other("the engine's answer is no HTTP"))?;
    Ok((status, answer.split_once("\r\n\r\n").map_or("", |(_, body)| body).to_owned()))
}
