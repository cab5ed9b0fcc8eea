//! A seat as lines of JSON, for agents that drive from outside: `agon.seat/1`, documented in docs/formats.md.
//!
//! A [`Conversation`] is one agent at one seat, without the transport. It greets, then answers each line it is given.

use agon_core::{Action, Brief, Budget, Cause, Ending, Fault, Frame, Image, Seat, SeatError, Status, Tree, Turn, Usage};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

/// The name and version of the protocol.
pub const PROTOCOL: &str = "agon.seat/1";

/// Lines that are neither a message nor an action; more than this many and the agent is dismissed.
const MAX_UNREADABLE: u32 = 20;
/// Lines that cost no step (notes, spending, empty ones) in one trial; a program that only talks is dismissed.
const MAX_FREE: u32 = 100_000;

/// How frames travel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FrameDelivery {
    /// Not at all.
    Nothing,
    /// Written as files into a folder that the agent can read; the message names the path.
    Files(PathBuf),
    /// In the message itself.
    Base64,
}

/// What an agent may say.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
enum Request {
    Act { action: Action },
    Spend { usage: Usage },
    Note { kind: String, content: Value },
    Leave,
}

/// What a seat says.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Reply<'a> {
    Hello {
        protocol: &'static str,
        brief: &'a Brief,
        /// The brief as one text.
        prompt: String,
        turn: TurnMessage<'a>,
    },
    Turn(TurnMessage<'a>),
    /// The line could not be read; nothing happened and no step was counted.
    Error {
        message: String,
    },
}

#[derive(Serialize)]
struct TurnMessage<'a> {
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<Status>,
    budget: &'a Budget,
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<&'a Ending>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<&'a Tree>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    frames: Vec<FrameMessage>,
}

#[derive(Serialize)]
struct FrameMessage {
    name: &'static str,
    kind: &'static str,
    width: u32,
    height: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<PathBuf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    base64: Option<String>,
}

/// One agent at one seat.
pub struct Conversation {
    frames: FrameDelivery,
    frames_sent: u32,
    unreadable: u32,
    free: u32,
}

/// What to do after a line.
#[derive(Debug, PartialEq)]
pub enum After {
    /// Send this line and go on.
    Say(String),
    /// Nothing to send.
    Listen,
    /// Send this line, if any, and stop: the trial has ended or the agent leaves.
    Close(Option<String>),
    /// The agent cannot be talked to; it counts as crashed.
    Dismiss(String),
    /// Something on our side broke.
    Broken(Fault),
}

impl Conversation {
    /// A conversation that has not begun.
    pub fn new(frames: FrameDelivery) -> Self {
        Self { frames, frames_sent: 0, unreadable: 0, free: 0 }
    }

    /// The first line: the brief and the first observation. It names neither the seed nor anything else from which the
    /// solution could be computed.
    pub fn hello(&mut self, seat: &dyn Seat) -> Result<String, Fault> {
        let turn = self.turn_message(seat.turn()).map_err(Undelivered::into_fault)?;
        Ok(line(&Reply::Hello { protocol: PROTOCOL, brief: seat.brief(), prompt: seat.brief().prompt(), turn }))
    }

    /// Answers one line. A line that is not a JSON object is an action in text form, so that a shell script can play.
    pub async fn hear(&mut self, seat: &mut dyn Seat, text: &str) -> After {
        let text = text.trim();
        if text.is_empty() {
            return self.free();
        }
        let request = if text.starts_with('{') {
            match serde_json::from_str(text) {
                Ok(request) => request,
                Err(error) => return self.reject(&error),
            }
        } else {
            Request::Act { action: Action::Text { text: text.into() } }
        };
        let done = match request {
            Request::Act { action } => return self.act(seat, action).await,
            Request::Spend { usage } if !usage.is_plausible() => {
                return self.reject(&"costs must be finite, not negative, and no more than a trial can come to");
            }
            Request::Spend { usage } => seat.claim(&usage),
            Request::Note { kind, content } => seat.note(&kind, content),
            Request::Leave => return After::Close(None),
        };
        match done {
            Ok(()) => self.free(),
            Err(SeatError::Fault(fault)) => After::Broken(fault),
            Err(SeatError::Ended(_)) => self.close(seat),
        }
    }

    fn free(&mut self) -> After {
        self.free += 1;
        if self.free > MAX_FREE {
            return After::Dismiss(format!("it sent more than {MAX_FREE} messages that were not actions"));
        }
        After::Listen
    }

