//! Bytes on their way between a client inside and a host outside.

use super::request::Way;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;

/// A connection on which nothing moves for so long is ended.
const IDLE: Duration = Duration::from_secs(120);
/// So much of what a client still sends after its answer is read, and for so long.
const MOST_UNREAD: u64 = 1 << 20;
const UNREAD_TIMEOUT: Duration = Duration::from_secs(15);

/// What the connections of a trial may still carry.
#[derive(Debug)]
pub(super) struct Room(AtomicU64);

impl Room {
    pub(super) fn new(bytes: u64) -> Self {
        Self(AtomicU64::new(bytes))
    }

    fn take(&self, bytes: u64) -> io::Result<()> {
        let taken = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(bytes));
        taken.map(drop).map_err(|_| io::Error::other("the trial's connections have carried all that they may"))
    }
}

/// Carries what was asked for, and counts what went out and what came in.
pub(super) async fn carry(
    (client, server): (TcpStream, TcpStream),
    way: Way,
    after: Vec<u8>,
    room: &Room,
    (sent, received): (&AtomicU64, &AtomicU64),
) -> io::Result<()> {
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let up = async {
        let limit = match way {
            Way::Tunnel => u64::MAX,
            Way::Forward { head, body } => {
                to_server.write_all(&head).await?;
                body
            }
        };
        let early = after.get(..after.len().min(usize::try_from(limit).unwrap_or(usize::MAX))).unwrap_or_default();
        room.take(early.len() as u64)?;
        to_server.write_all(early).await?;
        sent.fetch_add(early.len() as u64, Ordering::Relaxed);
        copy(&mut from_client, &mut to_server, limit - early.len() as u64, room, sent).await?;
        // Some servers take a closed half for a client that has gone, so only a tunnel's is closed.
        if limit == u64::MAX { to_server.shutdown().await } else { Ok(()) }
    };
    let down = async {
        copy(&mut from_server, &mut to_client, u64::MAX, room, received).await?;
        to_client.shutdown().await
    };
    // Whichever fails ends both.
    tokio::try_join!(up, down)?;
    drop_unread(&mut from_client).await;
    Ok(())
}

/// Reads what the client still sends: a connection that is closed with something unread is reset, and its answer may be lost.
pub(super) async fn drop_unread(client: &mut (impl AsyncRead + Unpin)) {
    let (mut unread, mut nowhere) = (client.take(MOST_UNREAD), tokio::io::sink());
    let _ = tokio::time::timeout(UNREAD_TIMEOUT, tokio::io::copy(&mut unread, &mut nowhere)).await;
}

async fn copy(
    from: &mut (impl AsyncRead + Unpin),
    to: &mut (impl AsyncWrite + Unpin),
    mut limit: u64,
    room: &Room,
    count: &AtomicU64,
) -> io::Result<()> {
    let mut piece = vec![0; 16 * 1024];
    while limit > 0 {
        let most = usize::try_from(limit).unwrap_or(usize::MAX).min(piece.len());
        let length = tokio::time::timeout(IDLE, from.read(&mut piece[..most])).await??;
        if length == 0 {
            break;
        }
        room.take(length as u64)?;
        tokio::time::timeout(IDLE, to.write_all(&piece[..length])).await??;
        count.fetch_add(length as u64, Ordering::Relaxed);
        limit -= length as u64;
    }
    Ok(())
}
