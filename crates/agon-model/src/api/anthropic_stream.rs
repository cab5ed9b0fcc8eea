//! A streamed answer of Anthropic's: blocks are opened, filled and closed.

use super::{Assembler, Unreadable, count, read_args, string};
use serde_json::{Map, Value, json};

#[derive(Default)]
pub(super) struct Stream {
    message: Map<String, Value>,
    blocks: Vec<Block>,
    is_done: bool,
}

/// A block in the making. Arguments come as pieces of JSON.
struct Block {
    fields: Map<String, Value>,
    input: String,
}

impl Assembler for Stream {
    fn event(&mut self, event: &Value) -> Result<(), Unreadable> {
        match string(event, "/type").as_str() {
            "error" => return Err(Unreadable(format!("broke off: {}", event.get("error").unwrap_or(event)))),
            "message_start" => {
                self.message = event.get("message").and_then(Value::as_object).cloned().unwrap_or_default();
            }
            "content_block_start" => {
                let index = count(event, "/index") as usize;
                if index != self.blocks.len() {
                    return Err(Unreadable(format!("has a block number {index} after {} blocks", self.blocks.len())));
                }
                let fields = event.get("content_block").and_then(Value::as_object).cloned().unwrap_or_default();
                self.blocks.push(Block { fields, input: String::new() });
            }
            "content_block_delta" => {
                let index = count(event, "/index") as usize;
                let block = self.blocks.get_mut(index);
                let block = block.ok_or_else(|| Unreadable(format!("fills block number {index}, which was not opened")))?;
                block.fill(event.get("delta").unwrap_or(&Value::Null));
            }
            "message_delta" => {
                self.take(event.get("delta"));
                let usage = self.message.entry("usage").or_insert_with(|| json!({}));
                merge(usage, event.get("usage"));
            }
            "message_stop" => self.is_done = true,
            _ => {}
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<Value, Unreadable> {
        if !self.is_done {
            return Err(Unreadable::new("was cut off in the middle of the stream"));
        }
        let blocks: Vec<Value> = self.blocks.into_iter().map(Block::close).collect();
        self.message.insert("content".into(), blocks.into());
        Ok(Value::Object(self.message))
    }
}

impl Stream {
    /// The stop reason and its like.
    fn take(&mut self, delta: Option<&Value>) {
        for (key, value) in delta.and_then(Value::as_object).into_iter().flatten() {
            self.message.insert(key.clone(), value.clone());
        }
    }
}

impl Block {
    fn fill(&mut self, delta: &Value) {
        match string(delta, "/type").as_str() {
            "text_delta" => self.append("text", delta),
            "thinking_delta" => self.append("thinking", delta),
            "signature_delta" => self.append("signature", delta),
            "input_json_delta" => self.input += &string(delta, "/partial_json"),
            _ => {}
        }
    }

    fn append(&mut self, key: &str, delta: &Value) {
        let more = delta.get(key).and_then(Value::as_str).unwrap_or_default();
        match self.fields.get_mut(key) {
            Some(Value::String(text)) => text.push_str(more),
            _ => drop(self.fields.insert(key.into(), more.into())),
        }
    }

    fn close(mut self) -> Value {
        if !self.input.is_empty() {
            self.fields.insert("input".into(), read_args(self.input));
        }
        Value::Object(self.fields)
    }
}

/// Later counts are sums; those that are not told again stand.
fn merge(usage: &mut Value, more: Option<&Value>) {
    let (Some(usage), Some(more)) = (usage.as_object_mut(), more.and_then(Value::as_object)) else { return };
    for (key, value) in more.iter().filter(|(_, value)| !value.is_null()) {
        usage.insert(key.clone(), value.clone());
    }
}
