//! A proxy that makes connections to named hosts only.

use super::hosts::NamedHost;
use super::request::{ProxyRequest, Refused, Way, read_head};
use super::tls::check_name;
use super::tunnel::{Room, carry, drop_unread};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::{JoinHandle, JoinSet};

/// Where it is found inside.
pub(crate) const PORT: u16 = 3128;
/// So many connections are open at once; further ones wait for their turn.
const AT_ONCE: usize = 32;
/// So many are told of in the evidence.
const MOST_TOLD: usize = 1000;
/// So many are made in a trial.
const MOST_CONNECTIONS: u64 = 10_000;
const MOST_BYTES: u64 = 2 << 30;
const HEAD_TIMEOUT: Duration = Duration::from_secs(15);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(20);

/// It listens until it is dropped, and ends every connection then.
#[derive(Debug)]
pub(crate) struct Proxy {
    shared: Arc<Shared>,
    listening: JoinHandle<()>,
}

#[derive(Debug)]
struct Shared {
    hosts: Vec<NamedHost>,
    /// Each is looked up once: an answer that changes leads nowhere else.
    addresses: tokio::sync::Mutex<BTreeMap<NamedHost, Vec<SocketAddr>>>,
    room: Room,
    count: AtomicU64,
    visits: Mutex<Vec<Arc<Visit>>>,
}

/// One connection that was asked for.
#[derive(Debug, Default)]
struct Visit {
    host: String,
    /// `connected`, or what was said instead.
    outcome: Mutex<String>,
    sent: AtomicU64,
    received: AtomicU64,
}

impl Proxy {
    /// Takes connections from this listener, for these hosts.
    pub(crate) fn start(listener: std::net::TcpListener, hosts: Vec<NamedHost>) -> io::Result<Self> {
        listener.set_nonblocking(true)?;
        let listener = TcpListener::from_std(listener)?;
        let shared = Arc::new(Shared {
            hosts,
            addresses: tokio::sync::Mutex::default(),
            room: Room::new(MOST_BYTES),
            count: AtomicU64::new(0),
            visits: Mutex::default(),
        });
        let listening = tokio::spawn(listen(listener, shared.clone()));
        Ok(Self { shared, listening })
    }

    /// What was asked for, for the evidence.
    pub(crate) fn told(&self) -> Value {
        let visits = self.shared.visits();
        let told = |visit: &Arc<Visit>| {
            let outcome = visit.outcome.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let bytes = |count: &AtomicU64| count.load(Ordering::Relaxed);
            json!({"host": visit.host, "outcome": outcome, "sent": bytes(&visit.sent), "received": bytes(&visit.received)})
        };
        let connections = self.shared.count.load(Ordering::Relaxed);
        json!({"connections": connections, "visits": visits.iter().map(told).collect::<Vec<_>>()})
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        // The connections are the listener's own, and end with it.
        self.listening.abort();
    }
}

async fn listen(listener: TcpListener, shared: Arc<Shared>) {
    let turns = Arc::new(Semaphore::new(AT_ONCE));
    let mut open = JoinSet::new();
    loop {
        while open.try_join_next().is_some() {}
        let Ok(turn) = turns.clone().acquire_owned().await else { return };
        let Ok((client, _)) = listener.accept().await else { return };
        let shared = shared.clone();
        open.spawn(async move {
            shared.serve(client).await;
            drop(turn);
        });
    }
}

impl Shared {
    /// One connection. Whatever breaks on it is the client's or the host's affair and is told in the visit.
    async fn serve(&self, mut client: TcpStream) {
        let head = match tokio::time::timeout(HEAD_TIMEOUT, read_head(&mut client)).await {
            Ok(Ok(Some(head))) => head,
            Ok(_) => return,
            Err(_) => Err(Refused("408 Request Timeout", "The head of the request did not come in time.".into())),
        };
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        let visit = self.visit(head.as_ref().map_or_else(|_| String::new(), |request| request.host.to_string()));
        let connected = match head {
            Ok(request) if number < MOST_CONNECTIONS => self.connect(&request.host).await.map(|server| (request, server)),
            Ok(_) => Err(Refused("429 Too Many Requests", format!("A trial makes at most {MOST_CONNECTIONS} connections."))),
            Err(refused) => Err(refused),
        };
        let carried = match connected {
            Err(Refused(status, sentence)) => {
                visit.say(&format!("{status}: {sentence}"));
                refuse(&mut client, status, &sentence).await
            }
            Ok((ProxyRequest { host, way, mut after }, server)) => {
                visit.say("connected");
                let counts = (&visit.sent, &visit.received);
                let greeted = match way {
                    Way::Tunnel => greet(&mut client, &mut after, &host).await,
                    Way::Forward { .. } => Ok(()),
                };
                match greeted {
                    Ok(()) => carry((client, server), way, after, &self.room, counts).await,
                    failed => failed,
                }
            }
        };
        if let Err(error) = carried {
            visit.say(&format!("ended: {error}"));
        }
    }

    async fn connect(&self, host: &NamedHost) -> Result<TcpStream, Refused> {
        if !self.hosts.contains(host) {
            let named = self.hosts.iter().map(NamedHost::to_string).collect::<Vec<_>>().join(", ");
            return Err(Refused("403 Forbidden", format!("This task opens {named}, and not {host}.")));
        }
        let failed = |problem: String| Refused("502 Bad Gateway", problem);
        let addresses = self.addresses(host).await.map_err(failed)?;
        let connected = tokio::time::timeout(CONNECT_TIMEOUT, TcpStream::connect(&addresses[..])).await;
        let connected = connected.map_err(|_| failed(format!("{host} did not answer in time")))?;
        connected.map_err(|error| failed(format!("{host} cannot be reached: {error}")))
    }

