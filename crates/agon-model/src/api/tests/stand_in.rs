//! The stand-in speaks as the providers' documentation says; so each form has to understand it, whole and streamed.

use super::*;
use crate::{ApiKey, Auth, Client, Endpoint, Model as _, ModelError, Patience};
use agon_testkit::standin;
use agon_testkit::standin::{After, Answer, Break, Script, StandIn};

fn client(server: &StandIn, family: Family, stream: bool) -> Client {
    let endpoint = Endpoint {
        name: "stand-in/m".into(),
        family,
        base_url: server.url(),
        model: "m".into(),
        key: Some(ApiKey::new("sk-planted")),
        auth: Auth::Usual,
    };
    Client::new(endpoint, Patience { stream, retries: 0, ..Patience::default() }, None, None).unwrap()
}

fn thoughtful() -> standin::Message {
    let usage = standin::Usage { input: 100, cached: 60, cache_written: 10, output: 20, reasoning: 8 };
    let message = standin::Message::say("Going right.").thinking("It is on the right.").using(usage);
    message.calling("move", json!({"direction": 0})).calling("look", json!({}))
}

#[tokio::test]
async fn every_form_reads_an_answer_whole_and_streamed() {
    let server = StandIn::start(Script::always(thoughtful())).await.unwrap();
    let options = Options { reasoning_effort: Some("low".into()), ..Options::default() };
    let request = Request { options, ..conversation() };
    for family in FAMILIES {
        let whole = client(&server, family, false).ask(&request, 0).await.unwrap().reply;
        let streamed = client(&server, family, true).ask(&request, 0).await.unwrap().reply;
        for reply in [&whole, &streamed] {
            assert_eq!((reply.text().as_str(), reply.stop), ("Going right.", Stop::ToolCalls), "{family:?}");
            assert_eq!((reply.reasoning.as_str(), reply.model.as_str()), ("It is on the right.", "m"), "{family:?}");
            let calls: Vec<_> = reply.tool_calls().map(|call| (call.name.as_str(), &call.args)).collect();
            assert_eq!(calls, [("move", &json!({"direction": 0})), ("look", &json!({}))], "{family:?}");
            let written = if family == Family::Anthropic { 10 } else { 0 };
            let tokens = Tokens { input: 100, cached: 60, cache_written: written, output: 20, reasoning: 8 };
            assert_eq!(reply.tokens, tokens, "{family:?}");
        }
        assert_eq!(whole.parts.len(), streamed.parts.len(), "{family:?}");
    }
}

#[tokio::test]
async fn what_an_api_wants_back_comes_back() {
    let server = StandIn::start(Script::always(thoughtful())).await.unwrap();
    let options = Options { reasoning_effort: Some("low".into()), ..Options::default() };
    for (family, seal) in [
        (Family::OpenAiChat, "It is on the right."),
        (Family::OpenAiResponses, "sealed-"),
        (Family::Anthropic, "signed-"),
        (Family::Gemini, "signed-"),
    ] {
        for stream in [false, true] {
            let client = client(&server, family, stream);
            // The next request begins with this one, for thoughts are bound to what stood before them.
            let first = Request {
                messages: vec![Message::user(vec![Part::text("Go.")])],
                tools: conversation().tools,
                ..Request::default()
            };
            let reply = client.ask(&Request { options: options.clone(), ..first }, 0).await.unwrap().reply;
            let next = Request { tools: conversation().tools, options: options.clone(), ..after(&reply, &[Part::text("done")]) };
            client.ask(&next, 0).await.unwrap();
            let sent = server.requests().last().unwrap().body.to_string();
            assert_eq!(sent.matches(seal).count(), 1, "{family:?}: {sent}");
        }
    }
}

#[tokio::test]
async fn every_form_tells_a_broken_answer_from_a_model_that_says_nothing() {
    for family in FAMILIES {
        for answer in [
            Answer::TruncatedJson,
            Answer::say("half of it").broken(After::Events(3), Break::Close),
            Answer::say("half of it").broken(After::Events(3), Break::Error),
            Answer::WrongContentType,
        ] {
            let server = StandIn::start(Script::always(answer.clone())).await.unwrap();
            let error = client(&server, family, true).ask(&conversation(), 0).await.unwrap_err();
            assert!(matches!(error, ModelError::Unavailable { .. }), "{family:?} {answer:?}: {error}");
        }
        let server = StandIn::start(Script::always(Answer::EmptyChoices)).await.unwrap();
        for stream in [false, true] {
            let answer = client(&server, family, stream).ask(&conversation(), 0).await;
            // Anthropic's models may end their turn without a word.
            assert_eq!(answer.is_ok(), family == Family::Anthropic, "{family:?} {stream}: {answer:?}");
        }
    }
}
