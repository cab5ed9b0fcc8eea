//! HTTP over the engine's socket: one connection for each request, every one of them with a time limit.

use bytes::Bytes;
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::Incoming;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::net::UnixStream;

/// Why an engine did not do what it was asked to.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "each is explained by its message")]
pub enum EngineError {
    #[error("no container engine answers at {socket}: {problem}")]
    Unreachable { socket: String, problem: String },
    #[error("the container engine did not {what} within {secs} s")]
    Slow { what: String, secs: u64 },
    #[error("the container engine could not {what}: {said}")]
    Refused { what: String, status: u16, said: String },
    #[error("{path} could not be used: {problem}")]
    Files { path: String, problem: std::io::Error },
}

/// More than this is no answer to what is asked here.
const LONGEST_ANSWER: usize = 16 << 20;
/// For what an engine answers without doing anything.
pub(crate) const SHORT: Duration = Duration::from_secs(20);
/// For what it has to do something for.
pub(crate) const LONG: Duration = Duration::from_secs(120);
const LONGEST_SAID: usize = 400;

/// A request as it is sent.
pub(crate) struct Call<'a> {
    /// What could not be done, in the words of an error.
    pub(crate) what: &'a str,
    pub(crate) method: Method,
    /// With its query.
    pub(crate) path: String,
    pub(crate) body: Body,
    pub(crate) limit: Duration,
}

pub(crate) enum Body {
    None,
    Json(Value),
    Tar(Vec<u8>),
}

/// The way to an engine.
#[derive(Clone, Debug)]
pub(crate) struct Client {
    pub(crate) socket: PathBuf,
}

impl Client {
    pub(crate) fn new(socket: &Path) -> Self {
        Self { socket: socket.into() }
    }

    /// What the engine answers, as JSON. `Err` where its status is not one of success.
    pub(crate) async fn json<T: DeserializeOwned>(&self, call: Call<'_>) -> Result<T, EngineError> {
        let what = call.what.to_owned();
        let (status, body) = self.answer(call).await?;
        serde_json::from_slice(&body).map_err(|error| EngineError::Refused {
            what,
            status: status.as_u16(),
            said: format!("its answer is not as the Docker API has it: {error}"),
        })
    }

    /// The same for what is answered with nothing of interest.
    pub(crate) async fn done(&self, call: Call<'_>) -> Result<StatusCode, EngineError> {
        Ok(self.answer(call).await?.0)
    }

    async fn answer(&self, call: Call<'_>) -> Result<(StatusCode, Bytes), EngineError> {
        let (what, limit) = (call.what.to_owned(), call.limit);
        let asked = async {
            let response = self.send(call).await?;
            let status = response.status();
            let body = Limited::new(response.into_body(), LONGEST_ANSWER).collect().await;
            Ok((status, body.map_err(|error| self.broken(&*error))?.to_bytes()))
        };
        let (status, body) = within(limit, &what, asked).await?;
        if status.is_success() || status == StatusCode::NOT_MODIFIED {
            return Ok((status, body));
        }
        Err(EngineError::Refused { what, status: status.as_u16(), said: said(&body) })
    }

    /// The response, with its body still to come.
    pub(crate) async fn send(&self, call: Call<'_>) -> Result<Response<Incoming>, EngineError> {
        let (kind, bytes) = match call.body {
            Body::None => (None, Bytes::new()),
            Body::Json(value) => (Some("application/json"), value.to_string().into()),
            Body::Tar(bytes) => (Some("application/x-tar"), bytes.into()),
        };
        // Without a version in the path it is the engine's own, which every one knows.
        let request = Request::builder().method(call.method).uri(call.path).header("Host", "engine");
        let request = kind.into_iter().fold(request, |request, kind| request.header("Content-Type", kind));
        let request = request.body(Full::new(bytes)).map_err(|error| self.broken(&error))?;
        let stream = UnixStream::connect(&self.socket).await.map_err(|error| self.broken(&error))?;
        let (mut sender, connection) =
            hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.map_err(|error| self.broken(&error))?;
        // It ends with the answer; what goes wrong in it is told by the request.
        tokio::spawn(connection);
        sender.send_request(request).await.map_err(|error| self.broken(&error))
    }

    pub(crate) fn broken(&self, problem: &dyn std::error::Error) -> EngineError {
        let cause = problem.source().map_or(String::new(), |cause| format!(": {cause}"));
        EngineError::Unreachable { socket: self.socket.display().to_string(), problem: format!("{problem}{cause}") }
    }
}

pub(crate) async fn within<T>(
    limit: Duration,
    what: &str,
    asked: impl Future<Output = Result<T, EngineError>>,
) -> Result<T, EngineError> {
    let slow = |_| EngineError::Slow { what: what.to_owned(), secs: limit.as_secs() };
    tokio::time::timeout(limit, asked).await.map_err(slow)?
}

/// The engine's own words for what is wrong.
pub(crate) fn said(body: &[u8]) -> String {
    let message = serde_json::from_slice::<Value>(body).ok().and_then(|value| Some(value["message"].as_str()?.to_owned()));
    let text = message.unwrap_or_else(|| String::from_utf8_lossy(body).into_owned());
    text.trim().chars().take(LONGEST_SAID).collect()
}

impl From<EngineError> for std::io::Error {
    fn from(error: EngineError) -> Self {
        Self::other(error)
    }
}
