//! Serves the participants' page and the operator's.

use super::People;
use super::operator::NewCode;
use crate::http::{Handler, Peer, Reply, Server, asset, file, names_this_machine, plain};
use crate::play::talk::{MOST_BYTES, talk};
use crate::play::{PAGE, POLICY};
use crate::secret;
use crate::websocket::{is_of_own_page, websocket};
use agon_assets::{NOT_BUILT, Site};
use agon_core::BoxFuture;
use http_body_util::{BodyExt as _, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{COOKIE, HeaderValue, SET_COOKIE};
use hyper::{Method, Request, StatusCode};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;

/// The operator's page among the web pages; its sources are in `web/operator`.
const OPERATOR_PAGE: &str = "operator";
/// Of what is posted: a code or a label.
const MOST_POSTED: usize = 4096;

/// Why people cannot be let in.
#[derive(Debug, thiserror::Error)]
pub enum PeopleError {
    #[error("the pages are not built into this agon: {NOT_BUILT}")]
    NotBuilt,
    #[error("port {port} of {host} cannot be listened on; try another, or 0 for any")]
    Port {
        host: IpAddr,
        port: u16,
        #[source]
        source: std::io::Error,
    },
    #[error("no random numbers for the operator's address")]
    Random(#[source] std::io::Error),
}

/// A running server for the people of a run; it ends when dropped.
pub struct PeopleServer {
    url: String,
    operator_url: String,
    _server: Server,
}

struct Pages {
    people: People,
    site: Site,
    /// What the operator's address has that nobody can guess.
    token: String,
    /// The name of participants' cookies. Another run on this machine has another: cookies do not tell ports apart.
    cookie: String,
    /// Only this machine is answered.
    is_local: bool,
}

/// What is posted to `/enter`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entering {
    code: String,
}

impl PeopleServer {
    /// Listens for participants; on loopback only this machine is answered.
    pub async fn start(people: People, host: IpAddr, port: u16) -> Result<Self, PeopleError> {
        let site = Site::embedded();
        if !site.has_app(PAGE) || !site.has_app(OPERATOR_PAGE) {
            return Err(PeopleError::NotBuilt);
        }
        let token = secret::token().map_err(PeopleError::Random)?;
        let cookie = format!("agon-{}", secret::token().map_err(PeopleError::Random)?);
        let pages = Pages { people, site, token: token.clone(), cookie, is_local: host.is_loopback() };
        let server =
            Server::start_at((host, port).into(), pages).await.map_err(|source| PeopleError::Port { host, port, source })?;
        let url = format!("http://{}/", server.address());
        Ok(Self { operator_url: format!("{url}operator/{token}/"), url, _server: server })
    }

    /// Where participants enter their codes.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Where the operator follows them.
    pub fn operator_url(&self) -> &str {
        &self.operator_url
    }
}

impl Handler for Pages {
    fn answer(&self, request: Request<Incoming>) -> BoxFuture<'_, Reply> {
        Box::pin(self.reply(request))
    }
}

impl Pages {
    async fn reply(&self, request: Request<Incoming>) -> Reply {
        if self.is_local && !names_this_machine(&request) {
            return plain(StatusCode::FORBIDDEN, "Only this machine is answered.");
        }
        if !is_of_own_page(&request) {
            return plain(StatusCode::FORBIDDEN, "A page of another origin is not answered.");
        }
        let path = request.uri().path().trim_start_matches('/').to_owned();
        if let Some(path) = path.strip_prefix("operator/") {
            return match path.split_once('/') {
                Some((token, path)) if secret::same(token, &self.token) => self.for_operator(path, request).await,
                _ => nothing(),
            };
        }
        let place = cookie(&request, &self.cookie).and_then(|token| self.people.of_session(token));
        match (request.method(), path.as_str(), place) {
            (&Method::POST, "enter", _) => self.enter(request).await,
            (&Method::GET, "session", Some(_)) => plain(StatusCode::NO_CONTENT, ""),
            (&Method::GET, "session", None) => plain(StatusCode::UNAUTHORIZED, "Enter your access code."),
            (&Method::GET, "live", Some(place)) => {
                let Some(scenes) = self.people.scenes(place) else { return nothing() };
                let people = self.people.clone();
                websocket(request, MOST_BYTES, move |socket| talk(socket, scenes, move |said| people.hear(place, &said)))
            }
            (&Method::GET, "demo", Some(_)) => match &self.people.settings().demo {
                Some(demo) => video(demo).await,
                None => nothing(),
            },
            (&Method::GET, "live" | "demo", None) => plain(StatusCode::UNAUTHORIZED, "Enter your access code."),
            (&Method::GET, path, _) => asset(self.site.asset(PAGE, path), POLICY),
            _ => nothing(),
        }
    }

    async fn enter(&self, request: Request<Incoming>) -> Reply {
        let from = request.extensions().get::<Peer>().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.0.ip());
        let Some(Entering { code }) = posted(request).await else {
            return plain(StatusCode::BAD_REQUEST, "This is no code.");
        };
        match self.people.enter(&code, from) {
            Ok(Ok(token)) => {
                let cookie = format!("{}={token}; Path=/; HttpOnly; SameSite=Strict", self.cookie);
                let mut reply = plain(StatusCode::NO_CONTENT, "");
                if let Ok(cookie) = HeaderValue::from_str(&cookie) {
                    reply.headers_mut().insert(SET_COOKIE, cookie);
                }
                reply
            }
            Ok(Err(_)) => plain(StatusCode::INTERNAL_SERVER_ERROR, "No random numbers for a session."),
            Err(refusal) => plain(StatusCode::FORBIDDEN, refusal.to_string()),
        }
    }

    async fn for_operator(&self, path: &str, request: Request<Incoming>) -> Reply {
        match (request.method(), path) {
            (&Method::GET, "state") => {
                file("application/json", serde_json::to_vec(&self.people.operator_page()).unwrap_or_default(), POLICY)
            }
            (&Method::POST, "code") => match posted::<NewCode>(request).await.map(|asked| self.people.renew(&asked.label)) {
                Some(Ok(true)) => plain(StatusCode::NO_CONTENT, ""),
                Some(Ok(false)) => plain(StatusCode::NOT_FOUND, "There is no such participant."),
                Some(Err(_)) => plain(StatusCode::INTERNAL_SERVER_ERROR, "No random numbers for a code."),
                None => plain(StatusCode::BAD_REQUEST, "This names no participant."),
            },
            (&Method::GET, path) => asset(self.site.asset(OPERATOR_PAGE, path), POLICY),
            _ => nothing(),
        }
    }
}

async fn posted<T: DeserializeOwned>(request: Request<Incoming>) -> Option<T> {
    let body = Limited::new(request.into_body(), MOST_POSTED).collect().await.ok()?;
    serde_json::from_slice(&body.to_bytes()).ok()
}

/// What a cookie holds.
fn cookie<'a, B>(request: &'a Request<B>, wanted: &str) -> Option<&'a str> {
    let cookies = request.headers().get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == wanted).map(|(_, value)| value)
}

async fn video(path: &Path) -> Reply {
    let mime = match path.extension().and_then(|extension| extension.to_str()) {
        Some("webm") => "video/webm",
        _ => "video/mp4",
    };
    let path = path.to_owned();
    match tokio::task::spawn_blocking(move || std::fs::read(path)).await {
        Ok(Ok(bytes)) => file(mime, Bytes::from(bytes), POLICY),
        _ => plain(StatusCode::NOT_FOUND, "The video cannot be read."),
    }
}

fn nothing() -> Reply {
    plain(StatusCode::NOT_FOUND, "There is nothing here.")
}