    /// What a look-up found the first time that it found something.
    async fn addresses(&self, host: &NamedHost) -> Result<Vec<SocketAddr>, String> {
        let mut known = self.addresses.lock().await;
        if let Some(addresses) = known.get(host) {
            return Ok(addresses.clone());
        }
        let found = tokio::time::timeout(CONNECT_TIMEOUT, host.addresses()).await;
        let found = found.unwrap_or_else(|_| Err(format!("{host} was not found in time")))?;
        known.insert(host.clone(), found.clone());
        Ok(found)
    }

    fn visit(&self, host: String) -> Arc<Visit> {
        let visit = Arc::new(Visit { host, ..Visit::default() });
        let mut visits = self.visits();
        if visits.len() < MOST_TOLD {
            visits.push(visit.clone());
        }
        visit
    }

    fn visits(&self) -> std::sync::MutexGuard<'_, Vec<Arc<Visit>>> {
        self.visits.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Visit {
    fn say(&self, outcome: &str) {
        outcome.clone_into(&mut self.outcome.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

/// Lets a tunnel begin. One to a name carries TLS that asks for that name; one to an address carries what it likes.
async fn greet(client: &mut TcpStream, after: &mut Vec<u8>, host: &NamedHost) -> io::Result<()> {
    client.write_all(b"HTTP/1.1 200 Connection established\r\n\r\n").await?;
    match host.is_address() {
        true => Ok(()),
        false => tokio::time::timeout(HEAD_TIMEOUT, check_name(client, after, &host.name)).await?,
    }
}

async fn refuse(client: &mut TcpStream, status: &str, sentence: &str) -> io::Result<()> {
    let head = "Content-Type: text/plain\r\nConnection: close\r\nContent-Length";
    let answer = format!("HTTP/1.1 {status}\r\n{head}: {}\r\n\r\n{sentence}\n", sentence.len() + 1);
    tokio::time::timeout(HEAD_TIMEOUT, async {
        client.write_all(answer.as_bytes()).await?;
        client.shutdown().await
    })
    .await??;
    drop_unread(client).await;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::AsyncReadExt as _;

    #[tokio::test]
    async fn it_ends_with_all_its_connections() {
        let host = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let own = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let place = own.local_addr().unwrap();
        let named: NamedHost = host.local_addr().unwrap().to_string().parse().unwrap();
        let proxy = Proxy::start(own, vec![named.clone()]).unwrap();
        let mut client = TcpStream::connect(place).await.unwrap();
        client.write_all(format!("CONNECT {named} HTTP/1.1\r\n\r\nping").as_bytes()).await.unwrap();
        let (mut server, _) = host.accept().await.unwrap();
        let mut ping = [0; 4];
        server.read_exact(&mut ping).await.unwrap();
        assert_eq!(&ping, b"ping");
        assert_eq!(proxy.told()["visits"][0]["outcome"], "connected");
        drop(proxy);
        let mut rest = Vec::new();
        let _ = client.read_to_end(&mut rest).await;
        assert_eq!(rest, b"HTTP/1.1 200 Connection established\r\n\r\n");
        let ended = server.read(&mut ping).await;
        assert!(matches!(ended, Ok(0) | Err(_)), "{ended:?}");
        while TcpStream::connect(place).await.is_ok() {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn an_answer_arrives_although_more_was_sent_than_is_read() {
        let host = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let own = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let place = own.local_addr().unwrap();
        let named: NamedHost = host.local_addr().unwrap().to_string().parse().unwrap();
        let _proxy = Proxy::start(own, vec![named.clone()]).unwrap();
        let mut client = TcpStream::connect(place).await.unwrap();
        client.write_all(format!("GET http://{named}/ HTTP/1.1\r\n\r\n").as_bytes()).await.unwrap();
        let (mut server, _) = host.accept().await.unwrap();
        let mut head = vec![0; format!("GET / HTTP/1.1\r\nHost: {named}\r\nConnection: close\r\n\r\n").len()];
        server.read_exact(&mut head).await.unwrap();
        client.write_all(b"GET http://other.org/ HTTP/1.1\r\n\r\n").await.unwrap();
        server.write_all(b"hello").await.unwrap();
        drop(server);
        let mut answer = Vec::new();
        client.read_to_end(&mut answer).await.unwrap();
        assert_eq!(answer, b"hello");
    }

    #[tokio::test]
    async fn a_trial_carries_no_more_than_it_may() {
        let host = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (room, count) = (Room::new(10), (AtomicU64::new(0), AtomicU64::new(0)));
        let near = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut client = TcpStream::connect(near.local_addr().unwrap()).await.unwrap();
        let server = TcpStream::connect(host.local_addr().unwrap()).await.unwrap();
        let (inside, _) = near.accept().await.unwrap();
        let (mut far, _) = host.accept().await.unwrap();
        client.write_all(&[1; 6]).await.unwrap();
        far.write_all(&[2; 6]).await.unwrap();
        let carried = carry((inside, server), Way::Tunnel, Vec::new(), &room, (&count.0, &count.1));
        let failed = tokio::time::timeout(HEAD_TIMEOUT, carried).await.unwrap().unwrap_err();
        assert!(failed.to_string().contains("have carried all that they may"), "{failed}");
    }
}