    async fn act(&mut self, seat: &mut dyn Seat, action: Action) -> After {
        match seat.act(action).await {
            Err(SeatError::Fault(fault)) => After::Broken(fault),
            Err(SeatError::Ended(_)) => self.close(seat),
            Ok(turn) if turn.ending.is_some() => self.close(seat),
            Ok(_) => match self.turn_message(seat.turn()) {
                Ok(turn) => After::Say(line(&Reply::Turn(turn))),
                Err(undelivered) => undelivered.into(),
            },
        }
    }

    /// The last line: how it ended.
    fn close(&mut self, seat: &dyn Seat) -> After {
        match self.turn_message(seat.turn()) {
            Ok(turn) => After::Close(Some(line(&Reply::Turn(turn)))),
            // It is over; that the last frame did not arrive changes nothing.
            Err(_) => After::Close(None),
        }
    }

    fn reject(&mut self, error: &dyn std::fmt::Display) -> After {
        self.unreadable += 1;
        if self.unreadable >= MAX_UNREADABLE {
            return After::Dismiss(format!("it sent {MAX_UNREADABLE} messages that could not be read, the last: {error}"));
        }
        After::Say(line(&Reply::Error { message: format!("unreadable message: {error}") }))
    }

    fn turn_message<'a>(&mut self, turn: &'a Turn) -> Result<TurnMessage<'a>, Undelivered> {
        let frames = match self.frames {
            FrameDelivery::Nothing => Vec::new(),
            _ => turn.observation.frames.iter().map(|frame| self.frame_message(frame)).collect::<Result<_, _>>()?,
        };
        Ok(TurnMessage {
            message: &turn.message,
            status: turn.status,
            budget: &turn.budget,
            ending: turn.ending.as_ref(),
            text: turn.observation.text.as_deref(),
            tree: turn.observation.tree.as_ref(),
            frames,
        })
    }

    fn frame_message(&mut self, frame: &Frame) -> Result<FrameMessage, Undelivered> {
        let bytes = agon_image::encode(&frame.image).map_err(|error| Undelivered::Ours(error.to_string()))?;
        let kind = Image::EXTENSION;
        let (mut path, mut base64) = (None, None);
        match &self.frames {
            FrameDelivery::Nothing => {}
            FrameDelivery::Base64 => base64 = Some(STANDARD.encode(&bytes)),
            FrameDelivery::Files(folder) => {
                let file = folder.join(format!("{:04}-{}.{kind}", self.frames_sent, frame.name));
                write_new(&file, &bytes).map_err(|error| match error.kind() {
                    ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Undelivered::Ours(error.to_string()),
                    // The folder is the agent's to read, not to change.
                    _ => Undelivered::Theirs(format!("it spoilt the folder of its frames: {error}")),
                })?;
                path = Some(file);
            }
        }
        self.frames_sent += 1;
        Ok(FrameMessage { name: frame.name, kind, width: frame.image.width, height: frame.image.height, path, base64 })
    }
}

/// A turn as messages have it, for whoever asks for it by other ways: with its frames inside, or without any.
pub fn turn_value(turn: &Turn, with_frames: bool) -> Result<Value, Fault> {
    let frames = if with_frames { FrameDelivery::Base64 } else { FrameDelivery::Nothing };
    let message = Conversation::new(frames).turn_message(turn).map_err(Undelivered::into_fault)?;
    serde_json::to_value(message).map_err(|error| Fault::new(Cause::Agent, error.to_string()))
}

/// A frame that did not reach the agent, and whose doing that is.
enum Undelivered {
    Ours(String),
    Theirs(String),
}

impl Undelivered {
    fn into_fault(self) -> Fault {
        let (Self::Ours(what) | Self::Theirs(what)) = self;
        Fault::new(Cause::Agent, format!("a frame could not be delivered: {what}"))
    }
}

impl From<Undelivered> for After {
    fn from(undelivered: Undelivered) -> Self {
        match undelivered {
            Undelivered::Theirs(why) => Self::Dismiss(why),
            ours => Self::Broken(ours.into_fault()),
        }
    }
}

/// Only ever a new file: the agent may have laid a link where the next frame goes.
fn write_new(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    OpenOptions::new().write(true).create_new(true).open(path)?.write_all(bytes)
}

fn line(reply: &Reply<'_>) -> String {
    // Our own types always serialise; an empty line would only be skipped by the other side.
    serde_json::to_string(reply).unwrap_or_default()
}
