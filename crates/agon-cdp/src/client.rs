//! Commands, replies and events over the pipe.

use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::{mpsc, oneshot};

/// The browser's end of a pipe. Clones share it.
#[derive(Clone)]
pub struct Client {
    shared: Arc<Shared>,
}

/// One page that the client is attached to. Its events end with it.
pub struct Session {
    client: Client,
    id: String,
}

/// Something a page reports by itself.
#[derive(Debug)]
pub struct Event {
    pub method: String,
    pub params: Value,
}

#[derive(Debug, thiserror::Error)]
pub enum CdpError {
    #[error("the browser is gone")]
    Gone,
    #[error("the browser did not answer {method} within {secs} s")]
    Silent { method: String, secs: u64 },
    #[error("the browser refused {method}: {message}")]
    Refused { method: String, message: String },
    #[error("{program:?} could not be started: {problem}")]
    NotStarted { program: std::path::PathBuf, problem: String },
}

struct Shared {
    next: AtomicU64,
    outbox: mpsc::UnboundedSender<Vec<u8>>,
    timeout: Duration,
    state: Mutex<State>,
}

/// `waiting` is `None` once the browser is gone: whoever asks after that must not wait for an answer.
struct State {
    waiting: Option<HashMap<u64, Waiting>>,
    listeners: HashMap<String, mpsc::UnboundedSender<Event>>,
}

struct Waiting {
    method: &'static str,
    reply: oneshot::Sender<Result<Value, CdpError>>,
}

#[derive(Deserialize)]
struct Incoming {
    id: Option<u64>,
    method: Option<String>,
    #[serde(rename = "sessionId")]
    session: Option<String>,
    params: Option<Value>,
    result: Option<Value>,
    error: Option<Refusal>,
}

#[derive(Deserialize)]
struct Refusal {
    message: String,
}

impl Client {
    /// Speaks over a pair of streams; messages end with a zero byte.
    pub fn new(
        reader: impl AsyncRead + Unpin + Send + 'static,
        writer: impl AsyncWrite + Unpin + Send + 'static,
        timeout: Duration,
    ) -> Self {
        let (outbox, letters) = mpsc::unbounded_channel();
        let state = State { waiting: Some(HashMap::new()), listeners: HashMap::new() };
        let shared = Arc::new(Shared { next: AtomicU64::new(1), outbox, timeout, state: Mutex::new(state) });
        tokio::spawn(write(writer, letters));
        tokio::spawn(read(reader, shared.clone()));
        Self { shared }
    }

    pub fn is_gone(&self) -> bool {
        self.shared.state().waiting.is_none()
    }

    /// A command to the browser itself.
    pub async fn call(&self, method: &'static str, params: Value) -> Result<Value, CdpError> {
        self.send(None, method, params)?.wait().await
    }

    /// A command whose answer nobody waits for.
    pub fn post(&self, method: &'static str, params: Value) {
        let _ = self.send(None, method, params);
    }

    /// Attaches to a target; its events come in order.
    pub async fn attach(&self, target: &str) -> Result<(Session, mpsc::UnboundedReceiver<Event>), CdpError> {
        let reply = self.call("Target.attachToTarget", json!({"targetId": target, "flatten": true})).await?;
        let id = text(&reply, "sessionId", "Target.attachToTarget")?;
        let (sender, events) = mpsc::unbounded_channel();
        self.shared.state().listeners.insert(id.clone(), sender);
        Ok((Session { client: self.clone(), id }, events))
    }

    fn send(&self, session: Option<&str>, method: &'static str, params: Value) -> Result<Pending, CdpError> {
        let id = self.shared.next.fetch_add(1, Ordering::Relaxed);
        let mut message = json!({"id": id, "method": method, "params": params});
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        let (reply, answer) = oneshot::channel();
        self.shared.state().waiting.as_mut().ok_or(CdpError::Gone)?.insert(id, Waiting { method, reply });
        self.shared.outbox.send(bytes).map_err(|_| CdpError::Gone)?;
        Ok(Pending { shared: self.shared.clone(), id, method, answer })
    }
}

/// A command on its way. Commands sent after one another are carried out in that order, whoever waits for which.
pub struct Pending {
    shared: Arc<Shared>,
    id: u64,
    method: &'static str,
    answer: oneshot::Receiver<Result<Value, CdpError>>,
}

impl Pending {
    pub async fn wait(self) -> Result<Value, CdpError> {
        match tokio::time::timeout(self.shared.timeout, self.answer).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) => Err(CdpError::Gone),
            Err(_) => {
                if let Some(waiting) = self.shared.state().waiting.as_mut() {
                    waiting.remove(&self.id);
                }
                Err(CdpError::Silent { method: self.method.into(), secs: self.shared.timeout.as_secs() })
            }
        }
    }
}

impl Session {
    pub async fn call(&self, method: &'static str, params: Value) -> Result<Value, CdpError> {
        self.send(method, params)?.wait().await
    }

    /// Sends a command and goes on; the caller waits for the answer later.
    pub fn send(&self, method: &'static str, params: Value) -> Result<Pending, CdpError> {
        self.client.send(Some(&self.id), method, params)
    }

    pub fn client(&self) -> &Client {
        &self.client
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.client.shared.state().listeners.remove(&self.id);
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, message: Incoming) {
        let mut state = self.state();
        if let Some(id) = message.id {
            let Some(waiting) = state.waiting.as_mut().and_then(|waiting| waiting.remove(&id)) else { return };
            let answer = match message.error {
                Some(Refusal { message }) => Err(CdpError::Refused { method: waiting.method.into(), message }),
                None => Ok(message.result.unwrap_or_default()),
            };
            // Whoever asked may have gone.
            let _ = waiting.reply.send(answer);
        } else if let (Some(session), Some(method)) = (message.session, message.method)
            && let Some(listener) = state.listeners.get(&session)
        {
            let _ = listener.send(Event { method, params: message.params.unwrap_or_default() });
        }
    }
}

/// A field that a reply must have.
pub(crate) fn text(reply: &Value, field: &str, method: &str) -> Result<String, CdpError> {
    let missing = || CdpError::Refused { method: method.into(), message: format!("its answer has no {field}") };
    reply[field].as_str().map(str::to_owned).ok_or_else(missing)
}

async fn write(mut writer: impl AsyncWrite + Unpin, mut letters: mpsc::UnboundedReceiver<Vec<u8>>) {
    while let Some(bytes) = letters.recv().await {
        if writer.write_all(&bytes).await.is_err() || writer.flush().await.is_err() {
            break;
        }
    }
}

async fn read(reader: impl AsyncRead + Unpin, shared: Arc<Shared>) {
    let mut reader = BufReader::with_capacity(1 << 16, reader);
    let mut message = Vec::new();
    while let Ok(1..) = reader.read_until(0, &mut message).await {
        if message.pop() != Some(0) {
            break;
        }
        if let Ok(incoming) = serde_json::from_slice(&message) {
            shared.take(incoming);
        }
        message.clear();
    }
    // Everybody who waits learns it by the loss of their sender.
    let mut state = shared.state();
    state.waiting = None;
    state.listeners.clear();
}
