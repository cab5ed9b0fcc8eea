//! The seat over a WebSocket: each text message is a line of `agon.seat/1`, which programs on standard input and output speak too.

use crate::http::{Connection, Reply, bytes, problem};
use crate::{Departure, SharedSeat};
use agon_core::SeatError;
use agon_seat::wire::{After, Conversation, FrameDelivery};
use futures_util::{SinkExt as _, StreamExt as _};
use hyper::body::Incoming;
use hyper::header::{CONNECTION, HeaderValue, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE};
use hyper::upgrade::Upgraded;
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

type Socket = WebSocketStream<TokioIo<Upgraded>>;

/// A longer message is no message of ours.
const MOST_BYTES: usize = 16 * 1024 * 1024;

/// Answers the request that opens a socket, and talks through it from then on.
pub(crate) fn upgrade(seat: &SharedSeat, mut request: Request<Incoming>, open: Connection) -> Reply {
    let header = |name| request.headers().get(name).and_then(|value: &HeaderValue| value.to_str().ok()).unwrap_or_default();
    let asks = header(UPGRADE).eq_ignore_ascii_case("websocket") && header(SEC_WEBSOCKET_VERSION) == "13";
    let key = header(SEC_WEBSOCKET_KEY);
    let accept = HeaderValue::from_str(&derive_accept_key(key.as_bytes()));
    let (true, false, Ok(accept)) = (asks, key.is_empty(), accept) else {
        return problem(StatusCode::UPGRADE_REQUIRED, "This is the address of a WebSocket, version 13.");
    };
    let (seat, upgraded) = (seat.clone(), hyper::upgrade::on(&mut request));
    tokio::spawn(async move {
        let _open = open;
        let Ok(upgraded) = upgraded.await else { return };
        let config = WebSocketConfig::default().max_message_size(Some(MOST_BYTES)).max_frame_size(Some(MOST_BYTES));
        let socket = WebSocketStream::from_raw_socket(TokioIo::new(upgraded), Role::Server, Some(config)).await;
        converse(&seat, socket).await;
    });
    let mut reply = bytes(StatusCode::SWITCHING_PROTOCOLS, "application/json", "");
    let headers = reply.headers_mut();
    headers.clear();
    headers.insert(CONNECTION, HeaderValue::from_static("upgrade"));
    headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
    headers.insert(SEC_WEBSOCKET_ACCEPT, accept);
    reply
}

/// Talks until one side has had enough. A socket that is closed before the end is an agent that left.
async fn converse(seat: &SharedSeat, mut socket: Socket) {
    let mut conversation = Conversation::new(FrameDelivery::Base64);
    let hello = seat.with(move |seat| {
        Box::pin(async move {
            let hello = conversation.hello(seat).map_err(SeatError::Fault)?;
            Ok((conversation, hello))
        })
    });
    let hello = match hello.await {
        Ok((begun, hello)) => {
            conversation = begun;
            hello
        }
        Err(over) => return close(socket, Some(error(&over.to_string()))).await,
    };
    if socket.send(Message::text(hello)).await.is_err() {
        return seat.leave(Departure::Left);
    }
    loop {
        let text = match socket.next().await {
            Some(Ok(Message::Text(text))) => text.to_string(),
            Some(Ok(Message::Binary(bytes))) => String::from_utf8_lossy(&bytes).into_owned(),
            // Answered by the library.
            Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => continue,
            Some(Ok(Message::Close(_)) | Err(_)) | None => return seat.leave(Departure::Left),
        };
        let heard = seat.with(move |seat| {
            Box::pin(async move {
                match conversation.hear(seat, &text).await {
                    After::Broken(fault) => Err(SeatError::Fault(fault)),
                    after => Ok((conversation, after)),
                }
            })
        });
        let after = match heard.await {
            Ok((heard, after)) => {
                conversation = heard;
                after
            }
            Err(over) => return close(socket, Some(error(&over.to_string()))).await,
        };
        match after {
            After::Listen => {}
            After::Say(line) => {
                if socket.send(Message::text(line)).await.is_err() {
                    return seat.leave(Departure::Left);
                }
            }
            After::Close(line) => {
                close(socket, line).await;
                return seat.leave(Departure::Left);
            }
            After::Dismiss(why) => {
                seat.leave(Departure::Crashed(why.clone()));
                return close(socket, Some(error(&why))).await;
            }
            // Turned into an error above.
            After::Broken(_) => return,
        }
    }
}

async fn close(mut socket: Socket, last: Option<String>) {
    if let Some(line) = last {
        let _ = socket.send(Message::text(line)).await;
    }
    let _ = socket.close(None).await;
    // The other side's answer ends the connection in order.
    while let Some(Ok(_)) = socket.next().await {}
}

/// As `agon.seat/1` tells an error.
fn error(message: &str) -> String {
    serde_json::json!({"type": "error", "message": message}).to_string()
}
