//! Nothing a model can print may panic, hang or grow without bound: every dialect reads the worst of it.

use crate::support::{read, view};
use agon_core::Call;
use agon_dialect::{DIALECTS, Dialect, MAX_TEXT_BYTES, Said, View};
use serde_json::{Value, json};

/// Small things that are terrible in number.
const UNITS: &[&str] = &[
    "(",
    "[",
    "{",
    "[{",
    "\"",
    "'",
    "`",
    "```",
    "```python\n",
    "\\",
    "\n",
    "#",
    ",",
    "-",
    "0",
    "9.",
    "\0",
    "🙂",
    "é",
    "('a', ",
    "[\"a\", ",
    "{\"a\":",
    "{\"name\":\"",
    "{\"name\":\"a\",\"args\":[",
    "{'a': ",
    "{\"kind\":",
    "[{\"name\":\"a\"},",
    "<think>",
    "</think>",
    "<tool_call>{\"name\":\"computer_use\",\"arguments\":{",
    "<point>[[",
    "<box>[[1,",
    "(1,",
    "(1,2)",
    "1e999 ",
    "NaN,",
    "DONE\n",
    "ANS ",
    "WAIT 9",
    "FAIL: ",
    "Action: click(",
    "Action: type(content='",
    "click(start_box='(1,2)')\n",
    "CLICK <point>[[1,2]]</point>\n",
    "TYPE [",
    "pyautogui.click(",
    "pyautogui.press('a')\n",
    "a=a+a\n",
    "a='x'+",
    "a,",
    "x=(",
    "f(*",
    "tag_1,",
    "import ",
    "\u{202e}",
];

#[test]
fn floods_are_read_in_bounded_time_and_space() {
    for dialect in DIALECTS {
        for unit in UNITS {
            let flood = unit.repeat(MAX_TEXT_BYTES / unit.len());
            read(*dialect, &Said::text(flood.as_str()), &view());
            let less = &flood[..flood.floor_char_boundary(flood.len() / 4)];
            read(*dialect, &Said::text(format!("```python\n{less}")), &view());
            read(*dialect, &Said::text(format!("Action: type(content='{less}')\nTYPE [{less}]")), &view());
        }
    }
}

#[test]
fn more_than_is_read_is_left_alone() {
    // Four times the bound, with the action at its end.
    let noise = "(x) ".repeat(MAX_TEXT_BYTES);
    let said = Said::text(format!("{noise}\n('move', 0)"));
    assert_eq!(agon_dialect::dialect("pair").map(|dialect| read(dialect, &said, &view()).actions.len()), Some(1));
}

#[test]
fn depth_overflows_no_stack() {
    for dialect in DIALECTS {
        for (open, close) in
            [("[", "]"), ("{\"a\":", "}"), ("(", ")"), ("{\"name\":\"a\",\"args\":[", "]}"), ("[[{\"actions\":", "}]]")]
        {
            let depth = 100_000;
            read(*dialect, &Said::text(format!("{}1{}", open.repeat(depth), close.repeat(depth))), &view());
            let deep = format!("{{\"name\": \"computer_use\", \"arguments\": {}1{}}}", open.repeat(depth), close.repeat(depth));
            read(*dialect, &Said::text(deep), &view());
        }
    }
}

/// Numbers that no screen has.
const NUMBERS: &[&str] = &[
    "1e999",
    "-1e999",
    "NaN",
    "nan",
    "inf",
    "-0",
    "1e-999",
    "170141183460469231731687303715884105727",
    "99999999999999999999999999",
    "0x10",
    "1_000",
    "٣",
    "½",
    "1.7976931348623157e308",
    "-5",
    "4294967296",
    "18446744073709551616",
];

#[test]
fn no_number_is_too_strange() {
    for dialect in DIALECTS {
        for number in NUMBERS {
            for form in [
                "({n}, {n})",
                "[{n}, {n}, {n}, {n}]",
                "<point>[[{n}, {n}]]</point>",
                "CLICK <point>[[{n}, {n}]]</point>",
                "Action: click(start_box='({n},{n})')",
                "```python\npyautogui.click({n}, {n})\n```",
                "pyautogui.press('a', presses={n})",
                "pyautogui.scroll({n})",
                "time.sleep({n})",
                "WAIT {n}",
                "('move', {n})",
                "{\"name\": \"move\", \"args\": {n}}",
                "{\"kind\": \"click\", \"at\": {\"point\": {\"x\": {n}, \"y\": {n}}}, \"count\": {n}}",
                "{\"kind\": \"wait\", \"secs\": {n}}",
                "{\"kind\": \"scroll\", \"at\": {\"mark\": 1}, \"dx\": {n}}",
                "{\"name\": \"computer_use\", \"arguments\": {\"action\": \"scroll\", \"pixels\": {n}}}",
            ] {
                for view in [view(), View::default(), View::screen(0, 0), View::screen(1, u32::MAX)] {
                    read(*dialect, &Said::text(form.replace("{n}", number)), &view);
                }
            }
        }
    }
}

#[test]
fn no_tool_call_is_too_strange() {
    let names = [
        "computer",
        "bash",
        "computer_use",
        "computer_use_preview",
        "click",
        "drag",
        "zoom",
        "keys",
        "click_at",
        "type_text_at",
        "scroll_at",
        "scroll_document",
        "key_combination",
        "",
        "\0",
        "move",
    ];
    let actions =
        ["left_click", "zoom", "scroll", "hold_key", "key", "left_click_drag", "wait", "type", "drag", "keypress", "click"];
    for dialect in DIALECTS {
        for name in names {
            for value in strange() {
                try_call(*dialect, name, value.clone());
                let takes_actions = name.starts_with("computer");
                for action in actions.iter().filter(|_| takes_actions) {
                    try_call(*dialect, name, json!({"action": action, "coordinate": value, "region": value, "text": value}));
                    try_call(
                        *dialect,
                        name,
                        json!({"type": action, "x": value, "y": value, "keys": value, "path": [value, value]}),
                    );
                }
                try_call(*dialect, name, json!({"x": value, "y": 1, "direction": "down", "magnitude": value, "keys": value}));
                try_call(*dialect, name, json!({"actions": [value, {"type": value}]}));
            }
        }
    }
}

fn try_call(dialect: &dyn Dialect, name: &str, args: Value) {
    read(dialect, &Said::calls(vec![Call::new(name, args)]), &view());
}

fn strange() -> Vec<Value> {
    let mut deep = Value::Null;
    for _ in 0..120 {
        deep = json!([deep]);
    }
    vec![
        Value::Null,
        json!(true),
        json!(-1),
        json!(1e308),
        json!(u64::MAX),
        json!(""),
        json!("x".repeat(10_000)),
        json!("a+".repeat(5_000)),
        json!("{\"x\":"),
        json!([]),
        json!({}),
        json!([1, 2]),
        json!([1e308, -1e308]),
        json!(vec![0; 1000]),
        json!({"x": {"x": 1}, "y": []}),
        deep,
    ]
}

#[test]
fn a_thousand_calls_are_too_many() {
    let said = Said::calls(vec![Call::new("computer", json!({"action": "screenshot", "type": "screenshot"})); 1000]);
    for dialect in DIALECTS {
        read(*dialect, &said, &view());
    }
}
