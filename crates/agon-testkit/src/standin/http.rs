//! Requests off the wire: just enough of HTTP/1.1.

use serde_json::Value;
use std::io::{Error, ErrorKind, Result};
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWrite, AsyncWriteExt};

/// A request as it came.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    pub method: String,
    /// With its query.
    pub path: String,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    /// Null where it is not JSON.
    pub body: Value,
}

impl Request {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The key it came with, wherever its family puts it.
    pub fn key(&self) -> Option<&str> {
        let bearer = self.header("authorization").map(|value| value.strip_prefix("Bearer ").unwrap_or(value));
        bearer.or_else(|| self.header("x-api-key")).or_else(|| self.header("x-goog-api-key"))
    }

    pub(super) fn wants_close(&self) -> bool {
        self.header("connection").is_some_and(|value| value.eq_ignore_ascii_case("close"))
    }
}

const MAX_HEAD: u64 = 64 << 10;
const MAX_BODY: u64 = 1 << 30;

/// Reads one request; none if the client is done. The writer is for clients that ask before they send a large body.
pub(super) async fn read_request(
    reader: &mut (impl AsyncBufRead + Unpin),
    writer: &mut (impl AsyncWrite + Unpin),
) -> Result<Option<Request>> {
    let Some((method, path, headers)) = read_head(reader).await? else { return Ok(None) };
    let mut request = Request { method, path, headers, body: Value::Null };
    if request.header("expect").is_some_and(|value| value.eq_ignore_ascii_case("100-continue")) {
        writer.write_all(b"HTTP/1.1 100 Continue\r\n\r\n").await?;
    }
    let chunked = request.header("transfer-encoding").is_some_and(|value| value.eq_ignore_ascii_case("chunked"));
    let body = if chunked {
        read_chunks(reader).await?
    } else {
        let length = request.header("content-length").map_or(Ok(0), str::parse).map_err(|_| bad("content-length"))?;
        read_exactly(reader, length).await?
    };
    request.body = serde_json::from_slice(&body).unwrap_or_default();
    Ok(Some(request))
}

type Head = (String, String, Vec<(String, String)>);

async fn read_head(reader: &mut (impl AsyncBufRead + Unpin)) -> Result<Option<Head>> {
    let mut reader = reader.take(MAX_HEAD);
    let mut line = String::new();
    if reader.read_line(&mut line).await? == 0 {
        return Ok(None);
    }
    let mut words = line.split_whitespace().map(str::to_owned);
    let (Some(method), Some(path)) = (words.next(), words.next()) else { return Err(bad("first line")) };
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).await? == 0 {
            return Err(bad("end of the headers"));
        }
        if line.trim_end().is_empty() {
            return Ok(Some((method, path, headers)));
        }
        let (name, value) = line.split_once(':').ok_or_else(|| bad("header"))?;
        headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
}

async fn read_chunks(reader: &mut (impl AsyncBufRead + Unpin)) -> Result<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).await?;
        let size = line.trim().split(';').next().unwrap_or_default();
        let size = u64::from_str_radix(size, 16).map_err(|_| bad("size of a chunk"))?;
        let chunk = read_exactly(reader, size).await?;
        body.extend(chunk);
        // Each chunk, also the empty last one, ends with an empty line. Trailers are not known here.
        reader.read_line(&mut line).await?;
        if size == 0 {
            return Ok(body);
        }
        if body.len() as u64 > MAX_BODY {
            return Err(bad("length"));
        }
    }
}

async fn read_exactly(reader: &mut (impl AsyncBufRead + Unpin), length: u64) -> Result<Vec<u8>> {
    if length > MAX_BODY {
        return Err(bad("length"));
    }
    let mut body = Vec::new();
    reader.take(length).read_to_end(&mut body).await?;
    if body.len() as u64 == length { Ok(body) } else { Err(ErrorKind::UnexpectedEof.into()) }
}

fn bad(what: &str) -> Error {
    Error::new(ErrorKind::InvalidData, format!("the request has a bad {what}"))
}
