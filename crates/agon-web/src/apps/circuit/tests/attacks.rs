//! States and answers that no page would report. None may make the marking panic, hang or pass.

use super::*;
use proptest::prelude::*;
use std::time::Instant;

fn all_kinds() -> Marking {
    marking(
        r#"inputs = ["A", "B"]
        outputs = { Y = "A & B" }
        gates = { and = 1 }
        terms = { T = "A & B" }
        made_by = { Y = "and" }
        circuit = ["and G A B Y", "dc-source V plus=A minus=0", "npn Q A B Y"]
        answer = { f = { value = "1 kHz" } }"#,
    )
}

#[test]
fn states_of_other_shapes_are_not_marked() {
    let part = |part: Value| json!({"app": "circuit", "parts": [part]});
    for state in [
        json!(null),
        json!([]),
        json!({}),
        json!({"app": "circuit"}),
        json!({"app": "paint", "parts": []}),
        json!({"app": "circuit", "parts": {}}),
        part(json!(1)),
        part(json!({"id": 1, "kind": "warp-drive", "pins": {}})),
        part(json!({"id": 1, "kind": "resistor", "pins": {"a": 1}})),
        part(json!({"id": 1, "kind": "resistor", "pins": {"a": 1, "c": 2}})),
        part(json!({"id": 1, "kind": "resistor", "pins": {"a": -1, "b": 2}})),
        part(json!({"id": 1, "kind": "resistor", "pins": {"a": 1.5, "b": 2}})),
        part(json!({"id": 1, "kind": "resistor", "pins": {"a": 1, "b": null}})),
        part(json!({"id": 1, "kind": "and", "pins": {"in1": 1, "in3": 2, "out": 3}})),
        part(json!({"id": -1, "kind": "wire", "pins": {"a": 1, "b": 1}})),
        json!({"app": "circuit", "parts": [
            {"id": 1, "kind": "wire", "pins": {"a": 1, "b": 1}},
            {"id": 1, "kind": "wire", "pins": {"a": 1, "b": 1}},
        ]}),
    ] {
        assert!(all_kinds().mark(&state, None).is_none(), "{state}");
    }
}

#[test]
fn strange_nets_and_values_are_marked_as_wrong() {
    let state = json!({"app": "circuit", "parts": [
        {"id": 1, "kind": "logic-input", "label": "A", "params": {"state": "NaN", "high": null}, "pins": {"a": u64::MAX}},
        {"id": u64::MAX, "kind": "dc-rail", "params": {"voltage": "NaN"}, "pins": {"a": 9_007_199_254_740_993u64}},
        {"id": 3, "kind": "switch", "params": {"closed": "true"}, "pins": {"a": u64::MAX, "b": 5}},
        {"id": 4, "kind": "and", "params": {"inputs": 1e300}, "pins": {"in1": 5, "in2": 5, "out": 5}},
        {"id": 5, "kind": "logic-output", "label": "Y", "pins": {"a": 5}},
    ]});
    let marks = all_of(all_kinds().mark(&state, Some(&json!({"f": {"f": {"f": []}}}))).unwrap());
    assert!(!marks.passed);
}

#[test]
fn large_circuits_are_no_burden() {
    let started = Instant::now();
    let mut sixty: String = (0..60).map(|i| format!("logic-input I{i} n{i}\n")).collect();
    sixty.push_str("logic-input A a\nlogic-input B b\nand - a b y\nlogic-output Y y");
    assert_eq!(failing(&all_kinds(), &bench(&sixty))[0], "inputs");

    let mut long = "logic-input A n0\nlogic-input B b\n".to_owned();
    long.extend((0..900).map(|i| format!("not - n{i} n{}\n", i + 1)));
    long.push_str("and - n900 b y\nlogic-output Y y");
    let six: Vec<String> = (0..6).map(|i| format!("\"I{i}\"")).collect();
    let wide = marking(&format!("inputs = [\"A\", \"B\", {}]\noutputs = {{ Y = \"A & B\" }}", six.join(", ")));
    assert_eq!(failing(&wide, &bench(&long)), ["inputs"]);

    let rings: String = (0..900).map(|i| format!("nand - r{i} r{} r{}\n", (i + 7) % 900, (i + 1) % 900)).collect();
    assert!(!marks(&all_kinds(), &bench(&rings)).passed);

    let huge: String = (0..2_000).map(|i| format!("and - n{i} n{} n{}\n", i / 2, i + 1)).collect();
    let marks = marks(&all_kinds(), &bench(&huge));
    assert_eq!(named(&marks, "size").seen, "2000 parts");
    assert!(!marks.passed);
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
}

