//! State channels of programs that are started by a script of ours: a unix socket in the desk's run folder. Whoever connects
//! sends one line of JSON and gets one JSON value back. `channel.py` has the programs' side of it.
//!
//! All these sockets are in one folder, `state`, so that a program which runs commands for its user can be started without it.

use crate::Desk;
use agon_core::Fault;
use serde_json::{Value, json};
use std::io;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;

/// A busy machine takes its time to start a big program.
const START: Duration = Duration::from_secs(120);
pub(super) const ANSWER: Duration = Duration::from_secs(60);
const POLL: Duration = Duration::from_millis(20);

/// The interpreter that the programs' own modules are installed for.
pub(super) const PYTHON: &str = "/usr/bin/python3";

/// Waits until the program listens, which it does when it is in its start state.
pub(super) async fn wait(desk: &Desk, name: &str) -> Result<(), Fault> {
    let begin = Instant::now();
    while connect(desk, name).await.is_err() {
        if begin.elapsed() > START {
            return Err(Fault::world(format!("{name} was not in its start state within {} s", START.as_secs())));
        }
        tokio::time::sleep(POLL).await;
    }
    Ok(())
}

/// The program's state, with `running`. An agent may have closed the program: then it is all there is to say.
pub(super) async fn state(desk: &Desk, name: &str) -> Result<Value, Fault> {
    match ask(desk, name, &json!({})).await? {
        None => Ok(json!({"running": false})),
        Some(Value::Object(mut state)) => {
            if let Some(problem) = state.get("error") {
                return Err(Fault::world(format!("{name} could not tell its state: {problem}")));
            }
            state.insert("running".into(), true.into());
            Ok(Value::Object(state))
        }
        Some(other) => Err(Fault::world(format!("{name} gave a strange state: {other}"))),
    }
}

/// Asks a program. Nothing where it does not run any more.
pub(super) async fn ask(desk: &Desk, name: &str, request: &Value) -> Result<Option<Value>, Fault> {
    let talk = async {
        let mut stream = connect(desk, name).await?;
        stream.write_all(format!("{request}\n").as_bytes()).await?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await?;
        Ok::<_, io::Error>(answer)
    };
    let failed = |problem: String| Fault::world(format!("{name} could not be asked: {problem}"));
    let answer =
        tokio::time::timeout(ANSWER, talk).await.map_err(|_| failed(format!("no answer within {} s", ANSWER.as_secs())))?;
    match answer {
        Err(error) if has_ended(&error) => Ok(None),
        Err(error) => Err(failed(error.to_string())),
        Ok(bytes) if bytes.is_empty() => Ok(None),
        Ok(bytes) => serde_json::from_slice(&bytes).map(Some).map_err(|error| failed(error.to_string())),
    }
}

/// Whether nobody listens, or whoever did ended in the middle.
fn has_ended(error: &io::Error) -> bool {
    use io::ErrorKind::{BrokenPipe, ConnectionRefused, ConnectionReset, NotFound};
    matches!(error.kind(), BrokenPipe | ConnectionRefused | ConnectionReset | NotFound)
}

async fn connect(desk: &Desk, name: &str) -> io::Result<UnixStream> {
    UnixStream::connect(desk.run().join("state").join(name)).await
}
