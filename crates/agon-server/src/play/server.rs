//! Serves the page on loopback, under an address that nobody else can guess.

use super::PlaySession;
use super::protocol::FromPage;
use super::talk::{MOST_BYTES, Scene, talk};
use crate::http::{self, Handler, Reply, Server, asset, plain};
use crate::secret;
use crate::websocket::websocket;
use agon_assets::{NOT_BUILT, Site};
use agon_core::BoxFuture;
use hyper::body::Incoming;
use hyper::{Method, Request, StatusCode};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Notify, watch};

/// The page's name among the web pages; its sources are in `web/play`.
pub(crate) const PAGE: &str = "play";

/// The page has its own style, script, fonts and pictures, and reaches nothing else.
pub(crate) const POLICY: &str = "default-src 'self'; font-src 'self' data:; img-src 'self' blob: data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
/// For the page to show how it came out; it may long be closed.
const LAST_WORDS: Duration = Duration::from_secs(10);

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
    scene: watch::Sender<Scene>,
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
        let token = secret::token().map_err(PlayError::Random)?;
        let told = Arc::new(Notify::new());
        let page = PlayPage { scene: watch::Sender::new(Scene::Task(session)), site, token: token.clone(), told: told.clone() };
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
        Box::pin(async { self.reply(request) })
    }
}

impl PlayPage {
    fn reply(&self, request: Request<Incoming>) -> Reply {
        let Some(path) = self.path(&request) else { return plain(StatusCode::NOT_FOUND, "There is nothing here.") };
        match (request.method(), path.as_str()) {
            (&Method::GET, "live") => {
                let (scenes, told) = (self.scene.subscribe(), self.told.clone());
                websocket(request, MOST_BYTES, |socket| {
                    talk(socket, scenes, move |said| {
                        if said == FromPage::Told {
                            told.notify_one();
                        }
                    })
                })
            }
            // Whoever knows the address may sit.
            (&Method::GET, "session") => plain(StatusCode::NO_CONTENT, ""),
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
