//! What goes back to a client: status, headers and the pieces of a body.

use super::pieces::{Piece, fill};
use super::{Ask, Message, forms};

/// An answer ready for the wire.
pub(super) struct Response {
    pub(super) code: u16,
    pub(super) media: &'static str,
    pub(super) headers: Vec<(String, String)>,
    pub(super) chunked: bool,
    pub(super) pieces: Vec<Piece>,
}

impl Response {
    pub(super) fn plain(code: u16, media: &'static str, text: &str) -> Self {
        Self { code, media, headers: Vec::new(), chunked: false, pieces: vec![text.into()] }
    }

    pub(super) fn error(ask: &Ask, code: u16, headers: Vec<(String, String)>, message: &str) -> Self {
        let body = forms::error(ask.family, code, message).to_string();
        Self { headers, ..Self::plain(code, "application/json", &body) }
    }

    pub(super) fn told(ask: &Ask, message: &Message, empty: bool, filler: u64) -> Self {
        let told = forms::Told::new(ask, message, empty);
        if ask.stream {
            let pieces = fill(forms::events(&told), filler, true);
            return Self { code: 200, media: "text/event-stream", headers: Vec::new(), chunked: true, pieces };
        }
        let pieces = fill(vec![forms::whole(&told)], filler, false);
        Self { code: 200, media: "application/json", headers: Vec::new(), chunked: false, pieces }
    }

    /// A whole answer ends in its middle; a stream ends in the middle of its second event.
    pub(super) fn truncated(ask: &Ask) -> Self {
        let mut response = Self::told(ask, &Message::say("this is the beginning of an answer that has no end"), false, 0);
        response.pieces.truncate(2);
        if let Some(last) = response.pieces.pop() {
            let half = last.len() / 2;
            response.pieces.push(last.cut(half));
        }
        response
    }

    pub(super) fn head(&self) -> String {
        let framing = if self.chunked {
            "transfer-encoding: chunked".to_owned()
        } else {
            format!("content-length: {}", self.pieces.iter().map(Piece::len).sum::<u64>())
        };
        let headers: String = self.headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        format!("HTTP/1.1 {} {}\r\ncontent-type: {}\r\n{framing}\r\n{headers}\r\n", self.code, reason(self.code), self.media)
    }
}

fn reason(code: u16) -> &'static str {
    match code {
        200 => "OK",
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        429 => "Too Many Requests",
        500 => "Internal Server Error",
        502 => "Bad Gateway",
        503 => "Service Unavailable",
        _ => "Other",
    }
}
