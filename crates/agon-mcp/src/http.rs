//! The server on loopback: MCP and the API behind a path that nobody can guess.

use crate::{McpServer, ServeSettings, SharedSeat, rest, socket};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt as _, Full};
use hyper::body::{Bytes, Incoming};
use hyper::header::{HOST, ORIGIN};
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use std::convert::Infallible;
use std::fmt::Write as _;
use std::io::Read as _;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

pub(crate) type Reply = Response<BoxBody<Bytes, Infallible>>;

/// A seat that is served over HTTP; the server ends when this is dropped.
pub struct HttpServer {
    address: SocketAddr,
    token: String,
    connections: watch::Receiver<usize>,
    cancel: CancellationToken,
    task: JoinHandle<()>,
}

struct Site {
    seat: SharedSeat,
    mcp: StreamableHttpService<McpServer, LocalSessionManager>,
    token: String,
    connections: watch::Sender<usize>,
}

/// A connection, as long as it is open.
pub(crate) struct Connection(watch::Sender<usize>);

/// How long clients have to go after the end.
const LINGER: Duration = Duration::from_secs(10);
/// Some clients open a connection for each request: they have gone when none is open for so long.
const PAUSE: Duration = Duration::from_secs(2);
/// Who sends no request in this time keeps no connection.
const HEADER_TIMEOUT: Duration = Duration::from_secs(30);

/// Serves a seat on this machine alone: MCP at [`HttpServer::mcp_url`], the API at [`HttpServer::api_url`]. Port 0 is any that is
/// free.
pub async fn serve_http(seat: SharedSeat, settings: ServeSettings, port: u16) -> std::io::Result<HttpServer> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
    let (address, token) = (listener.local_addr()?, token()?);
    let cancel = CancellationToken::new();
    let connections = watch::Sender::new(0);
    let server = McpServer::new(seat.clone(), settings);
    // An agent that thinks for long must not lose its session.
    let mut sessions = LocalSessionManager::default();
    sessions.session_config.keep_alive = None;
    // The empty event that says when to connect again is a broken message to clients such as Gemini CLI 0.61, which then leave.
    sessions.session_config.sse_retry = None;
    let config = StreamableHttpServerConfig::default()
        .with_allowed_origins(["http://localhost:*", "http://127.0.0.1:*", "http://[::1]:*"])
        .with_sse_retry(None)
        .with_cancellation_token(cancel.clone());
    let mcp = StreamableHttpService::new(move || Ok(server.clone()), Arc::new(sessions), config);
    let (watched, named) = (connections.subscribe(), token.clone());
    let site = Arc::new(Site { seat, mcp, token: named, connections });
    let task = tokio::spawn(async move {
        loop {
            let Ok((stream, _)) = listener.accept().await else { continue };
            tokio::spawn(serve(site.clone(), stream));
        }
    });
    Ok(HttpServer { address, token, connections: watched, cancel, task })
}

impl HttpServer {
    /// Where MCP clients connect.
    pub fn mcp_url(&self) -> String {
        format!("http://{}/{}/mcp", self.address, self.token)
    }

    /// What the paths of the API are below.
    pub fn api_url(&self) -> String {
        format!("http://{}/{}/v1", self.address, self.token)
    }

    /// Ends the server when every client has gone, or has had the time to. Until then each call is told that it is over.
    pub async fn finish(mut self) {
        let gone = async {
            loop {
                let _ = self.connections.wait_for(|open| *open == 0).await;
                let comes_back = self.connections.wait_for(|open| *open > 0);
                if tokio::time::timeout(PAUSE, comes_back).await.is_err() {
                    return;
                }
            }
        };
        let _ = tokio::time::timeout(LINGER, gone).await;
    }
}

impl Drop for HttpServer {
    fn drop(&mut self) {
        self.cancel.cancel();
        self.task.abort();
    }
}

impl Connection {
    pub(crate) fn open(connections: &watch::Sender<usize>) -> Self {
        connections.send_modify(|open| *open += 1);
        Self(connections.clone())
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.0.send_modify(|open| *open -= 1);
    }
}

async fn serve(site: Arc<Site>, stream: TcpStream) {
    let _open = Connection::open(&site.connections);
    let service = service_fn(move |request| {
        let site = site.clone();
        async move { Ok::<_, Infallible>(site.answer(request).await) }
    });
    let mut builder = hyper::server::conn::http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEADER_TIMEOUT);
    // A client that hangs up in the middle is no concern of ours.
    let _ = builder.serve_connection(TokioIo::new(stream), service).with_upgrades().await;
}

impl Site {
    async fn answer(&self, request: Request<Incoming>) -> Reply {
        let below = request.uri().path().strip_prefix('/').and_then(|path| path.strip_prefix(&*self.token));
        let Some(path) = below.map(str::to_owned) else { return problem(StatusCode::NOT_FOUND, "There is nothing here.") };
        if path == "/mcp" {
            return self.mcp.handle(request).await;
        }
        let Some(route) = path.strip_prefix("/v1") else { return problem(StatusCode::NOT_FOUND, "There is nothing here.") };
        if !names_this_machine(&request) {
            return problem(StatusCode::FORBIDDEN, "Only this machine is answered.");
        }
        match route {
            "/socket" => socket::upgrade(&self.seat, request, Connection::open(&self.connections)),
            route => rest::answer(&self.seat, route, request).await,
        }
    }
}

/// A page elsewhere that points a name of its own at loopback, or that calls from there, is not answered.
fn names_this_machine<B>(request: &Request<B>) -> bool {
    let text = |name| request.headers().get(name).map(|value| value.to_str().unwrap_or_default());
    let is_local = |authority: &str| {
        let host = match authority.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => host,
            _ => authority,
        };
        matches!(host, "127.0.0.1" | "localhost" | "[::1]")
    };
    text(HOST).is_some_and(is_local) && text(ORIGIN).is_none_or(|origin| origin.strip_prefix("http://").is_some_and(is_local))
}

/// A sentence in the form in which the API tells what is wrong.
pub(crate) fn problem(status: StatusCode, sentence: &str) -> Reply {
    json(status, &serde_json::json!({"error": sentence}))
}

pub(crate) fn json(status: StatusCode, value: &serde_json::Value) -> Reply {
    bytes(status, "application/json", value.to_string())
}

pub(crate) fn bytes(status: StatusCode, kind: &'static str, content: impl Into<Bytes>) -> Reply {
    let mut reply = Response::new(Full::new(content.into()).boxed());
    *reply.status_mut() = status;
    let headers = reply.headers_mut();
    headers.insert(hyper::header::CONTENT_TYPE, hyper::header::HeaderValue::from_static(kind));
    headers.insert(hyper::header::CACHE_CONTROL, hyper::header::HeaderValue::from_static("no-store"));
    reply
}

/// Thirty-two digits from the system's own source of chance.
fn token() -> std::io::Result<String> {
    let mut bytes = [0u8; 16];
    std::fs::File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    }))
}
