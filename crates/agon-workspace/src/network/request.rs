//! The head of a request to the proxy: which host it is for, and what that host is to be told.

use super::hosts::NamedHost;
use std::io;
use tokio::io::{AsyncRead, AsyncReadExt};

/// A longer head is refused.
const LONGEST_HEAD: usize = 16 * 1024;

/// What a client asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ProxyRequest {
    pub(super) host: NamedHost,
    pub(super) way: Way,
    /// What came after the head.
    pub(super) after: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// `CONNECT`: bytes go both ways.
    Tunnel,
    /// One request: this head for the host, then a body of so many bytes.
    Forward { head: Vec<u8>, body: u64 },
}

/// Why a request is not taken: a status and a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refused(pub(super) &'static str, pub(super) String);

/// Reads a head, however slowly it comes; the caller limits the time. `None` where the client has gone.
pub(super) async fn read_head(client: &mut (impl AsyncRead + Unpin)) -> io::Result<Option<Result<ProxyRequest, Refused>>> {
    let mut read = Vec::new();
    let mut piece = [0; 4096];
    loop {
        if let Some(end) = read.windows(4).position(|four| four == b"\r\n\r\n") {
            let after = read.split_off(end + 4);
            return Ok(Some(parse(&read[..end], after)));
        }
        if read.len() > LONGEST_HEAD {
            let problem = format!("A request's head is at most {LONGEST_HEAD} bytes long.");
            return Ok(Some(Err(Refused("431 Request Header Fields Too Large", problem))));
        }
        match client.read(&mut piece).await? {
            0 => return Ok(None),
            length => read.extend_from_slice(&piece[..length]),
        }
    }
}

fn parse(head: &[u8], after: Vec<u8>) -> Result<ProxyRequest, Refused> {
    let bad = |problem: &str| Refused("400 Bad Request", problem.to_owned());
    let head = std::str::from_utf8(head).map_err(|_| bad("The head is not UTF-8."))?;
    // A lone line end inside would be one more header to some servers.
    let mut lines = head.split("\r\n");
    let is_sound = |line: &str| !line.contains(['\r', '\n', '\0']);
    if !head.split("\r\n").all(is_sound) {
        return Err(bad("A line of the head ends wrongly."));
    }
    let first: Vec<&str> = lines.next().unwrap_or_default().split(' ').collect();
    let [method, target, version] = first[..] else { return Err(bad("The first line is no request.")) };
    if !["HTTP/1.1", "HTTP/1.0"].contains(&version) || !method.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return Err(bad("The first line is no request."));
    }
    if method == "CONNECT" {
        let host = target.parse().map_err(|_| bad("CONNECT takes a host and its port."))?;
        return Ok(ProxyRequest { host, way: Way::Tunnel, after });
    }
    let rest = target.strip_prefix("http://").ok_or_else(|| bad("This is a proxy: ask for http://HOST/PATH, or CONNECT."))?;
    let cut = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at(cut);
    let has_port = authority.rsplit_once(':').is_some_and(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit()));
    let authority = if has_port { authority.to_owned() } else { format!("{authority}:80") };
    let host: NamedHost = authority.parse().map_err(|_| bad("The address names no host."))?;
    let path = if path.starts_with('/') { path.to_owned() } else { format!("/{path}") };
    let mut forwarded = format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n");
    let mut body = None;
    for line in lines {
        let (name, value) = line.split_once(':').ok_or_else(|| bad("A header has no colon."))?;
        let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
        if name.is_empty() || !name.bytes().all(is_token) {
            return Err(bad("A header has no name."));
        }
        match name.to_ascii_lowercase().as_str() {
            "host" | "connection" | "keep-alive" | "te" | "trailer" | "upgrade" | "expect" => {}
            name if name.starts_with("proxy-") => {}
            "transfer-encoding" => return Err(Refused("411 Length Required", "A body is sent with its Content-Length.".into())),
            "content-length" => {
                let length = value.trim().parse::<u64>().map_err(|_| bad("The Content-Length is no number."))?;
                if body.replace(length).is_some_and(|before| before != length) {
                    return Err(bad("There are two lengths."));
                }
            }
            _ => forwarded.push_str(&format!("{name}:{value}\r\n")),
        }
    }
    if let Some(length) = body {
        forwarded.push_str(&format!("Content-Length: {length}\r\n"));
    }
    forwarded.push_str("\r\n");
    Ok(ProxyRequest { host, way: Way::Forward { head: forwarded.into_bytes(), body: body.unwrap_or(0) }, after })
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn read(text: &[u8]) -> Option<Result<ProxyRequest, Refused>> {
        read_head(&mut &text[..]).await.unwrap()
    }

    #[tokio::test]
    async fn requests_are_told_to_the_named_host_alone() {
        let tunnel = read(b"CONNECT Example.org:443 HTTP/1.1\r\nHost: other.org\r\n\r\n\x16\x03").await.unwrap().unwrap();
        assert_eq!((tunnel.host.to_string().as_str(), tunnel.way, tunnel.after), ("example.org:443", Way::Tunnel, vec![0x16, 3]));
        let asked = b"POST http://a.org?q HTTP/1.1\r\nHost: other.org\r\nConnection: keep-alive\r\nProxy-Authorization: x\r\nA: b\r\nContent-Length: 2\r\n\r\nhi";
        let forward = read(asked).await.unwrap().unwrap();
        let Way::Forward { head, body } = forward.way else { panic!("it is no tunnel") };
        let wanted = "POST /?q HTTP/1.1\r\nHost: a.org:80\r\nConnection: close\r\nA: b\r\nContent-Length: 2\r\n\r\n";
        assert_eq!((std::str::from_utf8(&head).unwrap(), body, forward.after), (wanted, 2, b"hi".to_vec()));
    }

    #[tokio::test]
    async fn what_is_no_request_is_refused() {
        for text in [
            "GET / HTTP/1.1\r\n\r\n",
            "GET http://u@a.org/ HTTP/1.1\r\n\r\n",
            "GET https://a.org/ HTTP/1.1\r\n\r\n",
            "CONNECT a.org HTTP/1.1\r\n\r\n",
            "CONNECT a.org:443 HTTP/2\r\n\r\n",
            "GET http://a.org/ HTTP/1.1\r\nA: b\nHost: c\r\n\r\n",
            "GET http://a.org/ HTTP/1.1\r\nno colon\r\n\r\n",
            "GET http://a.org/ HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
            "\r\n\r\n",
        ] {
            let refused = read(text.as_bytes()).await.unwrap().unwrap_err();
            assert_eq!(refused.0, "400 Bad Request", "{text:?}");
        }
        let chunked = read(b"POST http://a.org/ HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n").await.unwrap().unwrap_err();
        assert_eq!(chunked.0, "411 Length Required");
        let long = format!("GET http://a.org/ HTTP/1.1\r\nA: {}", "b".repeat(LONGEST_HEAD));
        assert!(read(long.as_bytes()).await.unwrap().unwrap_err().0.starts_with("431"));
        assert_eq!(read(b"GET http").await, None);
    }
}
