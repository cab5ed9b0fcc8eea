//! What is peculiar to this form.

use super::*;

const FAMILY: Family = Family::OpenAiResponses;

#[test]
fn a_conversation_is_written_as_the_api_wants_it() {
    insta::assert_snapshot!(written(FAMILY, &conversation()), @r#"
    {
      "model": "m",
      "instructions": "You play.",
      "input": [
        {
          "role": "user",
          "content": [
            {
              "type": "input_text",
              "text": "Go."
            },
            {
              "type": "input_image",
              "image_url": "data:image/png;base64,iVBORw==",
              "detail": "auto"
            }
          ]
        },
        {
          "role": "assistant",
          "content": "Right."
        },
        {
          "type": "function_call",
          "call_id": "c1",
          "name": "move",
          "arguments": "{\"direction\":0}"
        },
        {
          "type": "function_call_output",
          "call_id": "c1",
          "output": [
            {
              "type": "input_text",
              "text": "Executed."
            },
            {
              "type": "input_image",
              "image_url": "data:image/png;base64,iVBORw==",
              "detail": "auto"
            }
          ]
        }
      ],
      "tools": [
        {
          "type": "function",
          "name": "move",
          "description": "Move.",
          "parameters": {
            "type": "object"
          },
          "strict": false
        }
      ],
      "temperature": 0.5,
      "max_output_tokens": 100,
      "store": false,
      "stream": true
    }
    "#);
}

fn thoughtful() -> Value {
    json!({
        "id": "resp_1", "model": "m", "status": "completed", "error": null, "incomplete_details": null,
        "output": [
            {"id": "rs_1", "type": "reasoning", "summary": [{"type": "summary_text", "text": "Hm."}], "encrypted_content": "seal"},
            {"id": "msg_1", "type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Right."}]},
            {"id": "fc_1", "type": "function_call", "call_id": "c1", "name": "move", "arguments": "{\"direction\": 0}"},
        ],
        "usage": {
            "input_tokens": 9, "input_tokens_details": {"cached_tokens": 4},
            "output_tokens": 7, "output_tokens_details": {"reasoning_tokens": 5},
        },
    })
}

#[test]
fn a_stream_comes_to_the_same_as_a_whole_answer() {
    let whole = read(FAMILY, &thoughtful());
    assert_eq!((whole.reasoning.as_str(), whole.stop), ("Hm.", Stop::ToolCalls));
    assert_eq!(whole.tokens, Tokens { input: 9, cached: 4, cache_written: 0, output: 7, reasoning: 5 });
    let items = thoughtful()["output"].as_array().unwrap().clone();
    let mut events = vec![json!({"type": "response.created", "response": {"status": "in_progress", "output": []}})];
    events.extend(items.iter().map(|item| json!({"type": "response.output_item.done", "item": item})));
    let mut last = json!({"type": "response.completed", "response": thoughtful()});
    assert_eq!(read_stream(FAMILY, &[&events[..], std::slice::from_ref(&last)].concat()).unwrap(), whole);
    // Some servers leave out of the end what they have sent before.
    last["response"]["output"] = json!([]);
    assert_eq!(read_stream(FAMILY, &[&events[..], &[last]].concat()).unwrap(), whole);
}

