//! A model's calls, put together from the changes that the record keeps.

use crate::LibraryError;
use crate::library::Library;
use crate::protocol::{CallFigures, CallPage, CallPart, CallReply, CallTurn};
use crate::routes::AttemptName;
use agon_core::{Event, Image};
use agon_model::{CALL_NOTE, CallOutcome, CallRecord, LastRequests, Message, Part, Request, sent_body};
use agon_record::AgentEntry;
use serde_json::{Value, json};
use std::sync::Arc;

impl Library {
    /// The call that a note of the log holds; `None` where there is no such note.
    pub(crate) fn call(self: &Arc<Self>, of: &AttemptName, place: usize) -> Result<Option<CallPage>, LibraryError> {
        let run = self.run(&of.run)?;
        let agent = &run.trial(of.trial)?.agent;
        let agent = run.index().manifest().agents.iter().find(|known| known.label == *agent);
        let log = self.log_of(of)?;
        let Some(record) = log.events.get(place).and_then(record) else { return Ok(None) };
        let mut last = LastRequests::default();
        // Each conversation is put together by itself.
        for before in log.events[..place].iter().filter_map(self::record).filter(|before| before.who == record.who) {
            last.request(before.who.as_deref(), before.request);
        }
        let same = record.request.same;
        let request = last.request(record.who.as_deref(), record.request);
        let has_frame = |hash: &agon_core::ImageHash| run.index().frame_path(hash, Image::EXTENSION).exists();
        Ok(Some(page(agent, record.who, request, same, &record.outcome, &has_frame)))
    }
}

fn record(event: &Event) -> Option<CallRecord> {
    match event {
        Event::Note { kind, content } if kind == CALL_NOTE => serde_json::from_value(content.clone()).ok(),
        _ => None,
    }
}

fn page(
    agent: Option<&AgentEntry>,
    who: Option<String>,
    request: &Request,
    same: usize,
    outcome: &CallOutcome,
    has_frame: &dyn Fn(&agon_core::ImageHash) -> bool,
) -> CallPage {
    let parts = |parts: &[Part]| parts.iter().map(|part| CallPart::of(part, has_frame)).collect();
    let turn = |message: &Message| CallTurn { role: json!(message.role), parts: parts(&message.parts) };
    let reply = match outcome {
        CallOutcome::Reply { reply, .. } => {
            Some(CallReply { reasoning: reply.reasoning.clone(), parts: parts(&reply.parts), stop: json!(reply.stop) })
        }
        CallOutcome::Error(_) => None,
    };
    let asked = agent.and_then(|agent| model_of(agent, who.as_deref()));
    let streams = agent.is_some_and(|agent| agent.settings.get("stream") == Some(&Value::Bool(true)));
    CallPage {
        figures: CallFigures::of(who, outcome),
        system: request.system.clone(),
        turns: request.messages.iter().map(turn).collect(),
        same,
        tools: request.tools.iter().map(|tool| tool.name().to_owned()).collect(),
        options: json!(request.options),
        reply,
        request: json!(request),
        outcome: json!(outcome),
        body: asked.as_ref().and_then(|model| sent_body(model, request, streams)),
        asked,
    }
}

/// The model of a conversation by the agent's settings. A conversation of a part with a model of its own (`grounder`, `explore 2`)
/// begins with the part's name, under which the settings have that model.
fn model_of(agent: &AgentEntry, who: Option<&str>) -> Option<String> {
    let part = who.and_then(|who| who.split([' ', '-', '/']).next());
    let own = part.and_then(|part| agent.settings.get(part)?.get("model"));
    own.or_else(|| agent.settings.get("model"))?.as_str().map(str::to_owned)
}

impl CallFigures {
    /// Of the note that holds a call.
    pub(crate) fn of_note(kind: &str, content: &Value) -> Option<Self> {
        if kind != CALL_NOTE {
            return None;
        }
        // The request of a call can be long, and only what came of it is wanted here.
        let who = content["who"].as_str().map(str::to_owned);
        let outcome = content.as_object()?.iter().find(|(key, _)| ["reply", "error"].contains(&key.as_str()))?;
        let outcome = serde_json::from_value(json!({outcome.0: outcome.1})).ok()?;
        Some(Self::of(who, &outcome))
    }

    fn of(who: Option<String>, outcome: &CallOutcome) -> Self {
        let nothing = Self {
            who,
            model: String::new(),
            tokens_in: 0,
            tokens_cached: 0,
            tokens_out: 0,
            tokens_reasoning: 0,
            cost_usd: 0.0,
            secs: 0.0,
            attempts: 0,
            error: None,
        };
        match outcome {
            CallOutcome::Reply { reply, secs, cost_usd, attempts, .. } => Self {
                model: reply.model.clone(),
                tokens_in: reply.tokens.input,
                tokens_cached: reply.tokens.cached,
                tokens_out: reply.tokens.output,
                tokens_reasoning: reply.tokens.reasoning,
                cost_usd: *cost_usd,
                secs: *secs,
                attempts: *attempts,
                ..nothing
            },
            CallOutcome::Error(error) => Self { error: Some(error.to_string()), ..nothing },
        }
    }
}

impl CallPart {
    fn of(part: &Part, has_frame: &dyn Fn(&agon_core::ImageHash) -> bool) -> Self {
        match part {
            Part::Text { text } => Self::Text { text: text.clone() },
            Part::Image(picture) => {
                Self::Image { file: has_frame(&picture.hash).then(|| format!("{}.{}", picture.hash, Image::EXTENSION)) }
            }
            Part::ToolCall(call) => Self::ToolCall { id: call.id.clone(), name: call.name.clone(), args: call.args.clone() },
            Part::ToolResult { id, name, parts } => Self::ToolResult {
                id: id.clone(),
                name: name.clone(),
                parts: parts.iter().map(|part| Self::of(part, has_frame)).collect(),
            },
            Part::Opaque { value } => Self::Opaque { value: value.clone() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conversation_has_the_model_of_its_part_or_that_of_the_agent() {
        let settings = json!({"model": "openai/a", "grounder": {"model": "vllm/b"}, "explore": {"model": "vllm/c"}});
        let Value::Object(settings) = settings else { unreachable!() };
        let agent = AgentEntry { label: "x".into(), kind: "model".into(), version: String::new(), settings };
        let of = |who| model_of(&agent, who).unwrap();
        assert_eq!([of(None), of(Some("planner")), of(Some("grounder"))], ["openai/a", "openai/a", "vllm/b"]);
        assert_eq!([of(Some("explore 2")), of(Some("main"))], ["vllm/c", "openai/a"]);
    }

    #[test]
    fn a_call_without_a_reply_says_why() {
        let note = json!({"request": {"messages": []}, "error": {"broken": {"model": "m", "detail": "down"}}});
        let figures = CallFigures::of_note(CALL_NOTE, &note).unwrap();
        assert!(figures.error.unwrap().contains("down") && figures.tokens_in == 0);
        assert_eq!(CallFigures::of_note("thought", &note), None);
    }
}
