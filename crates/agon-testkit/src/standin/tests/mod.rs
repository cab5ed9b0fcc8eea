//! The server seen from the other end of a bare socket.

mod answers;
mod faults;
mod forms;
mod rules;

use super::{Script, StandIn};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// All that came back on a connection, and how it ended.
struct Seen {
    bytes: Vec<u8>,
    reset: bool,
}

impl Seen {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    fn head(&self) -> String {
        self.text().split("\r\n\r\n").next().unwrap().to_owned()
    }

    /// The body with its chunks put together.
    fn body(&self) -> String {
        let text = self.text();
        let (head, mut rest) = text.split_once("\r\n\r\n").unwrap();
        if !head.contains("transfer-encoding: chunked") {
            return rest.to_owned();
        }
        let mut body = String::new();
        while let Some((size, more)) = rest.split_once("\r\n") {
            let size = usize::from_str_radix(size, 16).unwrap();
            body += &more[..size.min(more.len())];
            rest = more.get(size + 2..).unwrap_or_default();
        }
        body
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.body()).unwrap()
    }

    /// The data of each server-sent event.
    fn events(&self) -> Vec<Value> {
        let body = self.body();
        let data = body.lines().filter_map(|line| line.strip_prefix("data: ")).filter(|data| *data != "[DONE]");
        data.map(|data| serde_json::from_str(data).unwrap()).collect()
    }
}

fn written(path: &str, headers: &str, body: &str) -> Vec<u8> {
    format!("POST {path} HTTP/1.1\r\nhost: here\r\n{headers}content-length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

async fn send(server: &StandIn, bytes: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    stream
}

async fn read_to_end(mut stream: TcpStream) -> Seen {
    let mut bytes = Vec::new();
    let mut buffer = vec![0; 64 << 10];
    loop {
        match stream.read(&mut buffer).await {
            Ok(0) => return Seen { bytes, reset: false },
            Ok(count) => bytes.extend_from_slice(&buffer[..count]),
            Err(_) => return Seen { bytes, reset: true },
        }
    }
}

/// Asks once on a connection of its own.
async fn ask(server: &StandIn, path: &str, body: &Value) -> Seen {
    let bytes = written(path, "connection: close\r\nauthorization: Bearer sk-planted\r\n", &body.to_string());
    read_to_end(send(server, &bytes).await).await
}

/// Asks for a chat completion.
async fn chat(server: &StandIn, text: &str, stream: bool) -> Seen {
    let body = json!({"model": "m", "stream": stream, "messages": [{"role": "user", "content": text}]});
    ask(server, "/v1/chat/completions", &body).await
}

/// A server that takes the short bodies of these tests; `rules` is about those that do not.
async fn start(script: Script) -> StandIn {
    StandIn::start(script.lenient()).await.unwrap()
}
