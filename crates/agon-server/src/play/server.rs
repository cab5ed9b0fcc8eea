//! Serves the page on loopback, under an address that nobody else can guess.

use super::PlaySession;
use super::protocol::PageAction;
use crate::http::{self, Handler, Reply, Server, asset, file, plain};
use agon_assets::{NOT_BUILT, Site};
use agon_core::{Action, BoxFuture};
use http_body_util::{BodyExt as _, Limited};
use hyper::body::Incoming;
use hyper::header::HeaderName;
use hyper::{Method, Request, StatusCode};
use std::fmt::Write as _;
use std::io::Read as _;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;

/// The page's name among the web pages; its sources are in `web/play`.
const PAGE: &str = "play";

/// The page has its own style, script, fonts and pictures, and reaches nothing else.
const POLICY: &str = "default-src 'self'; font-src 'self' data:; img-src 'self' blob: data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
const NUMBER: HeaderName = HeaderName::from_static("picture-number");
/// A browser that waits longer may believe that nobody answers.
const LONGEST_WAIT: Duration = Duration::from_secs(20);
/// For the page to show how it came out; it may long be closed.
const LAST_WORDS: Duration = Duration::from_secs(10);
const MOST_BYTES: usize = 1 << 20;

/// Why a person cannot sit in a page.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    #[error("the page is not built into this agon: {NOT_BUILT}, or play with --in terminal")]
    NotBuilt,
    #[error("port {port} cannot be listened on; try another, or 0 for any")]
    Port {
        port: u16,
        #[source]
        source: std::io::Error,
    },
    #[error("no random numbers for the page's address")]
    Random(#[source] std::io::Error),
}

/// A running server for one session; it ends when dropped.
pub struct PlayServer {
    url: String,
    told: Arc<Notify>,
    _server: Server,
}

struct PlayPage {
    session: PlaySession,
    site: Site,
    token: String,
    told: Arc<Notify>,
}

impl PlayServer {
    pub async fn start(session: PlaySession, port: u16) -> Result<Self, PlayError> {
        let site = Site::embedded();
        if !site.has_app(PAGE) {
            return Err(PlayError::NotBuilt);
        }
        let token = token().map_err(PlayError::Random)?;
        let told = Arc::new(Notify::new());
        let page = PlayPage { session, site, token: token.clone(), told: told.clone() };
        let server = Server::start(port, page).await.map_err(|source| PlayError::Port { port, source })?;
        Ok(Self { url: format!("http://{}/{token}/", server.address()), told, _server: server })
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    /// Waits a moment until the page says that it shows how the trial came out.
    pub async fn until_told(self) {
        let _ = tokio::time::timeout(LAST_WORDS, self.told.notified()).await;
    }
}

impl Handler for PlayPage {
    fn answer(&self, request: Request<Incoming>) -> BoxFuture<'_, Reply> {
        Box::pin(self.reply(request))
    }
}

impl PlayPage {
    async fn reply(&self, request: Request<Incoming>) -> Reply {
        let Some(path) = self.path(&request) else { return plain(StatusCode::NOT_FOUND, "There is nothing here.") };
        let after = request.uri().query().and_then(|query| query.strip_prefix("after=")?.parse().ok()).unwrap_or(0);
        match (request.method(), path.as_str()) {
            (&Method::GET, "shown") => match in_time(self.session.shown_after(after)).await {
                Some(shown) => file("application/json", serde_json::to_vec(&shown).unwrap_or_default(), POLICY),
                None => plain(StatusCode::NO_CONTENT, ""),
            },
            (&Method::GET, "picture") => match in_time(self.session.picture_after(after)).await {
                Some(picture) => {
                    let mut reply = file("image/png", picture.file.to_vec(), POLICY);
                    reply.headers_mut().insert(NUMBER, picture.number.into());
                    reply
                }
                None => plain(StatusCode::NO_CONTENT, ""),
            },
            (&Method::POST, "act") => match read_action(request).await.map(|action| self.session.ask(action)) {
                Some(true) => plain(StatusCode::ACCEPTED, ""),
                Some(false) => plain(StatusCode::CONFLICT, "The task takes no actions now."),
                None => plain(StatusCode::BAD_REQUEST, "This is no action."),
            },
            (&Method::POST, "told") => {
                self.told.notify_one();
                plain(StatusCode::ACCEPTED, "")
            }
            (&Method::GET, path) => asset(self.site.asset(PAGE, path), POLICY),
            _ => plain(StatusCode::NOT_FOUND, "There is nothing here."),
        }
    }

    /// What is asked for, if whoever asks knows the address and names this machine.
    fn path(&self, request: &Request<Incoming>) -> Option<String> {
        let path = request.uri().path().strip_prefix('/')?.strip_prefix(&self.token)?.strip_prefix('/')?;
        http::names_this_machine(request).then(|| path.to_owned())
    }
}

async fn in_time<T>(answer: impl Future<Output = Option<T>>) -> Option<T> {
    tokio::time::timeout(LONGEST_WAIT, answer).await.ok().flatten()
}

async fn read_action(request: Request<Incoming>) -> Option<Action> {
    let body = Limited::new(request.into_body(), MOST_BYTES).collect().await.ok()?;
    serde_json::from_slice::<PageAction>(&body.to_bytes()).ok().map(Action::from)
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
