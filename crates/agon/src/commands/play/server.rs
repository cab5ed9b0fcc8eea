//! Serves the page on loopback, under an address that nobody else can guess.

use super::page::PlaySession;
use agon_core::Action;
use agon_web::Site;
use anyhow::{Context as _, ensure};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, HeaderName, HeaderValue, REFERRER_POLICY};
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use std::convert::Infallible;
use std::fmt::Write as _;
use std::io::Read as _;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::task::JoinHandle;

/// The page's name among the web applications; its sources are in `web/play`.
const PAGE: &str = "play";

/// The page has its own style, script and pictures, and reaches nothing else.
const POLICY: &str =
    "default-src 'self'; img-src 'self' blob: data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
const NUMBER: HeaderName = HeaderName::from_static("picture-number");
/// A browser that waits longer may believe that nobody answers.
const LONGEST_WAIT: Duration = Duration::from_secs(20);
/// For the page to show how it came out; it may long be closed.
const LAST_WORDS: Duration = Duration::from_secs(10);
const MOST_BYTES: usize = 1 << 20;

/// A running server; it ends when dropped.
pub(super) struct Server {
    url: String,
    told: Arc<Notify>,
    task: JoinHandle<()>,
}

#[derive(Clone)]
struct Desk {
    table: PlaySession,
    site: Site,
    token: Arc<str>,
    told: Arc<Notify>,
}

impl Server {
    pub(super) async fn start(table: PlaySession, port: u16) -> anyhow::Result<Self> {
        let site = Site::embedded();
        ensure!(
            site.has_app(PAGE),
            "the page is not built into this agon: run scripts/build-web and build it again, or play with --in terminal"
        );
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
            .await
            .with_context(|| format!("port {port} cannot be listened on; try another, or 0 for any"))?;
        let token: Arc<str> = token()?.into();
        let url = format!("http://{}/{token}/", listener.local_addr()?);
        let told = Arc::new(Notify::new());
        let desk = Desk { table, site, token, told: told.clone() };
        let task = tokio::spawn(async move {
            loop {
                let Ok((stream, _)) = listener.accept().await else { continue };
                let desk = desk.clone();
                tokio::spawn(async move {
                    let service = service_fn(move |request| {
                        let desk = desk.clone();
                        async move { Ok::<_, Infallible>(desk.answer(request).await) }
                    });
                    // A browser that hangs up in the middle is no concern of ours.
                    let _ = hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
                });
            }
        });
        Ok(Self { url, told, task })
    }

    pub(super) fn url(&self) -> &str {
        &self.url
    }

    /// Waits a moment until the page says that it shows how the trial came out.
    pub(super) async fn until_told(self) {
        let _ = tokio::time::timeout(LAST_WORDS, self.told.notified()).await;
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Desk {
    async fn answer(&self, request: Request<Incoming>) -> Response<Full<Bytes>> {
        let Some(path) = self.path(&request) else { return plain(StatusCode::NOT_FOUND) };
        let after = request.uri().query().and_then(|query| query.strip_prefix("after=")?.parse().ok()).unwrap_or(0);
        match (request.method(), path.as_str()) {
            (&Method::GET, "shown") => match in_time(self.table.shown_after(after)).await {
                Some(shown) => file("application/json", serde_json::to_vec(&shown).unwrap_or_default()),
                None => plain(StatusCode::NO_CONTENT),
            },
            (&Method::GET, "picture") => match in_time(self.table.picture_after(after)).await {
                Some(picture) => {
                    let mut response = file("image/png", picture.file.to_vec());
                    response.headers_mut().insert(NUMBER, picture.number.into());
                    response
                }
                None => plain(StatusCode::NO_CONTENT),
            },
            (&Method::POST, "act") => match read_action(request).await {
                Some(action) if self.table.ask(action.clone()) => plain(StatusCode::ACCEPTED),
                Some(_) => plain(StatusCode::CONFLICT),
                None => plain(StatusCode::BAD_REQUEST),
            },
            (&Method::POST, "told") => {
                self.told.notify_one();
                plain(StatusCode::ACCEPTED)
            }
            (&Method::GET, path) => match self.site.asset(PAGE, path) {
                Some(asset) => file(asset.mime, asset.bytes.to_vec()),
                None => plain(StatusCode::NOT_FOUND),
            },
            _ => plain(StatusCode::NOT_FOUND),
        }
    }

    /// What is asked for, if whoever asks knows the address. A page elsewhere that points a name of its own at loopback does
    /// not get this far.
    fn path(&self, request: &Request<Incoming>) -> Option<String> {
        let host = request.headers().get(HOST)?.to_str().ok()?;
        let host = host.rsplit_once(':').map_or(host, |(name, _)| name);
        let path = request.uri().path().strip_prefix('/')?.strip_prefix(&*self.token)?.strip_prefix('/')?;
        matches!(host, "127.0.0.1" | "localhost").then(|| path.to_owned())
    }
}

async fn in_time<T>(answer: impl Future<Output = Option<T>>) -> Option<T> {
    tokio::time::timeout(LONGEST_WAIT, answer).await.ok().flatten()
}

async fn read_action(request: Request<Incoming>) -> Option<Action> {
    let body = Limited::new(request.into_body(), MOST_BYTES).collect().await.ok()?;
    serde_json::from_slice(&body.to_bytes()).ok()
}

fn file(kind: &'static str, content: impl Into<Bytes>) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(content.into()));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

fn plain(status: StatusCode) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::default());
    *response.status_mut() = status;
    response
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
