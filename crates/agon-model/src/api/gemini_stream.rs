//! A streamed answer of Gemini's: a row of answers, each with some of the parts.

use super::{Assembler, Unreadable, items};
use serde_json::{Map, Value, json};

#[derive(Default)]
pub(super) struct Stream {
    parts: Vec<Value>,
    finish: Option<Value>,
    /// Counts, the model's name, and why a prompt was blocked: the last word on each stands.
    fields: Map<String, Value>,
}

impl Assembler for Stream {
    fn event(&mut self, event: &Value) -> Result<(), Unreadable> {
        if let Some(error) = event.get("error").filter(|error| !error.is_null()) {
            return Err(Unreadable(format!("broke off: {error}")));
        }
        for part in items(event, "/candidates/0/content/parts") {
            self.add(part);
        }
        if let Some(finish) = event.pointer("/candidates/0/finishReason").filter(|finish| !finish.is_null()) {
            self.finish = Some(finish.clone());
        }
        for key in ["usageMetadata", "modelVersion", "promptFeedback"] {
            if let Some(value) = event.get(key).filter(|value| !value.is_null()) {
                self.fields.insert(key.into(), value.clone());
            }
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Value, Unreadable> {
        let Self { parts, finish, fields: mut body } = *self;
        let is_blocked = body.get("promptFeedback").is_some_and(|feedback| !feedback["blockReason"].is_null());
        match finish {
            Some(finish) => {
                let candidate = json!({"content": {"role": "model", "parts": parts}, "finishReason": finish});
                body.insert("candidates".into(), json!([candidate]));
            }
            None if is_blocked => {}
            None => return Err(Unreadable::new("was cut off in the middle of the stream")),
        }
        Ok(Value::Object(body))
    }
}

impl Stream {
    /// Text goes on where text was; a signature ends what it signs.
    fn add(&mut self, part: &Value) {
        let kind = |part: &Value| part["text"].is_string().then(|| part["thought"] == true);
        let more = part["text"].as_str().filter(|_| part.get("functionCall").is_none());
        if let (Some(last), Some(more)) = (self.parts.last_mut(), more)
            && kind(last) == kind(part)
            && last.get("thoughtSignature").is_none()
            && let Some(fields) = last.as_object_mut()
        {
            if let Some(Value::String(text)) = fields.get_mut("text") {
                text.push_str(more);
            }
            if let Some(signature) = part.get("thoughtSignature") {
                fields.insert("thoughtSignature".into(), signature.clone());
            }
            return;
        }
        self.parts.push(part.clone());
    }
}