#[test]
fn sealed_reasoning_goes_back_before_its_call() {
    let reply = read(FAMILY, &thoughtful());
    let body = FAMILY.api().body("m", &after(&reply, &[Part::text("Executed.")]), false);
    assert_eq!(
        body["input"].as_array().unwrap()[1..],
        [
            thoughtful()["output"][0].clone(),
            json!({"role": "assistant", "content": "Right."}),
            json!({"type": "function_call", "call_id": "c1", "name": "move", "arguments": "{\"direction\":0}"}),
            json!({"type": "function_call_output", "call_id": "c1", "output": "Executed."}),
        ]
    );
    // Without a seal it would be looked for where nothing is stored.
    let mut unsealed = thoughtful();
    unsealed["output"][0]["encrypted_content"] = Value::Null;
    let request = after(&read(FAMILY, &unsealed), &[Part::text("Executed.")]);
    let kinds = |request: &Request| {
        let body = FAMILY.api().body("m", request, false);
        body["input"]
            .as_array()
            .unwrap()
            .iter()
            .map(|item| item["type"].as_str().unwrap_or("message").to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(kinds(&request), ["message", "message", "function_call", "function_call_output"]);
    // Where answers are stored, its name is enough.
    let extra = json!({"store": true}).as_object().unwrap().clone();
    let stored = Request { options: Options { extra, ..Options::default() }, ..request };
    assert_eq!(kinds(&stored), ["message", "reasoning", "message", "function_call", "function_call_output"]);
}

#[test]
fn the_older_computer_tool_is_asked_for_as_it_must_be() {
    let preview = json!({"type": "computer_use_preview", "display_width": 9, "display_height": 9, "environment": "linux"});
    let tools = |definition: Value| vec![Tool::Native { name: "computer".into(), definition }];
    let body = FAMILY.api().body("computer-use-preview", &Request { tools: tools(preview), ..conversation() }, false);
    assert_eq!((&body["truncation"], &body["store"]), (&json!("auto"), &json!(true)));
    let body = FAMILY.api().body("gpt-5.4", &Request { tools: tools(json!({"type": "computer"})), ..conversation() }, false);
    assert_eq!((body.get("truncation"), &body["store"]), (None, &json!(false)));
    assert_eq!(body["include"], json!(["reasoning.encrypted_content"]), "also where nobody asked for an effort");
    assert_eq!(body["input"][0]["content"][1]["detail"], "original");
    let body = FAMILY.api().body("gpt-4o", &conversation(), false);
    assert_eq!((body.get("include"), &body["input"][0]["content"][1]["detail"]), (None, &json!("high")));
    let options = Options { detail: Some("low".into()), ..Options::default() };
    let body = FAMILY.api().body("gpt-4o", &Request { options, ..conversation() }, false);
    assert_eq!(body["input"][0]["content"][1]["detail"], "low");
}

#[test]
fn thoughts_that_came_to_nothing_do_not_go_back() {
    let mut cut = thoughtful();
    cut["output"].as_array_mut().unwrap().truncate(1);
    let body = FAMILY.api().body("m", &after(&read(FAMILY, &cut), &[]), false);
    assert_eq!(body["input"].as_array().unwrap().len(), 1);
}

#[test]
fn a_computer_gets_its_screen_and_leave_to_act() {
    let check = json!({"id": "sc_1", "code": "malicious_instructions", "message": "careful"});
    let item = json!({
        "id": "cu_1", "type": "computer_call", "call_id": "c9", "status": "completed",
        "action": {"type": "click", "x": 3, "y": 4, "button": "left"}, "pending_safety_checks": [check],
    });
    let reply = read(FAMILY, &json!({"status": "completed", "output": [item]}));
    let call = reply.tool_calls().next().unwrap();
    assert_eq!((call.name.as_str(), &call.args), ("computer", &item["action"]));
    let results = [Part::text("Clicked."), Part::Image(crate::tests::picture())];
    let body = FAMILY.api().body("m", &after(&reply, &results), false);
    assert_eq!(
        body["input"].as_array().unwrap()[1..],
        [
            item,
            json!({
                "type": "computer_call_output", "call_id": "c9", "acknowledged_safety_checks": [check],
                "output": {"type": "computer_screenshot", "image_url": "data:image/png;base64,iVBORw=="},
            }),
            json!({"role": "user", "content": [{"type": "input_text", "text": "Clicked."}]}),
        ]
    );
    let several = json!({"type": "computer_call", "call_id": "c1", "actions": [{"type": "screenshot"}]});
    let reply = read(FAMILY, &json!({"status": "completed", "output": [several]}));
    assert_eq!(reply.tool_calls().next().unwrap().args, json!({"actions": [{"type": "screenshot"}]}));
}

#[test]
fn reasons_to_stop_are_read() {
    let stop = |body: Value| read(FAMILY, &body).stop;
    let said = |part: Value| json!([{"type": "message", "content": [part]}]);
    let text = said(json!({"type": "output_text", "text": "so"}));
    assert_eq!(stop(json!({"status": "completed", "output": text})), Stop::End);
    let reason = |reason: &str| json!({"status": "incomplete", "incomplete_details": {"reason": reason}, "output": []});
    assert_eq!(stop(reason("max_output_tokens")), Stop::Length);
    assert_eq!(stop(reason("content_filter")), Stop::Refused);
    let refused = json!({"status": "completed", "output": said(json!({"type": "refusal", "refusal": "I will not."}))});
    assert_eq!((stop(refused.clone()), read(FAMILY, &refused).text()), (Stop::Refused, "I will not.".to_owned()));
}

#[test]
fn what_is_no_answer_is_told() {
    let told = |body: Value| FAMILY.api().reply(&body).unwrap_err().to_string();
    assert_eq!(told(json!({})), "the answer has no output");
    assert_eq!(told(json!({"status": "completed", "output": []})), "the answer has an empty output");
    assert_eq!(told(json!({"status": "queued", "output": [{}]})), "the answer has the status \"queued\"");
    assert!(told(json!({"status": "failed", "error": {"message": "overloaded"}, "output": []})).contains("overloaded"));
    let broken = |event: Value| read_stream(FAMILY, &[event]).unwrap_err().to_string();
    assert!(broken(json!({"type": "response.created"})).contains("cut off"));
    assert!(broken(json!({"type": "error", "message": "overloaded"})).contains("overloaded"));
    assert!(broken(json!({"type": "response.failed", "response": {"error": {"code": "server_error"}}})).contains("server_error"));
}
