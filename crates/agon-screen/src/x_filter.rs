//! The display as programs have it: a socket of ours before the X server's, which keeps from the server what would harm the desk.
//!
//! Programs may run code of the agent's. They reach this socket and not the server's own; their requests are read one by one
//! (`x_filter/requests.rs`) and judged (`x_filter/rules.rs`). Answers and events come back as they are. Descriptors are not
//! passed on: the extensions that need them are hidden.

mod requests;
mod rules;
#[cfg(test)]
mod tests;

use crate::display::{Display, DisplayError};
use requests::Requests;
use rules::Rules;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{UnixListener, UnixStream};
use tokio::task::{AbortHandle, JoinSet};

/// Lets programs through to a server as long as it lives.
#[derive(Debug)]
pub(crate) struct Filter {
    task: AbortHandle,
}

/// What all connections share.
#[derive(Debug)]
struct Shared {
    server: PathBuf,
    rules: Rules,
    traffic: Arc<AtomicU64>,
}

/// A server has room for 256, some of which are the desk's own.
const MOST_CLIENTS: usize = 128;
const CHUNK_BYTES: usize = 128 * 1024;
/// When no connection can be taken because this process has too many files open.
const TRY_AGAIN: Duration = Duration::from_millis(50);

impl Filter {
    /// `server` is the socket that the display is connected to.
    pub(crate) fn start(display: &Display, server: PathBuf, listener: UnixListener) -> Result<Self, DisplayError> {
        let shared = Shared { server, rules: Rules::learn(&display.connection)?, traffic: display.traffic.clone() };
        let task = tokio::spawn(accept(listener, Arc::new(shared))).abort_handle();
        Ok(Self { task })
    }
}

impl Drop for Filter {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// All connections end with this.
async fn accept(listener: UnixListener, shared: Arc<Shared>) {
    let mut clients = JoinSet::new();
    loop {
        let accepted = listener.accept().await;
        while clients.try_join_next().is_some() {}
        match accepted {
            Ok((client, _)) if clients.len() < MOST_CLIENTS => {
                let shared = shared.clone();
                // How a connection ended is its program's affair.
                clients.spawn(async move { relay(client, &shared).await.is_ok() });
            }
            Ok(_) => {}
            Err(_) => tokio::time::sleep(TRY_AGAIN).await,
        }
    }
}

async fn relay(mut client: UnixStream, shared: &Shared) -> io::Result<()> {
    let mut server = UnixStream::connect(&shared.server).await?;
    // Forgotten before the connection ends: after that, the server may give the same numbers to somebody else.
    let resources = Resources { shared, base: OnceLock::new() };
    let ((from_client, to_client), (from_server, to_server)) = (client.split(), server.split());
    tokio::select! {
        ended = pass_requests(from_client, to_server, shared) => ended,
        ended = pass_answers(from_server, to_client, &resources) => ended,
    }
}

/// The numbers that a client gives its windows and all else it makes.
struct Resources<'a> {
    shared: &'a Shared,
    base: OnceLock<u32>,
}

impl Drop for Resources<'_> {
    fn drop(&mut self) {
        if let Some(base) = self.base.get() {
            self.shared.rules.remove_client(*base);
        }
    }
}

async fn pass_requests(
    mut client: impl AsyncRead + Unpin,
    mut server: impl AsyncWrite + Unpin,
    shared: &Shared,
) -> io::Result<()> {
    let mut requests = Requests::default();
    let mut buffer = vec![0; CHUNK_BYTES];
    let mut held = 0;
    loop {
        let length = client.read(&mut buffer[held..]).await?;
        if length == 0 {
            return Ok(());
        }
        shared.traffic.fetch_add(length as u64, Ordering::Relaxed);
        let end = held + length;
        let done = requests.pass(&mut buffer[..end], &shared.rules).map_err(|_| io::ErrorKind::InvalidData)?;
        server.write_all(&buffer[..done]).await?;
        buffer.copy_within(done..end, 0);
        held = end - done;
    }
}

const ACCEPTED: u8 = 1;
/// In a server's first answer, where the numbers begin that the client gives its resources.
const BASE: std::ops::Range<usize> = 12..16;

async fn pass_answers(
    mut server: impl AsyncRead + Unpin,
    mut client: impl AsyncWrite + Unpin,
    resources: &Resources<'_>,
) -> io::Result<()> {
    let mut buffer = vec![0; CHUNK_BYTES];
    let mut held = 0;
    while held == 0 || buffer[0] == ACCEPTED && held < BASE.end {
        let length = server.read(&mut buffer[held..]).await?;
        if length == 0 {
            return Ok(());
        }
        held += length;
    }
    if let (ACCEPTED, Some(base)) = (buffer[0], buffer[BASE].first_chunk()) {
        let base = u32::from_le_bytes(*base);
        resources.shared.rules.add_client(*resources.base.get_or_init(|| base));
    }
    while held > 0 {
        resources.shared.traffic.fetch_add(held as u64, Ordering::Relaxed);
        client.write_all(&buffer[..held]).await?;
        held = server.read(&mut buffer).await?;
    }
    Ok(())
}
