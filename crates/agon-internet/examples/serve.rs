//! Serves the small internet of a seed on a loopback port, to be looked at in any browser: `cargo run -p agon-internet --example serve -- SEED PORT`.
//!
//! `http://127.0.0.1:PORT/HOST/PATH` is the page, with links led back here; `made/SEED/…` gives what the browser page fetches.

#![allow(clippy::print_stdout)]

use agon_internet::{Answer, Internet};
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let seed = arguments.next().and_then(|s| s.parse().ok()).unwrap_or(1);
    let port: u16 = arguments.next().and_then(|s| s.parse().ok()).unwrap_or(8700);
    let internet = Internet::new(seed);
    let listener = TcpListener::bind(("127.0.0.1", port))?;
    println!("http://127.0.0.1:{port}/search.example/");
    for stream in listener.incoming() {
        // A browser that hangs up is no reason to stop.
        let _ = stream.and_then(|stream| answer(&internet, stream));
    }
    Ok(())
}

fn answer(internet: &Internet, mut stream: TcpStream) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    loop {
        let mut header = String::new();
        if reader.read_line(&mut header)? == 0 || header.trim().is_empty() {
            break;
        }
    }
    let path = line.split(' ').nth(1).unwrap_or("/").trim_start_matches('/').to_string();
    if let Some(made) = path.strip_prefix("made/") {
        return match agon_internet::made(made) {
            Some(bytes) => send(&mut stream, "200 OK", "application/octet-stream", &bytes),
            None => send(&mut stream, "404 Not Found", "text/plain", b"nothing"),
        };
    }
    let (host, rest) = path.split_once('/').unwrap_or((path.as_str(), ""));
    if !host.contains('.') {
        return send(&mut stream, "302 Found\r\nLocation: /search.example/", "text/plain", b"");
    }
    match internet.get(&format!("http://{host}/{rest}")) {
        Answer::Page { title, html } | Answer::NotFound { title, html } => {
            let html = html.replace("=\"/", &format!("=\"/{host}/")).replace("=\"http://", "=\"/");
            let page = format!(
                "<!doctype html><meta charset=\"utf-8\"><title>{title}</title><link rel=\"stylesheet\" href=\"/{host}/style.css\"><body style=\"margin:0\">{html}"
            );
            send(&mut stream, "200 OK", "text/html; charset=utf-8", page.as_bytes())
        }
        Answer::File { media_type, bytes, .. } => send(&mut stream, "200 OK", media_type, &bytes),
        Answer::Moved(to) => {
            send(&mut stream, &format!("302 Found\r\nLocation: /{}", to.trim_start_matches("http://")), "text/plain", b"")
        }
    }
}

fn send(stream: &mut TcpStream, status: &str, media_type: &str, bytes: &[u8]) -> std::io::Result<()> {
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {media_type}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        bytes.len()
    )?;
    stream.write_all(bytes)
}
