//! The conversation with a page, over one WebSocket.

use super::PlaySession;
use super::protocol::{FromPage, Lobby, ToPage};
use crate::websocket::{Message, SocketClosed, WebSocket};
use hyper::body::Bytes;
use tokio::sync::watch;

/// What a page is to show.
#[derive(Clone)]
pub(crate) enum Scene {
    Lobby(Lobby),
    Task(PlaySession),
}

/// Longer messages end the connection.
pub(crate) const MOST_BYTES: usize = 1 << 20;

/// Shows what is to be shown and does what is asked for until the page is closed. `other` takes what is no action on a task.
pub(crate) async fn talk(mut socket: WebSocket, mut scenes: watch::Receiver<Scene>, other: impl Fn(FromPage)) {
    // An end of the scenes or of the socket ends the conversation; neither is an error.
    while show_scene(&mut socket, &mut scenes, &other).await.is_ok() {}
}

/// Shows one scene until the next.
async fn show_scene(
    socket: &mut WebSocket,
    scenes: &mut watch::Receiver<Scene>,
    other: &impl Fn(FromPage),
) -> Result<(), SocketClosed> {
    let scene = scenes.borrow_and_update().clone();
    let session = match scene {
        Scene::Lobby(lobby) => {
            tell(socket, &ToPage::Lobby { lobby }).await?;
            loop {
                tokio::select! {
                    changed = scenes.changed() => return changed.map_err(|_| SocketClosed),
                    message = socket.receive() => match read(message)? {
                        Some(FromPage::Act { .. } | FromPage::Subtask { .. }) => tell(socket, &ToPage::Refused).await?,
                        Some(said) => other(said),
                        None => {}
                    },
                }
            }
        }
        Scene::Task(session) => session,
    };
    let (mut shown, mut pictures) = (session.shown(), session.pictures());
    shown.mark_changed();
    pictures.mark_changed();
    loop {
        tokio::select! {
            biased;
            changed = scenes.changed() => return changed.map_err(|_| SocketClosed),
            Ok(()) = shown.changed() => {
                let task = Box::new(shown.borrow_and_update().now());
                tell(socket, &ToPage::Task { task }).await?;
            }
            message = socket.receive() => {
                let taken = match read(message)? {
                    Some(FromPage::Act { action, events }) => session.act(action.into(), events),
                    Some(FromPage::Subtask { result }) => session.mark_subtask(&result),
                    Some(FromPage::Instructions { open }) => {
                        session.open_instructions(open);
                        true
                    }
                    Some(said) => {
                        other(said);
                        true
                    }
                    None => false,
                };
                if !taken {
                    tell(socket, &ToPage::Refused).await?;
                }
            }
            Ok(()) = pictures.changed() => {
                let file = pictures.borrow_and_update().file.clone();
                if !file.is_empty() {
                    socket.send(Message::Binary(Bytes::from(file.to_vec()))).await?;
                }
            }
        }
    }
}

async fn tell(socket: &mut WebSocket, what: &ToPage) -> Result<(), SocketClosed> {
    let text = serde_json::to_string(what).map_err(|_| SocketClosed)?;
    socket.send(Message::Text(text)).await
}

/// What a page said; `None` where that is nothing we know.
fn read(message: Option<Message>) -> Result<Option<FromPage>, SocketClosed> {
    match message.ok_or(SocketClosed)? {
        Message::Text(text) => Ok(serde_json::from_str(&text).ok()),
        Message::Binary(_) => Ok(None),
    }
}
