//! A WebSocket as a page opens it, by hand.

use serde_json::Value;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

pub(super) struct Socket(BufReader<TcpStream>);

impl Socket {
    /// Opens a socket at a path; `Err` is the status of the refusal.
    pub(super) fn open(address: &str, path: &str, origin: &str) -> Result<Self, u16> {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: {origin}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut reader = BufReader::new(stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert!(reader.read_line(&mut head).unwrap() > 0, "{head}");
        }
        match head[9..12].parse().unwrap() {
            101 => Ok(Self(reader)),
            status => Err(status),
        }
    }

    /// The next message; `None` once the server says goodbye.
    pub(super) fn next(&mut self) -> Option<Value> {
        let mut start = [0; 2];
        self.0.read_exact(&mut start).unwrap();
        let mut length = usize::from(start[1] & 0x7F);
        if length >= 126 {
            let mut more = vec![0; if length == 126 { 2 } else { 8 }];
            self.0.read_exact(&mut more).unwrap();
            length = more.iter().fold(0, |length, byte| length << 8 | usize::from(*byte));
        }
        let mut content = vec![0; length];
        self.0.read_exact(&mut content).unwrap();
        (start[0] & 0x0F == 1).then(|| serde_json::from_slice(&content).unwrap())
    }

    /// Reads on until a message is as wanted.
    pub(super) fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let news = self.next().unwrap();
            if wanted(&news) {
                return news;
            }
        }
    }
}
