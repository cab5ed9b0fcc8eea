//! A stand-in for a model's API: a server on this machine that speaks the forms of all of them and misbehaves as asked.
//!
//! A [`Script`] says what each request gets; one that the real service would refuse is refused before, with a word on why.
//! HTTP is written by hand here, for the server has to break it.
//!
//! ```ignore
//! let server = StandIn::start(Script::player(|board| solve(board)).storm(Storm::First(3), Duration::ZERO)).await?;
//! let base = server.url(); // `{base}/chat/completions`, `{base}/responses`, `{base}/messages`, `{base}/models/NAME:…`
//! ```

mod answer;
mod ask;
mod connection;
mod forms;
mod http;
mod pieces;
mod response;
mod rules;
mod schema;
mod schemas;
mod script;
#[cfg(test)]
mod tests;

pub use answer::{After, Answer, Break, Call, Message, Stop, Usage};
pub use ask::{Ask, CONVERSATION_HEADER, Family, Said};
pub use http::Request;
pub use script::{Script, Storm};

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::net::{TcpListener, TcpSocket};
use tokio::runtime::Runtime;
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

/// A running server. It ends, and its connections break off, when this is dropped.
pub struct StandIn {
    address: SocketAddr,
    shared: Arc<Shared>,
    task: JoinHandle<()>,
    runtime: Option<Runtime>,
}

/// What is kept of the requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    All,
    /// Their number alone: for runs of many thousand, whose pictures would fill the memory.
    Count,
}

impl StandIn {
    /// Starts on a free port, in the caller's runtime.
    pub async fn start(script: Script) -> std::io::Result<Self> {
        Self::start_with(script, Keep::All).await
    }

    pub async fn start_with(script: Script, keep: Keep) -> std::io::Result<Self> {
        let listener = listen()?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared::new(script, keep));
        let task = tokio::spawn(accept(listener, shared.clone()));
        Ok(Self { address, shared, task, runtime: None })
    }

    /// Starts with threads of its own: for callers without a runtime, and where the server is not to take turns with its
    /// clients.
    pub fn start_apart(script: Script, keep: Keep) -> std::io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let mut server = runtime.block_on(Self::start_with(script, keep))?;
        server.runtime = Some(runtime);
        Ok(server)
    }

    /// The base of its addresses, as `http://127.0.0.1:PORT/v1`.
    pub fn url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// All requests so far, in the order they came; none under [`Keep::Count`].
    pub fn requests(&self) -> Vec<Arc<Request>> {
        lock(&self.shared.requests).clone()
    }

    /// How many requests have come.
    pub fn count(&self) -> usize {
        *self.shared.arrived.borrow()
    }

    /// Waits until so many requests have come.
    pub async fn wait_for(&self, requests: usize) {
        // The sender lives as long as this does, so there is always an end to wait for.
        let _ = self.shared.arrived.subscribe().wait_for(|count| *count >= requests).await;
    }

    /// How many requests are being answered now.
    pub fn in_flight(&self) -> usize {
        *self.shared.in_flight.borrow()
    }

    /// Waits until no request is being answered.
    pub async fn wait_until_idle(&self) {
        let _ = self.shared.in_flight.subscribe().wait_for(|count| *count == 0).await;
    }

    /// The most requests that were being answered at one time.
    pub fn in_flight_most(&self) -> usize {
        self.shared.in_flight_most.load(Ordering::SeqCst)
    }

    /// How many connections were opened.
    pub fn connections(&self) -> usize {
        self.shared.connections.load(Ordering::SeqCst)
    }
}

impl Drop for StandIn {
    fn drop(&mut self) {
        self.task.abort();
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// What all connections of a server share.
struct Shared {
    script: Script,
    keep: Keep,
    requests: Mutex<Vec<Arc<Request>>>,
    conversations: Mutex<HashMap<String, usize>>,
    arrived: watch::Sender<usize>,
    in_flight: watch::Sender<usize>,
    in_flight_most: AtomicUsize,
    connections: AtomicUsize,
}

impl Shared {
    fn new(script: Script, keep: Keep) -> Self {
        Self {
            script,
            keep,
            requests: Mutex::default(),
            conversations: Mutex::default(),
            arrived: watch::Sender::new(0),
            in_flight: watch::Sender::new(0),
            in_flight_most: AtomicUsize::new(0),
            connections: AtomicUsize::new(0),
        }
    }

    /// Counts and keeps a request; gives its number.
    fn arrive(&self, request: &Arc<Request>) -> usize {
        if self.keep == Keep::All {
            lock(&self.requests).push(request.clone());
        }
        let mut number = 0;
        self.arrived.send_modify(|count| {
            number = *count;
            *count += 1;
        });
        number
    }

    /// The number of this request in its conversation.
    fn turn_of(&self, conversation: &str) -> usize {
        let mut conversations = lock(&self.conversations);
        let count = conversations.entry(conversation.to_owned()).or_default();
        *count += 1;
        *count - 1
    }

    /// Counts a request as being answered until the result is dropped.
    fn take_off(self: &Arc<Self>) -> Flight {
        self.in_flight.send_modify(|count| {
            *count += 1;
            self.in_flight_most.fetch_max(*count, Ordering::SeqCst);
        });
        Flight(self.clone())
    }
}

struct Flight(Arc<Shared>);

impl Drop for Flight {
    fn drop(&mut self) {
        self.0.in_flight.send_modify(|count| *count -= 1);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// So many may knock at once. With fewer the system drops those of a rush, and they come again only after a second.
const BACKLOG: u32 = 4096;

fn listen() -> std::io::Result<TcpListener> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((std::net::Ipv4Addr::LOCALHOST, 0).into())?;
    socket.listen(BACKLOG)
}

/// Takes connections for ever; they end with this future.
async fn accept(listener: TcpListener, shared: Arc<Shared>) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => {
                    shared.connections.fetch_add(1, Ordering::SeqCst);
                    connections.spawn(connection::serve(stream, shared.clone()));
                }
                // Out of file descriptors: one that ends makes room.
                Err(_) => drop(connections.join_next().await),
            },
            Some(_) = connections.join_next() => {}
        }
    }
}
