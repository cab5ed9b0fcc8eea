//! What a request asks, read alike from every family's form.

use super::http::Request;
use serde_json::Value;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// A request that carries this header belongs to the conversation it names.
pub const CONVERSATION_HEADER: &str = "x-conversation";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    OpenAiChat,
    OpenAiResponses,
    Anthropic,
    Gemini,
}

/// A request, understood.
#[derive(Clone, Debug)]
pub struct Ask {
    pub request: Arc<Request>,
    pub family: Family,
    pub model: String,
    pub stream: bool,
    pub system: String,
    /// The user and the model in turns: neighbours of one side are joined, and what tools gave is the user's.
    pub said: Vec<Said>,
    /// The conversation's name: its header, or a hash of the system prompt and the first message. Trials that run at the
    /// same time are told apart by the header, or by their boards.
    pub conversation: String,
    /// The number of this request among all, from zero. A request that is sent again counts again.
    pub number: usize,
    /// The number of this request in its conversation, from zero.
    pub number_in_conversation: usize,
}

/// One side's turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    pub by_model: bool,
    pub text: String,
    pub pictures: usize,
}

impl Ask {
    /// Nothing if the request is not one of any family.
    pub(super) fn read(request: &Arc<Request>) -> Option<Self> {
        let (family, model, stream) = route(request)?;
        let body = &request.body;
        let (system, messages) = match family {
            Family::OpenAiChat => split_chat(&body["messages"]),
            Family::OpenAiResponses => (text_of(&body["instructions"]), list(&body["input"])),
            Family::Anthropic => (text_of(&body["system"]), list(&body["messages"])),
            Family::Gemini => (text_of(&body["systemInstruction"]), list(&body["contents"])),
        };
        let named = request.header(CONVERSATION_HEADER).map(str::to_owned);
        Some(Self {
            request: request.clone(),
            family,
            model,
            stream,
            conversation: named.unwrap_or_else(|| name(&system, messages.first())),
            said: turns(&messages),
            system,
            number: 0,
            number_in_conversation: 0,
        })
    }

    /// What the user and the tools said since the model last did.
    pub fn last_text(&self) -> &str {
        self.said.last().filter(|said| !said.by_model).map(|said| said.text.as_str()).unwrap_or_default()
    }

    /// How many times the model has spoken in the history that came with the request.
    pub fn turn(&self) -> usize {
        self.said.iter().filter(|said| said.by_model).count()
    }
}

fn route(request: &Request) -> Option<(Family, String, bool)> {
    let path = request.path.split('?').next()?;
    let body = &request.body;
    let by_body = |family| {
        let model = body["model"].as_str().unwrap_or_default().to_owned();
        Some((family, model, body["stream"] == true))
    };
    match path {
        _ if request.method != "POST" || !body.is_object() => None,
        path if path.ends_with("/chat/completions") => by_body(Family::OpenAiChat),
        path if path.ends_with("/responses") => by_body(Family::OpenAiResponses),
        path if path.ends_with("/messages") => by_body(Family::Anthropic),
        path => {
            let (model, verb) = path.rsplit('/').next()?.split_once(':')?;
            let stream = match verb {
                "generateContent" => false,
                "streamGenerateContent" => true,
                _ => return None,
            };
            Some((Family::Gemini, model.to_owned(), stream))
        }
    }
}

/// A string in place of a list is one message.
fn list(value: &Value) -> Vec<&Value> {
    match value {
        Value::Array(items) => items.iter().collect(),
        Value::Null => Vec::new(),
        other => vec![other],
    }
}

/// Chat completions have the system prompt among the messages.
fn split_chat(messages: &Value) -> (String, Vec<&Value>) {
    let is_system = |message: &&Value| matches!(message["role"].as_str(), Some("system" | "developer"));
    let (system, rest): (Vec<_>, Vec<_>) = list(messages).into_iter().partition(is_system);
    (system.into_iter().map(text_of).collect::<Vec<_>>().join("\n"), rest)
}

fn turns(messages: &[&Value]) -> Vec<Said> {
    let mut said: Vec<Said> = Vec::new();
    for message in messages {
        let by_model = by_model(message);
        let (text, pictures) = (text_of(message), count_pictures(message));
        match said.last_mut() {
            Some(last) if last.by_model == by_model => {
                if !text.is_empty() && !last.text.is_empty() {
                    last.text.push('\n');
                }
                last.text += &text;
                last.pictures += pictures;
            }
            _ => said.push(Said { by_model, text, pictures }),
        }
    }
    said
}

/// Items of the responses form have a type instead of a role.
fn by_model(message: &Value) -> bool {
    match message["role"].as_str() {
        Some(role) => role == "assistant" || role == "model",
        None => matches!(message["type"].as_str(), Some("reasoning" | "function_call" | "computer_call" | "message")),
    }
}

/// The places where the forms keep text, and what holds such places.
const TEXTS: [&str; 9] = ["text", "content", "parts", "output", "result", "error", "input", "functionResponse", "response"];

fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(text_of).filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n"),
        Value::Object(fields) => {
            let texts = TEXTS.iter().filter_map(|key| fields.get(*key)).map(text_of);
            texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n")
        }
        _ => String::new(),
    }
}

fn count_pictures(value: &Value) -> usize {
    let is_picture = |fields: &serde_json::Map<String, Value>| {
        fields.contains_key("inlineData")
            || matches!(
                fields.get("type").and_then(Value::as_str),
                Some("image" | "image_url" | "input_image" | "computer_screenshot")
            )
    };
    match value {
        Value::Array(items) => items.iter().map(count_pictures).sum(),
        Value::Object(fields) if is_picture(fields) => 1,
        Value::Object(fields) => fields.values().map(count_pictures).sum(),
        _ => 0,
    }
}

fn name(system: &str, first: Option<&&Value>) -> String {
    let mut hasher = DefaultHasher::new();
    system.hash(&mut hasher);
    if let Some(first) = first {
        feed(first, &mut hasher);
    }
    format!("{:016x}", hasher.finish())
}

/// All but the marks for the cache, which wander through the history as it grows.
pub(super) fn feed(value: &Value, hasher: &mut DefaultHasher) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| feed(item, hasher)),
        Value::Object(fields) => {
            for (key, value) in fields.iter().filter(|(key, _)| *key != "cache_control") {
                key.hash(hasher);
                feed(value, hasher);
            }
        }
        other => other.to_string().hash(hasher),
    }
}