/// Circuits that look alike from everywhere are the worst for a search.
#[test]
fn netlists_that_are_hard_to_compare_are_no_burden() {
    let started = Instant::now();
    // A ladder of 24 equal resistors, against one whose rungs go elsewhere.
    let ring = |step: usize| -> String {
        (0..12).map(|i| format!("resistor R{i} n{i} n{}\nresistor S{i} n{i} n{}\n", (i + 1) % 12, (i + step) % 12)).collect()
    };
    let lines: Vec<String> = ring(3).lines().map(|line| format!("{line:?}")).collect();
    let mark = marking(&format!("circuit = [{}]", lines.join(", ")));
    assert!(failing(&mark, &bench(&ring(3))).is_empty());
    assert_eq!(failing(&mark, &bench(&ring(5))), ["wiring"]);
    assert_eq!(failing(&mark, &bench(&ring(4))), ["wiring"]);

    let parallel =
        |end: &str| -> String { (0..20).map(|i| format!("resistor R{i} a {}\n", if i == 19 { end } else { "0" })).collect() };
    let lines: Vec<String> = parallel("0").lines().map(|line| format!("{line:?}")).collect();
    let mark = marking(&format!("circuit = [{}]", lines.join(", ")));
    assert!(failing(&mark, &bench(&parallel("0"))).is_empty());
    assert_eq!(failing(&mark, &bench(&parallel("b"))), ["wiring"]);

    let many = |count: usize| bench(&(0..count).map(|i| format!("resistor - n{} n{}\n", i % 7, i % 5)).collect::<String>());
    assert_eq!(failing(&mark, &many(500)), ["parts", "wiring"]);
    assert_eq!(failing(&mark, &many(3_000)), ["parts", "values", "wiring"]);
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
}

/// Any JSON, with the words of a state in it more often than by chance.
fn any_json() -> impl Strategy<Value = Value> {
    let word = prop::sample::select(vec![
        "circuit",
        "resistor",
        "nand",
        "logic-input",
        "A",
        "Y",
        "logic-output",
        "dc-rail",
        "switch",
        "1 kHz",
    ]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        word.prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
    ];
    let key = prop::sample::select(vec![
        "app", "parts", "id", "kind", "label", "pins", "params", "a", "b", "in1", "in2", "out", "f", "voltage",
    ]);
    leaf.prop_recursive(4, 40, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((key.clone(), inner), 0..6)
                .prop_map(|entries| { Value::Object(entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()) }),
        ]
    })
}

/// A state of the right shape with parts connected at random.
fn any_state() -> impl Strategy<Value = Value> {
    let kinds = [
        "logic-input",
        "logic-output",
        "and",
        "nand",
        "not",
        "switch",
        "dc-rail",
        "d-flip-flop",
        "resistor",
        "wire",
        "clock",
        "counter",
    ];
    let part = (prop::sample::select(kinds.to_vec()), "[ABY_]{0,2}", prop::collection::vec(0..6u8, 8));
    prop::collection::vec(part, 0..14).prop_map(|parts| {
        let part = |(kind, label, nets): (&str, String, Vec<u8>)| {
            let pins = kind_of(kind).unwrap().pin_names(2).len();
            format!("{kind} -{label} {}\n", nets.iter().take(pins).map(u8::to_string).collect::<Vec<_>>().join(" "))
        };
        bench(&parts.into_iter().map(part).collect::<String>()).state()
    })
}

proptest! {
    #[test]
    fn garbage_never_panics(state in any_json(), answer in any_json(), part in any_json()) {
        let marking = all_kinds();
        marking.mark(&state, Some(&answer));
        marking.mark(&json!({"app": "circuit", "parts": [part]}), Some(&answer));
    }

    #[test]
    fn random_circuits_never_panic_and_failures_say_what_was_seen(state in any_state(), answer in any_json()) {
        let marks = all_of(all_kinds().mark(&state, Some(&answer)).unwrap());
        for check in &marks.checks {
            prop_assert!(check.passed || !check.seen.is_empty(), "{check:?}");
        }
    }
}
