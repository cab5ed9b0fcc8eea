//! WebSockets: [`websocket`] answers the request that opens one and hands it to whoever talks through it.

use crate::http::{Reply, plain};
use futures_util::{SinkExt as _, StreamExt as _};
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{
    CONNECTION, HOST, HeaderName, HeaderValue, ORIGIN, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE,
};
use hyper::upgrade::Upgraded;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

/// What goes through a socket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    Text(String),
    Binary(Bytes),
}

/// The other side has gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the socket is closed")]
pub struct SocketClosed;

/// An open socket.
pub struct WebSocket {
    stream: WebSocketStream<TokioIo<Upgraded>>,
}

impl WebSocket {
    /// The next message; `None` once the other side has gone or sent what is no message. Nothing is lost where the wait is given
    /// up in a `select!`.
    pub async fn receive(&mut self) -> Option<Message> {
        loop {
            match self.stream.next().await?.ok()? {
                tungstenite::Message::Text(text) => return Some(Message::Text(text.as_str().to_owned())),
                tungstenite::Message::Binary(bytes) => return Some(Message::Binary(bytes)),
                tungstenite::Message::Close(_) => return None,
                // Answered by the library.
                tungstenite::Message::Ping(_) | tungstenite::Message::Pong(_) | tungstenite::Message::Frame(_) => {}
            }
        }
    }

    /// Sends a message; returns when it has left for the network.
    pub async fn send(&mut self, message: Message) -> Result<(), SocketClosed> {
        let message = match message {
            Message::Text(text) => tungstenite::Message::text(text),
            Message::Binary(bytes) => tungstenite::Message::Binary(bytes),
        };
        self.stream.send(message).await.map_err(|_| SocketClosed)
    }

    /// Says goodbye and waits for the other side to do the same.
    pub async fn close(mut self) {
        let _ = self.stream.close(None).await;
        while let Some(Ok(_)) = self.stream.next().await {}
    }
}

/// Answers the request that opens a socket and, in a task of its own, lets `talk` use it. A message of more than `most_bytes` ends
/// the connection. A page of another origin is refused: browsers let any page open a socket to anywhere.
pub fn websocket<F>(
    mut request: Request<Incoming>,
    most_bytes: usize,
    talk: impl FnOnce(WebSocket) -> F + Send + 'static,
) -> Reply
where
    F: Future<Output = ()> + Send + 'static,
{
    if !is_of_own_page(&request) {
        return plain(StatusCode::FORBIDDEN, "A page of another origin is not answered.");
    }
    let Some(accept) = accept_key(&request) else {
        return plain(StatusCode::UPGRADE_REQUIRED, "This is the address of a WebSocket, version 13.");
    };
    let upgraded = hyper::upgrade::on(&mut request);
    tokio::spawn(async move {
        // A client that goes before it has its answer is no concern of ours.
        let Ok(upgraded) = upgraded.await else { return };
        let config = WebSocketConfig::default().max_message_size(Some(most_bytes)).max_frame_size(Some(most_bytes));
        let stream = WebSocketStream::from_raw_socket(TokioIo::new(upgraded), Role::Server, Some(config)).await;
        talk(WebSocket { stream }).await;
    });
    let mut reply = Response::new(Full::default());
    *reply.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    let headers = reply.headers_mut();
    headers.insert(CONNECTION, HeaderValue::from_static("upgrade"));
    headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
    headers.insert(SEC_WEBSOCKET_ACCEPT, accept);
    reply
}

/// Whether a request comes from a page of this server, or from a program, which names no origin.
pub fn is_of_own_page<B>(request: &Request<B>) -> bool {
    match request.headers().get(ORIGIN) {
        None => true,
        Some(origin) => {
            let origin = origin.to_str().unwrap_or_default();
            origin.strip_prefix("http://").is_some_and(|authority| authority == text(request, HOST))
        }
    }
}

fn accept_key<B>(request: &Request<B>) -> Option<HeaderValue> {
    let key = text(request, SEC_WEBSOCKET_KEY);
    let asks = text(request, UPGRADE).eq_ignore_ascii_case("websocket") && text(request, SEC_WEBSOCKET_VERSION) == "13";
    (asks && !key.is_empty()).then(|| HeaderValue::from_str(&derive_accept_key(key.as_bytes())).ok()).flatten()
}

fn text<B>(request: &Request<B>, name: HeaderName) -> &str {
    request.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Handler, Server};
    use agon_core::BoxFuture;
    use std::net::SocketAddr;
    use tokio::net::TcpStream;
    use tokio_tungstenite::client_async;
    use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

    /// Sends back what it gets, and goes when it is told to.
    struct Echo;

    impl Handler for Echo {
        fn answer(&self, request: Request<Incoming>) -> BoxFuture<'_, Reply> {
            Box::pin(async {
                websocket(request, 100, |mut socket| async move {
                    while let Some(message) = socket.receive().await {
                        if message == Message::Text("go".into()) {
                            return socket.close().await;
                        }
                        if socket.send(message).await.is_err() {
                            return;
                        }
                    }
                })
            })
        }
    }

    async fn connected(address: SocketAddr, origin: Option<&str>) -> Result<WebSocketStream<TcpStream>, Box<tungstenite::Error>> {
        let mut request = format!("ws://{address}/").into_client_request().unwrap();
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        let stream = TcpStream::connect(address).await.unwrap();
        client_async(request, stream).await.map(|(socket, _)| socket).map_err(Box::new)
    }

    #[tokio::test]
    async fn messages_go_both_ways_until_one_side_leaves() {
        let server = Server::start(0, Echo).await.unwrap();
        let own = format!("http://{}", server.address());
        let mut socket = connected(server.address(), Some(&own)).await.unwrap();
        for message in [tungstenite::Message::text("ä"), tungstenite::Message::binary(vec![0, 255])] {
            socket.send(message.clone()).await.unwrap();
            assert_eq!(socket.next().await.unwrap().unwrap(), message);
        }
        socket.send(tungstenite::Message::text("go")).await.unwrap();
        assert!(matches!(socket.next().await, Some(Ok(tungstenite::Message::Close(_)))));
    }

    #[tokio::test]
    async fn a_message_that_is_too_long_ends_the_connection() {
        let server = Server::start(0, Echo).await.unwrap();
        let mut socket = connected(server.address(), None).await.unwrap();
        socket.send(tungstenite::Message::text("x".repeat(101))).await.unwrap();
        assert!(!matches!(socket.next().await, Some(Ok(tungstenite::Message::Text(_)))));
    }

    #[tokio::test]
    async fn pages_of_other_origins_and_other_requests_are_refused() {
        let server = Server::start(0, Echo).await.unwrap();
        for origin in ["http://elsewhere.example", "null", "https://127.0.0.1"] {
            let refused = connected(server.address(), Some(origin)).await.unwrap_err();
            assert!(matches!(*refused, tungstenite::Error::Http(reply) if reply.status() == 403), "{origin}");
        }
        let plain = Request::builder().header(UPGRADE, "websocket").body(()).unwrap();
        assert!(is_of_own_page(&plain) && accept_key(&plain).is_none());
    }
}
