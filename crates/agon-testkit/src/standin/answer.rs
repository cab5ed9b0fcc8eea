//! What a request gets: an answer, a refusal, or some way of going wrong.

use jiff::Timestamp;
use serde_json::Value;
use std::time::Duration;

#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// A good answer in the form of the request's family, streamed if the request asks for it.
    Message(Message),
    /// The same after a while.
    Slow(Duration, Box<Answer>),
    /// The same with a pause before each event of the stream.
    Trickle(Duration, Box<Answer>),
    /// The same until it breaks in the middle.
    Broken { after: After, how: Break, answer: Box<Answer> },
    /// An error. Without a body of its own it has the family's form.
    Status { code: u16, headers: Vec<(String, String)>, body: Option<String> },
    /// An error whose message tells the key that the request came with, as a careless service does.
    EchoKey(u16),
    /// The connection is torn down before a word is said.
    Reset,
    /// Nothing is said for so long; then the connection is closed.
    Stall(Duration),
    /// An answer whose JSON ends in the middle, though HTTP is in order.
    TruncatedJson,
    /// A page of HTML with status 200, as from a proxy's login.
    WrongContentType,
    /// A good answer that holds nothing.
    EmptyChoices,
    /// A text of so many bytes, which the server never holds.
    Huge(u64),
    /// Bytes straight into the socket, which is then closed.
    Raw(Vec<u8>),
}

/// A point in the body of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    Bytes(u64),
    /// Events of a stream; an answer that is not streamed is one.
    Events(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Break {
    Reset,
    /// The connection is closed in good order, but too early.
    Close,
    /// Nothing more is said for so long; then the connection is closed.
    Stall(Duration),
    /// The stream tells of an error in the family's form and ends.
    Error,
}

/// What a model says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Message {
    pub thinking: String,
    pub text: String,
    pub calls: Vec<Call>,
    pub stop: Stop,
    /// Without it, words are counted.
    pub usage: Option<Usage>,
}

/// A call of a tool. OpenAI's responses form has the tool named `computer` in a form of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    pub name: String,
    pub args: Value,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stop {
    /// At its end, or at its calls if there are any.
    #[default]
    Natural,
    Length,
    Refused,
}

/// Tokens: `input` is all of the request and `output` all of the answer; the others are parts of these.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    pub input: u64,
    pub cached: u64,
    pub cache_written: u64,
    pub output: u64,
    pub reasoning: u64,
}

impl Answer {
    pub fn say(text: impl Into<String>) -> Self {
        Message::say(text).into()
    }

    pub fn call(name: impl Into<String>, args: Value) -> Self {
        Message::default().calling(name, args).into()
    }

    pub fn status(code: u16) -> Self {
        Self::Status { code, headers: Vec::new(), body: None }
    }

    /// An error that says when to come again, in seconds.
    pub fn retry_after(code: u16, seconds: u64) -> Self {
        Self::Status { code, headers: vec![("retry-after".into(), seconds.to_string())], body: None }
    }

    /// An error that says when to come again, as a date. Dates have no fractions of a second.
    pub fn retry_after_date(code: u16, when: Timestamp) -> Self {
        let date = when.strftime("%a, %d %b %Y %H:%M:%S GMT").to_string();
        Self::Status { code, headers: vec![("retry-after".into(), date)], body: None }
    }

    pub fn slow(self, delay: Duration) -> Self {
        Self::Slow(delay, Box::new(self))
    }

    pub fn trickle(self, pause: Duration) -> Self {
        Self::Trickle(pause, Box::new(self))
    }

    pub fn broken(self, after: After, how: Break) -> Self {
        Self::Broken { after, how, answer: Box::new(self) }
    }
}

impl Message {
    pub fn say(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    pub fn thinking(self, thinking: impl Into<String>) -> Self {
        Self { thinking: thinking.into(), ..self }
    }

    pub fn calling(mut self, name: impl Into<String>, args: Value) -> Self {
        self.calls.push(Call { name: name.into(), args });
        self
    }

    pub fn stopping(self, stop: Stop) -> Self {
        Self { stop, ..self }
    }

    pub fn using(self, usage: Usage) -> Self {
        Self { usage: Some(usage), ..self }
    }
}

impl From<Message> for Answer {
    fn from(message: Message) -> Self {
        Self::Message(message)
    }
}

impl From<&str> for Answer {
    fn from(text: &str) -> Self {
        Self::say(text)
    }
}

impl From<String> for Answer {
    fn from(text: String) -> Self {
        Self::say(text)
    }
}
