//! A request in the form in which it goes to a service, for people who want to see that.

use crate::client::adapt;
use crate::{Message, Part, Provider, Request};
use serde_json::Value;

/// The body that a model's service was sent, with pictures named instead of held; `None` for a model that has no known service.
/// `streams` says whether the answer was streamed. What a service was told to keep for the next request (Anthropic's `cache_control`) is
/// not in the record, and not here: it changes nothing that is said.
pub fn sent_body(model: &str, request: &Request, streams: bool) -> Option<Value> {
    let (provider, name) = Provider::of(model)?;
    let mut named = request.clone();
    let mut names = Vec::new();
    named.messages.iter_mut().for_each(|message: &mut Message| name_pictures(&mut message.parts, &mut names));
    let mut body = provider.family.api().body(name, &named, streams);
    adapt(model, &mut body);
    name_in(&mut body, &names);
    Some(body)
}

/// Gives each picture its own name as content, which is found again in the body whatever form the service wants pictures in.
fn name_pictures(parts: &mut [Part], names: &mut Vec<(String, String)>) {
    for part in parts {
        match part {
            Part::Image(picture) => {
                picture.bytes = picture.hash.to_string().into_bytes().into();
                names.push((picture.base64(), format!("(the frame {})", picture.hash)));
            }
            Part::ToolResult { parts, .. } => name_pictures(parts, names),
            Part::Text { .. } | Part::ToolCall(_) | Part::Opaque { .. } => {}
        }
    }
}

fn name_in(value: &mut Value, names: &[(String, String)]) {
    match value {
        Value::String(text) => {
            if let Some((content, name)) = names.iter().find(|(content, _)| text.ends_with(content.as_str())) {
                *text = format!("{}{name}", &text[..text.len() - content.len()]);
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| name_in(value, names)),
        Value::Object(fields) => fields.values_mut().for_each(|value| name_in(value, names)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::picture;

    #[test]
    fn pictures_are_named_in_whatever_form_a_service_wants_them() {
        let picture = picture();
        let name = format!("(the frame {})", picture.hash);
        let parts = vec![Part::text("look"), Part::Image(picture)];
        let request = Request { system: "be brief".into(), messages: vec![Message::user(parts)], ..Request::default() };
        for model in ["openai/m", "openai-responses/m", "anthropic/m", "gemini/m", "mistral/m"] {
            let body = sent_body(model, &request, false).unwrap().to_string();
            assert!(body.contains(&name) && body.contains("be brief") && body.contains("look"), "{model}: {body}");
        }
        assert_eq!(sent_body("nobody/m", &request, false), None);
    }
}
