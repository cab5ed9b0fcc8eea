//! The API: the seat as a few addresses, described in docs/openapi.json. Actions are those of the record, in pixels of the screen.

use crate::http::{Reply, bytes, json, problem};
use crate::{Over, SharedSeat};
use agon_core::{Action, Cause, Fault, Frame, Seat, SeatError, Turn, Usage};
use agon_image::encode;
use agon_seat::wire::turn_value;
use http_body_util::{BodyExt as _, Limited};
use hyper::body::Incoming;
use hyper::{Method, Request, StatusCode};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// The description of every address, for clients and for people.
pub(crate) const OPENAPI: &str = include_str!("../../../docs/openapi.json");

/// Every address below `/v1`, with the method it is asked by.
pub(crate) const ROUTES: [(&str, &str); 11] = [
    ("GET", "/openapi.json"),
    ("GET", "/brief"),
    ("GET", "/observation"),
    ("GET", "/frames/{name}"),
    ("POST", "/actions"),
    ("POST", "/answer"),
    ("POST", "/done"),
    ("POST", "/fail"),
    ("POST", "/usage"),
    ("POST", "/notes"),
    ("GET", "/socket"),
];

/// A larger action is refused by the seat; this bounds what is read.
const MOST_BYTES: usize = 4 * 1024 * 1024;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AnswerBody {
    value: Value,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct FailBody {
    #[serde(default)]
    reason: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NoteBody {
    kind: String,
    content: Value,
}

/// Why a request is answered with nothing but a sentence.
enum Refused {
    Bad(StatusCode, String),
    Over(Over),
}

impl From<Over> for Refused {
    fn from(over: Over) -> Self {
        Self::Over(over)
    }
}

pub(crate) async fn answer(seat: &SharedSeat, route: &str, request: Request<Incoming>) -> Reply {
    match reply(seat, route, request).await {
        Ok(reply) => reply,
        Err(Refused::Bad(status, sentence)) => problem(status, &sentence),
        Err(Refused::Over(over)) => problem(StatusCode::CONFLICT, &over.to_string()),
    }
}

async fn reply(seat: &SharedSeat, route: &str, request: Request<Incoming>) -> Result<Reply, Refused> {
    let method = request.method().clone();
    let with_frames = request.uri().query() != Some("frames=none");
    let turn = |action| act(seat, action, with_frames);
    match (&method, route) {
        (&Method::GET, "/openapi.json") => Ok(bytes(StatusCode::OK, "application/json", OPENAPI)),
        (&Method::GET, "/brief") => {
            let brief = seat.brief();
            Ok(json(StatusCode::OK, &json!({"brief": brief, "prompt": brief.prompt()})))
        }
        (&Method::GET, "/observation") => {
            seat.count_free();
            let seen = seat.with(move |seat| Box::pin(async move { told(seat.turn(), with_frames) })).await?;
            Ok(json(StatusCode::OK, &seen))
        }
        (&Method::GET, route) if route.starts_with("/frames/") => {
            seat.count_free();
            let name = route["/frames/".len()..].to_owned();
            let file = seat.with(move |seat| Box::pin(async move { picture(seat, &name) })).await?;
            let none = || Refused::Bad(StatusCode::NOT_FOUND, "There is no such frame now.".into());
            Ok(bytes(StatusCode::OK, "image/png", file.ok_or_else(none)?))
        }
        (&Method::POST, "/actions") => turn(body(seat, request).await?).await,
        (&Method::POST, "/answer") => {
            let AnswerBody { value } = body(seat, request).await?;
            turn(Action::Answer { value }).await
        }
        (&Method::POST, "/done") => turn(Action::Done).await,
        (&Method::POST, "/fail") => {
            let FailBody { reason } = body(seat, request).await?;
            turn(Action::Fail { reason }).await
        }
        (&Method::POST, "/usage") => {
            let usage: Usage = body(seat, request).await?;
            if !usage.is_plausible() {
                return Err(bad("costs must be finite, not negative, and no more than a trial can come to"));
            }
            seat.with(move |seat| Box::pin(async move { seat.claim(&usage) })).await?;
            Ok(bytes(StatusCode::NO_CONTENT, "application/json", ""))
        }
        (&Method::POST, "/notes") => {
            let NoteBody { kind, content } = body(seat, request).await?;
            seat.with(move |seat| Box::pin(async move { seat.note(&kind, content) })).await?;
            Ok(bytes(StatusCode::NO_CONTENT, "application/json", ""))
        }
        (_, route) => {
            let by: Vec<&str> = ROUTES.iter().filter(|(_, known)| *known == route).map(|(method, _)| *method).collect();
            Err(match by.first() {
                Some(by) => Refused::Bad(StatusCode::METHOD_NOT_ALLOWED, format!("{route} is asked for by {by}.")),
                None => Refused::Bad(StatusCode::NOT_FOUND, "There is nothing here; openapi.json lists what there is.".into()),
            })
        }
    }
}

async fn act(seat: &SharedSeat, action: Action, with_frames: bool) -> Result<Reply, Refused> {
    let turn = seat.with(move |seat| Box::pin(step(seat, action, with_frames))).await?;
    Ok(json(StatusCode::OK, &turn))
}

async fn step(seat: &mut dyn Seat, action: Action, with_frames: bool) -> Result<Value, SeatError> {
    let turn = seat.act(action).await?;
    told(turn, with_frames)
}

fn told(turn: &Turn, with_frames: bool) -> Result<Value, SeatError> {
    turn_value(turn, with_frames).map_err(SeatError::Fault)
}

fn picture(seat: &dyn Seat, name: &str) -> Result<Option<Vec<u8>>, SeatError> {
    let Some(frame) = seat.turn().observation.frames.iter().find(|frame: &&Frame| frame.name == name) else { return Ok(None) };
    let file = encode(&frame.image).map_err(|error| Fault::new(Cause::Agent, error.to_string()))?;
    Ok(Some(file.into_owned()))
}

/// Reads a body; what cannot be read costs no step, but is counted.
async fn body<T: DeserializeOwned>(seat: &SharedSeat, request: Request<Incoming>) -> Result<T, Refused> {
    let Ok(read) = Limited::new(request.into_body(), MOST_BYTES).collect().await else {
        seat.count_free();
        return Err(Refused::Bad(StatusCode::PAYLOAD_TOO_LARGE, format!("A request has at most {MOST_BYTES} bytes.")));
    };
    let content = read.to_bytes();
    // An empty body stands for an empty object.
    let content: &[u8] = if content.is_empty() { b"{}" } else { &content };
    serde_json::from_slice(content).map_err(|error| {
        seat.count_free();
        bad(&format!("the body cannot be read: {error}"))
    })
}

fn bad(sentence: &str) -> Refused {
    Refused::Bad(StatusCode::BAD_REQUEST, sentence.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_address_is_described_and_no_other() {
        let document: Value = serde_json::from_str(OPENAPI).unwrap();
        let paths = document["paths"].as_object().unwrap();
        let methods = |(path, methods): (&String, &Value)| -> Vec<(String, String)> {
            methods.as_object().unwrap().keys().map(|method| (method.to_uppercase(), path.clone())).collect()
        };
        let described: BTreeSet<(String, String)> = paths.iter().flat_map(methods).collect();
        let served = ROUTES.map(|(method, path)| (method.to_owned(), path.to_owned()));
        assert_eq!(described, BTreeSet::from(served));
    }
}
