//! A proxy before a real server that spoils a tenth of the requests: errors, answers that are lost, and long waits.

use agon_core::Rng;
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::client::conn::http1 as client;
use hyper::server::conn::http1 as server;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Requests that passed, and what became of the others.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    pub(crate) passed: AtomicU64,
    pub(crate) refused: AtomicU64,
    pub(crate) dropped: AtomicU64,
    pub(crate) delayed: AtomicU64,
}

struct Proxy {
    upstream: SocketAddr,
    rng: Mutex<Rng>,
    counts: Arc<Counts>,
}

enum Fate {
    Pass,
    Refuse(StatusCode),
    Drop,
    Delay(Duration),
}

/// Starts one on a port of its own. It ends with the runtime.
pub(crate) async fn start(upstream: SocketAddr) -> (SocketAddr, Arc<Counts>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (address, counts) = (listener.local_addr().unwrap(), Arc::new(Counts::default()));
    let proxy = Arc::new(Proxy { upstream, rng: Mutex::new(Rng::new("proxy", 1)), counts: counts.clone() });
    tokio::spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            stream.set_nodelay(true).unwrap();
            tokio::spawn(serve(proxy.clone(), stream));
        }
    });
    (address, counts)
}

async fn serve(proxy: Arc<Proxy>, stream: TcpStream) {
    let upstream = Arc::new(tokio::sync::Mutex::new(None));
    let service = service_fn(move |request| pass(proxy.clone(), upstream.clone(), request));
    // A request that is dropped ends the connection with an error, as it should.
    let _ = server::Builder::new().serve_connection(TokioIo::new(stream), service).await;
}

type Upstream = Arc<tokio::sync::Mutex<Option<client::SendRequest<Full<Bytes>>>>>;

async fn pass(proxy: Arc<Proxy>, upstream: Upstream, request: Request<Incoming>) -> Result<Response<Full<Bytes>>, Failure> {
    let (head, body) = request.into_parts();
    let body = body.collect().await?.to_bytes();
    let fate = proxy.fate();
    match fate {
        Fate::Refuse(status) => {
            proxy.counts.refused.fetch_add(1, Ordering::Relaxed);
            return Ok(Response::builder().status(status).body(Full::default())?);
        }
        Fate::Delay(time) => {
            proxy.counts.delayed.fetch_add(1, Ordering::Relaxed);
            tokio::time::sleep(time).await;
        }
        Fate::Pass | Fate::Drop => {}
    }
    let mut upstream = upstream.lock().await;
    if upstream.as_ref().is_none_or(client::SendRequest::is_closed) {
        let stream = TcpStream::connect(proxy.upstream).await?;
        stream.set_nodelay(true)?;
        let (sender, connection) = client::handshake(TokioIo::new(stream)).await?;
        tokio::spawn(connection);
        *upstream = Some(sender);
    }
    let sender = upstream.as_mut().ok_or("no connection")?;
    sender.ready().await?;
    let response = sender.send_request(Request::from_parts(head, Full::new(body))).await?;
    let (head, body) = response.into_parts();
    let body = body.collect().await?.to_bytes();
    if matches!(fate, Fate::Drop) {
        proxy.counts.dropped.fetch_add(1, Ordering::Relaxed);
        return Err("the answer is lost".into());
    }
    proxy.counts.passed.fetch_add(1, Ordering::Relaxed);
    Ok(Response::from_parts(head, Full::new(body)))
}

impl Proxy {
    fn fate(&self) -> Fate {
        let mut rng = self.rng.lock().unwrap();
        match rng.below(100) {
            0..2 => Fate::Refuse(StatusCode::INTERNAL_SERVER_ERROR),
            2..4 => Fate::Refuse(StatusCode::SERVICE_UNAVAILABLE),
            4..7 => Fate::Drop,
            7..10 => Fate::Delay(Duration::from_millis(20 + rng.below(1000))),
            _ => Fate::Pass,
        }
    }
}
