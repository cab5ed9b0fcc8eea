//! What is peculiar to this form.

use super::*;

const FAMILY: Family = Family::Anthropic;

#[test]
fn a_conversation_is_written_as_the_api_wants_it() {
    insta::assert_snapshot!(written(FAMILY, &conversation()), @r#"
    {
      "model": "m",
      "max_tokens": 100,
      "system": [
        {
          "type": "text",
          "text": "You play.",
          "cache_control": {
            "type": "ephemeral"
          }
        }
      ],
      "messages": [
        {
          "role": "user",
          "content": [
            {
              "type": "text",
              "text": "Go."
            },
            {
              "type": "image",
              "source": {
                "type": "base64",
                "media_type": "image/png",
                "data": "iVBORw=="
              }
            }
          ]
        },
        {
          "role": "assistant",
          "content": [
            {
              "type": "text",
              "text": "Right."
            },
            {
              "type": "tool_use",
              "id": "c1",
              "name": "move",
              "input": {
                "direction": 0
              }
            }
          ]
        },
        {
          "role": "user",
          "content": [
            {
              "type": "tool_result",
              "tool_use_id": "c1",
              "content": [
                {
                  "type": "text",
                  "text": "Executed."
                },
                {
                  "type": "image",
                  "source": {
                    "type": "base64",
                    "media_type": "image/png",
                    "data": "iVBORw=="
                  }
                }
              ],
              "cache_control": {
                "type": "ephemeral"
              }
            }
          ]
        }
      ],
      "tools": [
        {
          "name": "move",
          "description": "Move.",
          "input_schema": {
            "type": "object"
          }
        }
      ],
      "temperature": 0.5,
      "stop_sequences": [
        "\n\n"
      ],
      "stream": true
    }
    "#);
}

fn thoughtful() -> Value {
    json!({
        "id": "msg_1", "type": "message", "role": "assistant", "model": "m", "stop_reason": "tool_use", "stop_sequence": null,
        "content": [
            {"type": "thinking", "thinking": "Hm.", "signature": "seal"},
            {"type": "redacted_thinking", "data": "sealed"},
            {"type": "text", "text": "Right."},
            {"type": "tool_use", "id": "c1", "name": "left_click", "input": {"coordinate": [3, 4]}, "toolset_name": "computer"},
        ],
        "usage": {
            "input_tokens": 2, "cache_read_input_tokens": 40, "cache_creation_input_tokens": 8,
            "output_tokens": 20, "output_tokens_details": {"thinking_tokens": 12},
        },
    })
}

fn streamed() -> Vec<Value> {
    let block = |index: usize, block: Value| json!({"type": "content_block_start", "index": index, "content_block": block});
    let delta = |index: usize, delta: Value| json!({"type": "content_block_delta", "index": index, "delta": delta});
    let input = json!({"type": "input_json_delta", "partial_json": "{\"coordi"});
    let usage = json!({"input_tokens": 2, "cache_read_input_tokens": 40, "cache_creation_input_tokens": 8, "output_tokens": 1});
    let call = json!({"type": "tool_use", "id": "c1", "name": "left_click", "input": {}, "toolset_name": "computer"});
    let more = json!({"output_tokens": 20, "input_tokens": null, "output_tokens_details": {"thinking_tokens": 12}});
    vec![
        json!({"type": "message_start", "message": {
            "id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": [], "stop_reason": null, "usage": usage,
        }}),
        json!({"type": "ping"}),
        block(0, json!({"type": "thinking", "thinking": "", "signature": ""})),
        delta(0, json!({"type": "thinking_delta", "thinking": "Hm"})),
        delta(0, json!({"type": "thinking_delta", "thinking": "."})),
        delta(0, json!({"type": "signature_delta", "signature": "seal"})),
        json!({"type": "content_block_stop", "index": 0}),
        block(1, json!({"type": "redacted_thinking", "data": "sealed"})),
        block(2, json!({"type": "text", "text": ""})),
        delta(2, json!({"type": "text_delta", "text": "Right."})),
        block(3, call),
        delta(3, input),
        delta(3, json!({"type": "input_json_delta", "partial_json": "nate\": [3, 4]}"})),
        json!({"type": "message_delta", "delta": {"stop_reason": "tool_use", "stop_sequence": null}, "usage": more}),
        json!({"type": "message_stop"}),
    ]
}

#[test]
fn a_stream_comes_to_the_same_as_a_whole_answer() {
    let whole = read(FAMILY, &thoughtful());
    assert_eq!((whole.reasoning.as_str(), whole.text().as_str(), whole.stop), ("Hm.", "Right.", Stop::ToolCalls));
    assert_eq!(whole.tokens, Tokens { input: 50, cached: 40, cache_written: 8, output: 20, reasoning: 12 });
    assert_eq!(read_stream(FAMILY, &streamed()).unwrap(), whole);
}

#[test]
fn signed_thoughts_and_toolsets_go_back_as_they_came() {
    let reply = read(FAMILY, &thoughtful());
    let body = FAMILY.api().body("m", &after(&reply, &[Part::text("Clicked."), Part::Image(crate::tests::picture())]), false);
    assert_eq!(body["messages"][1]["content"], thoughtful()["content"]);
    let result = &body["messages"][2]["content"][0];
    assert_eq!((&result["tool_use_id"], &result["toolset_name"]), (&json!("c1"), &json!("computer")));
    assert_eq!(result["content"][1]["source"]["media_type"], "image/png");
    let unsigned = json!({"content": [{"type": "thinking", "thinking": "Hm."}], "stop_reason": "end_turn"});
    assert_eq!(read(FAMILY, &unsigned).parts, []);
}

#[test]
fn the_cache_is_asked_to_keep_the_system_prompt_and_all_that_was_said() {
    let body = FAMILY.api().body("m", &conversation(), false);
    assert_eq!(body.to_string().matches("cache_control").count(), 2);
    assert_eq!(body["system"][0]["cache_control"], json!({"type": "ephemeral"}));
    assert_eq!(body["messages"][2]["content"][0]["cache_control"], json!({"type": "ephemeral"}));
}

#[test]
fn thinking_has_its_rules() {
    let body = |options: Options| FAMILY.api().body("m", &Request { options, ..Request::default() }, false);
    let plain = body(Options { temperature: Some(0.0), top_p: Some(0.5), ..Options::default() });
    assert_eq!((&plain["max_tokens"], &plain["temperature"], &plain["top_p"]), (&json!(16_000), &json!(0.0), &json!(0.5)));
    assert_eq!(plain.get("thinking"), None);
    let options = Options { temperature: Some(0.0), reasoning_tokens: Some(4000), max_tokens: Some(1000), ..Options::default() };
    let budget = body(options);
    assert_eq!(budget["thinking"], json!({"type": "enabled", "budget_tokens": 4000}));
    assert_eq!((&budget["max_tokens"], budget.get("temperature")), (&json!(5000), None));
    let small = body(Options { reasoning_tokens: Some(10), max_tokens: Some(2000), ..Options::default() });
    assert_eq!((&small["thinking"]["budget_tokens"], &small["max_tokens"]), (&json!(1024), &json!(2000)));
    let effort = body(Options { reasoning_effort: Some("low".into()), top_p: Some(0.97), ..Options::default() });
    assert_eq!((&effort["thinking"], &effort["output_config"]), (&json!({"type": "adaptive"}), &json!({"effort": "low"})));
    assert_eq!(effort["top_p"], 0.97);
    let none = body(Options { reasoning_effort: Some("none".into()), ..Options::default() });
    assert_eq!((&none["thinking"], none.get("output_config")), (&json!({"type": "disabled"}), None));
}

#[test]
fn older_computer_tools_ask_for_their_header() {
    let headers = |kind: &str| {
        let tools = vec![Tool::Native { name: "computer".into(), definition: json!({"type": kind}) }];
        FAMILY.api().headers(&Request { tools, ..Request::default() })
    };
    assert!(headers("computer_20251124").contains(&("anthropic-beta", "computer-use-2025-11-24".into())));
    assert!(headers("computer_20250124").contains(&("anthropic-beta", "computer-use-2025-01-24".into())));
    for kind in ["computer_toolset_20260801", "bash_20250124", "computer_äöüü"] {
        assert!(headers(kind).iter().all(|(name, _)| *name != "anthropic-beta"), "{kind}");
    }
    assert_eq!(FAMILY.api().url("https://host", "m", false), "https://host/v1/messages");
    assert_eq!(FAMILY.api().url("https://host/v1", "m", false), "https://host/v1/messages");
}

#[test]
fn blank_texts_and_empty_messages_are_left_out() {
    let messages = vec![
        Message::user(vec![Part::text("Go."), Part::text(" \n")]),
        Message::assistant(vec![Part::text("")]),
        Message::user(vec![Part::text("Go on.")]),
    ];
    let body = FAMILY.api().body("m", &Request { messages, ..Request::default() }, false);
    let roles: Vec<&str> = body["messages"].as_array().unwrap().iter().filter_map(|message| message["role"].as_str()).collect();
    assert_eq!(roles, ["user", "user"]);
    assert_eq!(body["messages"][0]["content"].as_array().unwrap().len(), 1);
}

#[test]
fn what_is_no_answer_is_told() {
    let told = |body: Value| FAMILY.api().reply(&body).unwrap_err().to_string();
    assert_eq!(told(json!({})), "the answer has no content");
    assert_eq!(told(json!({"content": []})), "the answer has no stop reason");
    assert!(told(json!({"type": "error", "error": {"message": "overloaded"}})).contains("overloaded"));
    let cut = |count: usize| read_stream(FAMILY, &streamed()[..count]).unwrap_err().to_string();
    assert!((0..streamed().len()).all(|count| cut(count).contains("cut off")));
    let broken = |event: Value| read_stream(FAMILY, &[event]).unwrap_err().to_string();
    assert!(broken(json!({"type": "error", "error": {"type": "overloaded_error"}})).contains("overloaded_error"));
    assert!(broken(json!({"type": "content_block_delta", "index": 7, "delta": {}})).contains("block number 7"));
    assert!(broken(json!({"type": "content_block_start", "index": 4_000_000_000_u64})).contains("after 0 blocks"));
}

#[test]
fn thoughts_that_came_to_nothing_do_not_end_a_message() {
    let thought = json!({"type": "thinking", "thinking": "Hm", "signature": "seal"});
    let reply = read(FAMILY, &json!({"content": [thought, {"type": "text", "text": " "}], "stop_reason": "max_tokens"}));
    let body = FAMILY.api().body("m", &after(&reply, &[]), false);
    assert_eq!(body["messages"].as_array().unwrap().len(), 1);
}

#[test]
fn a_call_that_was_cut_off_is_the_models() {
    let mut events = streamed();
    events.remove(12);
    let reply = read_stream(FAMILY, &events).unwrap();
    assert_eq!(reply.tool_calls().next().unwrap().args, json!("{\"coordi"));
    let body = FAMILY.api().body("m", &after(&reply, &[]), false);
    assert_eq!(body["messages"][1]["content"][3]["input"], json!({"arguments": "{\"coordi"}));
}
