//! The server itself: connections, hosts, and the forms of answers.

use agon_assets::Asset;
use agon_core::BoxFuture;
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, HeaderValue, REFERRER_POLICY};
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use std::convert::Infallible;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

pub type Reply = Response<Full<Bytes>>;

/// Answers requests.
pub trait Handler: Send + Sync + 'static {
    fn answer(&self, request: Request<Incoming>) -> BoxFuture<'_, Reply>;
}

/// Who asks; among a request's extensions.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

/// A running server; it ends when dropped.
pub struct Server {
    address: SocketAddr,
    task: JoinHandle<()>,
}

impl Server {
    /// Listens on loopback; port 0 takes any that is free.
    pub async fn start(port: u16, handler: impl Handler) -> std::io::Result<Self> {
        Self::start_at((Ipv4Addr::LOCALHOST, port).into(), handler).await
    }

    /// Listens at an address. Whoever lets other machines ask must know by more than their names whom to answer.
    pub async fn start_at(address: SocketAddr, handler: impl Handler) -> std::io::Result<Self> {
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        let handler = Arc::new(handler);
        let task = tokio::spawn(async move {
            loop {
                let Ok((stream, peer)) = listener.accept().await else { continue };
                let handler = handler.clone();
                tokio::spawn(async move {
                    let service = service_fn(move |mut request: Request<Incoming>| {
                        let handler = handler.clone();
                        request.extensions_mut().insert(Peer(peer));
                        async move { Ok::<_, Infallible>(handler.answer(request).await) }
                    });
                    // A browser that hangs up in the middle is no concern of ours.
                    let connection = hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service);
                    let _ = connection.with_upgrades().await;
                });
            }
        });
        Ok(Self { address, task })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until the process ends.
    pub async fn forever(mut self) {
        let _ = (&mut self.task).await;
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// The host that a request names, without its port: from its address, as proxies are asked, or from its header.
pub(crate) fn host<B>(request: &Request<B>) -> &str {
    let named = request.uri().host().or_else(|| request.headers().get(HOST)?.to_str().ok()).unwrap_or_default();
    // The colons of an IPv6 address are inside its brackets.
    match named.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => host,
        _ => named,
    }
}

/// Whether a request names this machine. A page elsewhere that points a name of its own at loopback must not read what is served.
pub fn names_this_machine<B>(request: &Request<B>) -> bool {
    matches!(host(request), "127.0.0.1" | "localhost" | "[::1]")
}

/// A file that is never kept, under a policy that says what its page may reach.
pub fn file(mime: &'static str, content: impl Into<Bytes>, policy: &'static str) -> Reply {
    let mut reply = Response::new(Full::new(content.into()));
    let headers = reply.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(mime));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    reply
}

/// A file whose name is that of its content: it may be kept for good.
pub fn kept(mime: &'static str, content: impl Into<Bytes>, policy: &'static str) -> Reply {
    let mut reply = file(mime, content, policy);
    reply.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("private, max-age=31536000, immutable"));
    reply
}

/// A file that is built in, if there is one.
pub fn asset(asset: Option<Asset<'_>>, policy: &'static str) -> Reply {
    match asset {
        Some(asset) => file(asset.mime, Bytes::copy_from_slice(asset.bytes), policy),
        None => plain(StatusCode::NOT_FOUND, "There is nothing here."),
    }
}

/// A status, with a sentence for whoever looks at it in a browser.
pub fn plain(status: StatusCode, text: impl Into<Bytes>) -> Reply {
    let mut reply = file("text/plain; charset=utf-8", text, "default-src 'none'");
    *reply.status_mut() = status;
    reply
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(uri: &str, header: Option<&str>) -> Request<()> {
        let request = Request::builder().uri(uri);
        header.into_iter().fold(request, |request, host| request.header(HOST, host)).body(()).unwrap()
    }

    #[test]
    fn a_host_is_read_from_the_address_or_the_header() {
        assert_eq!(host(&asked("http://circuit.localhost/a", Some("other"))), "circuit.localhost");
        assert_eq!(host(&asked("http://circuit.localhost:80/a", None)), "circuit.localhost");
        assert_eq!(host(&asked("/a", Some("127.0.0.1:4000"))), "127.0.0.1");
        assert_eq!(host(&asked("/a", Some("[::1]"))), "[::1]");
        assert_eq!(host(&asked("/a", None)), "");
    }

    #[test]
    fn only_names_of_this_machine_are_answered() {
        for header in ["127.0.0.1:4000", "localhost", "localhost:1", "[::1]:9"] {
            assert!(names_this_machine(&asked("/", Some(header))), "{header}");
        }
        for header in ["elsewhere.example", "127.0.0.1.elsewhere.example:80", "", "localhost.example"] {
            assert!(!names_this_machine(&asked("/", Some(header))), "{header}");
        }
    }
}
