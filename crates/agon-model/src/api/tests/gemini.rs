//! What is peculiar to this form.

use super::*;

const FAMILY: Family = Family::Gemini;

#[test]
fn a_conversation_is_written_as_the_api_wants_it() {
    insta::assert_snapshot!(written(FAMILY, &conversation()), @r#"
    {
      "systemInstruction": {
        "parts": [
          {
            "text": "You play."
          }
        ]
      },
      "contents": [
        {
          "role": "user",
          "parts": [
            {
              "text": "Go."
            },
            {
              "inlineData": {
                "mimeType": "image/png",
                "data": "iVBORw=="
              }
            }
          ]
        },
        {
          "role": "model",
          "parts": [
            {
              "text": "Right."
            },
            {
              "functionCall": {
                "name": "move",
                "args": {
                  "direction": 0
                }
              }
            }
          ]
        },
        {
          "role": "user",
          "parts": [
            {
              "functionResponse": {
                "name": "move",
                "response": {
                  "output": "Executed."
                },
                "parts": [
                  {
                    "inlineData": {
                      "mimeType": "image/png",
                      "data": "iVBORw=="
                    }
                  }
                ]
              }
            }
          ]
        }
      ],
      "tools": [
        {
          "functionDeclarations": [
            {
              "name": "move",
              "description": "Move.",
              "parametersJsonSchema": {
                "type": "object"
              }
            }
          ]
        }
      ],
      "generationConfig": {
        "temperature": 0.5,
        "maxOutputTokens": 100,
        "stopSequences": [
          "\n\n"
        ]
      }
    }
    "#);
}

fn usage() -> Value {
    json!({"promptTokenCount": 30, "toolUsePromptTokenCount": 2, "cachedContentTokenCount": 20, "candidatesTokenCount": 5,
        "thoughtsTokenCount": 4, "totalTokenCount": 41})
}

fn thoughtful() -> Value {
    json!({
        "candidates": [{"finishReason": "STOP", "content": {"role": "model", "parts": [
            {"text": "Hm.", "thought": true},
            {"text": "Right.", "thoughtSignature": "text-seal"},
            {"functionCall": {"id": "f1", "name": "click_at", "args": {"x": 3, "y": 4}}, "thoughtSignature": "call-seal"},
            {"functionCall": {"name": "wait_5_seconds"}},
        ]}}],
        "usageMetadata": usage(), "modelVersion": "m",
    })
}

fn streamed() -> Vec<Value> {
    let some = |parts: Value| json!({"candidates": [{"content": {"role": "model", "parts": parts}}], "modelVersion": "m"});
    let mut last = some(thoughtful()["candidates"][0]["content"]["parts"].as_array().unwrap()[2..].into());
    last["candidates"][0]["finishReason"] = "STOP".into();
    last["usageMetadata"] = usage();
    vec![
        some(json!([{"text": "H", "thought": true}])),
        some(json!([{"text": "m.", "thought": true}, {"text": "Ri"}])),
        some(json!([{"text": "ght."}])),
        some(json!([{"text": "", "thoughtSignature": "text-seal"}])),
        last,
    ]
}

#[test]
fn a_stream_comes_to_the_same_as_a_whole_answer() {
    let whole = read(FAMILY, &thoughtful());
    assert_eq!((whole.reasoning.as_str(), whole.text().as_str(), whole.stop), ("Hm.", "Right.", Stop::ToolCalls));
    assert_eq!(whole.tokens, Tokens { input: 32, cached: 20, cache_written: 0, output: 9, reasoning: 4 });
    assert_eq!(read_stream(FAMILY, &streamed()).unwrap(), whole);
}

#[test]
fn signatures_and_names_of_calls_go_back_where_they_were() {
    let reply = read(FAMILY, &thoughtful());
    let body =
        FAMILY.api().body("gemini-3-pro", &after(&reply, &[Part::text("Done."), Part::Image(crate::tests::picture())]), false);
    let mut parts = thoughtful()["candidates"][0]["content"]["parts"].as_array().unwrap()[1..].to_vec();
    parts[2]["functionCall"]["args"] = json!({});
    assert_eq!(body["contents"][1], json!({"role": "model", "parts": parts}));
    let picture = json!({"inlineData": {"mimeType": "image/png", "data": "iVBORw=="}});
    let first = json!({"id": "f1", "name": "click_at", "response": {"output": "Done."}, "parts": [picture]});
    let second = json!({"name": "wait_5_seconds", "response": {"output": "Done."}, "parts": [picture]});
    assert_eq!(body["contents"][2]["parts"], json!([{"functionResponse": first}, {"functionResponse": second}]));
}

#[test]
fn older_models_get_their_pictures_beside_the_results() {
    let reply = read(FAMILY, &thoughtful());
    let body = FAMILY.api().body("gemini-2.5-flash", &after(&reply, &[Part::Image(crate::tests::picture())]), false);
    let parts = body["contents"][2]["parts"].as_array().unwrap();
    let kinds: Vec<&String> = parts.iter().flat_map(|part| part.as_object().unwrap().keys()).collect();
    assert_eq!(kinds, ["functionResponse", "functionResponse", "inlineData", "inlineData"]);
}

#[test]
fn a_computer_gets_leave_to_act() {
    let args = json!({"x": 1, "safety_decision": {"decision": "require_confirmation", "explanation": "a banner"}});
    let parts = json!([{"functionCall": {"name": "click_at", "args": args}}]);
    let reply = read(FAMILY, &json!({"candidates": [{"content": {"parts": parts}, "finishReason": "STOP"}]}));
    let request = after(&reply, &[Part::text("{\"url\": \"http://here/\"}")]);
    let tools = vec![
        Tool::Native { name: "computer".into(), definition: json!({"computerUse": {"environment": "ENVIRONMENT_BROWSER"}}) },
        Tool::Function { name: "f".into(), about: "F.".into(), schema: json!({"type": "object"}) },
    ];
    let body = FAMILY.api().body("m", &Request { tools, ..request }, false);
    let response = &body["contents"][2]["parts"][0]["functionResponse"]["response"];
    assert_eq!(*response, json!({"url": "http://here/", "safety_acknowledgement": "true"}));
    assert_eq!(body["tools"][0], json!({"computerUse": {"environment": "ENVIRONMENT_BROWSER"}}));
    assert_eq!(body["tools"][1]["functionDeclarations"][0]["name"], "f");
}

#[test]
fn settings_have_their_places() {
    let options = Options {
        top_p: Some(0.9),
        seed: Some(7),
        reasoning_effort: Some("low".into()),
        extra: json!({"generationConfig": {"topK": 4}}).as_object().unwrap().clone(),
        ..Options::default()
    };
    let body = FAMILY.api().body("m", &Request { options, ..Request::default() }, false);
    let thinking = json!({"thinkingLevel": "low", "includeThoughts": true});
    assert_eq!(body["generationConfig"], json!({"topP": 0.9, "seed": 7, "thinkingConfig": thinking, "topK": 4}));
    let budget = Options { reasoning_tokens: Some(0), ..Options::default() };
    let body = FAMILY.api().body("m", &Request { options: budget, ..Request::default() }, false);
    assert_eq!(body["generationConfig"]["thinkingConfig"]["thinkingBudget"], 0);
    let url = FAMILY.api().url("https://host/v1beta", "models/m", true);
    assert_eq!(url, "https://host/v1beta/models/m:streamGenerateContent?alt=sse");
}

#[test]
fn reasons_to_stop_are_read() {
    let stop = |reason: &str| read(FAMILY, &json!({"candidates": [{"finishReason": reason}]})).stop;
    assert_eq!((stop("STOP"), stop("MAX_TOKENS")), (Stop::End, Stop::Length));
    assert_eq!((stop("SAFETY"), stop("MALFORMED_FUNCTION_CALL")), (Stop::Refused, Stop::Other));
    let blocked = json!({"promptFeedback": {"blockReason": "SAFETY"}});
    assert_eq!(read(FAMILY, &blocked).stop, Stop::Refused);
    assert_eq!(read_stream(FAMILY, &[blocked]).unwrap().stop, Stop::Refused);
}

#[test]
fn what_is_no_answer_is_told() {
    let told = |body: Value| FAMILY.api().reply(&body).unwrap_err().to_string();
    assert_eq!(told(json!({})), "the answer has no candidates");
    assert_eq!(told(json!({"candidates": [{"index": 0}]})), "the answer has a candidate without content");
    let cut = |count: usize| read_stream(FAMILY, &streamed()[..count]).unwrap_err().to_string();
    assert!((0..streamed().len()).all(|count| cut(count).contains("cut off")));
    let broken = read_stream(FAMILY, &[json!({"error": {"status": "UNAVAILABLE"}})]).unwrap_err();
    assert!(broken.to_string().contains("UNAVAILABLE"));
}
