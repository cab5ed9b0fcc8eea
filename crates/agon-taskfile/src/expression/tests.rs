use super::*;
use proptest::prelude::*;
use serde_json::json;

fn state() -> Value {
    json!({
        "variables": {"k": 3, "text": "Abc"},
        "layers": [
            {"name": "roads", "type": "vector", "visible": true, "size": 2},
            {"name": "slope", "type": "raster", "visible": true, "size": 5},
            {"name": "rivers", "type": "vector", "visible": false, "size": 9},
        ],
        "empty": [],
        "odd key": {"a/b": 1},
    })
}

fn value(text: &str) -> Value {
    let expression = Expression::read(text).unwrap_or_else(|error| panic!("{error}"));
    let facts = Facts::none().with("state", Cow::Owned(state())).with("variant", Cow::Owned(json!({"k": 3, "name": "slope"})));
    expression.value(&facts).unwrap().into_owned()
}

#[track_caller]
fn comes_to(text: &str, expected: Value) {
    assert_eq!(value(text), expected, "{text}");
}

#[test]
fn paths_reach_what_is_there_and_null_elsewhere() {
    comes_to("state.variables.k", json!(3));
    comes_to("state.layers[1].name", json!("slope"));
    comes_to("state.layers[-1].name", json!("rivers"));
    comes_to(r#"state["odd key"]["a/b"]"#, json!(1));
    comes_to("state.layers.name", json!(["roads", "slope", "rivers"]));
    comes_to("[1, 2, 3][0] + 1", json!(2));
    for missing in
        ["state.a.b.c", "state.layers[3]", "state.layers[-4]", "state.layers[0].name.x", "answer", "probes.x.stdout", "state[0]"]
    {
        comes_to(missing, Value::Null);
    }
}

#[test]
fn filters_look_at_the_entry() {
    comes_to(r#"state.layers[type == "vector"].name"#, json!(["roads", "rivers"]));
    comes_to(r#"state.layers[type == "vector" and visible].name"#, json!(["roads"]));
    comes_to("state.layers[name == variant.name].size[0]", json!(5));
    comes_to("state.layers[it.size > 4].name", json!(["slope", "rivers"]));
    comes_to("state.layers[nothing].name", json!([]));
    comes_to("state.layers[variant.k - 2].name", json!("slope"));
    comes_to("#state.layers[size in [2, 9]]", json!(2));
    // A variable inside an index is found although no filter binds anything.
    comes_to("state.layers[count(x in [true, false]: x)].name", json!("slope"));
    comes_to("state.layers[any(n in [5, 9]: n == size)].name", json!(["slope", "rivers"]));
}

#[test]
fn operators_bind_as_written_down() {
    comes_to("1 + 2 * 3 - 4 / 2", json!(5));
    comes_to("-2 * -(1 + 2)", json!(6));
    comes_to("7 % 4 == 3 and -1 % 360 == 359", json!(true));
    comes_to("true or false and false", json!(true));
    comes_to("not false and true", json!(true));
    comes_to("not 1 == 2", json!(true));
    comes_to("2 not in [1, 3] and 1 in [1, 3]", json!(true));
    comes_to(r#""b" in "abc" and "k" in state.variables"#, json!(true));
    comes_to(r#"state.variables.text matches "A*c""#, json!(true));
    comes_to(r#"'a\b' == "a\\b""#, json!(true));
    comes_to("#state.layers == 3 and #'größe' == 5", json!(true));
    comes_to("1e3 == 1000 and 2.5 > 2 and 'a' < 'b'", json!(true));
    comes_to("[1, 2.0] == [1.0, 2]", json!(true));
}

#[test]
fn lists_are_gone_over() {
    comes_to("any(l in state.layers: l.size > 8)", json!(true));
    comes_to("all(l in state.layers: l.size > 2)", json!(false));
    comes_to("count(l in state.layers: l.visible)", json!(2));
    comes_to("map(l in state.layers: l.size * 2)", json!([4, 10, 18]));
    comes_to("any(a in state.layers: any(b in state.layers: a.size + b.size == 11))", json!(true));
    comes_to("all(x in state.empty: false)", json!(true));
    comes_to("any(x in state.empty: true)", json!(false));
}

#[test]
fn functions_do_what_their_names_say() {
    comes_to("abs(-2) + floor(2.7) + sqrt(9)", json!(7));
    comes_to("round(3.14159, 2) == 3.14 and round(1250, -2) == 1300 and round(2.6) == 3", json!(true));
    comes_to("[min([3, 1]), max([3, 1]), sum([3, 1])]", json!([1, 3, 4]));
    comes_to("number(' 2.5 ') + number(1)", json!(3.5));
    comes_to("lower('AbC') + upper('x') + trim('  y ') + text(3)", json!("abcXy3"));
    comes_to(r#"lines("a\nb")"#, json!(["a", "b"]));
    comes_to("split('a|b|', '|')", json!(["a", "b", ""]));
    comes_to("keys(state.variables)", json!(["k", "text"]));
    comes_to("first(values(state.variables))", json!(3));
    comes_to("set(['b', 'a', 'b', 10, 9, 9.0])", json!([9, 10, "a", "b"]));
    comes_to("sorted([10, 9, 'b'])", json!([9, 10, "b"]));
    comes_to("near(3.001, variant.k, 0.01)", json!(true));
    for senseless in [
        "min([])",
        "min([1, 'x'])",
        "number('x')",
        "number('NaN')",
        "abs('x')",
        "split('a', '')",
        "round(1, 99)",
        "set(3)",
        "sqrt(-1)",
        "1 / 0",
    ] {
        comes_to(senseless, Value::Null);
    }
}

#[test]
fn what_cannot_be_known_never_passes() {
    for unknown in [
        "state.tyop.visible",
        "not state.tyop.visible",
        "state.tyop != 3",
        "state.tyop == 3",
        "not (state.tyop == 3)",
        "3 not in state.tyop",
        "state.tyop < 3",
        "'x' < 3",
        "null and true",
        "not null",
        "null or false",
        "any(x in state.tyop: true)",
        "not any(x in state.tyop: true)",
        "not any(x in state.layers: x.tyop)",
        "all(x in state.layers: x.tyop)",
        "count(x in state.layers: x.tyop) == 0",
        "not ('x' matches 3)",
        "state.tyop + 1 == 1",
    ] {
        comes_to(unknown, Value::Null);
    }
    comes_to("state.tyop == null", json!(true));
    comes_to("state.variables.k != null", json!(true));
    comes_to("null and false", json!(false));
    comes_to("null or true", json!(true));
}

#[test]
fn mistakes_are_told_with_their_place() {
    let says = |text: &str| Expression::read(text).unwrap_err().to_string();
    assert_eq!(
        says("stat.x == 1"),
        r#"the expression "stat.x == 1", at character 1: there is no "stat"; there are state, beside, probes, files, answer, variant"#
    );
    for (text, part) in [
        ("state.x state", "at character 9: the expression should end here"),
        ("(state.x", "at character 9: \")\" is missing"),
        ("state.", "at character 7: a field's name is missing"),
        ("state.x ==", "at character 11: something is missing at the end"),
        ("== 1", "at character 1: a value is missing before \"==\""),
        ("state ; 1", "at character 7: ';' means nothing here"),
        ("1 < 2 < 3", "at character 7: comparisons do not chain"),
        ("'abc", "at character 1: the closing quote is missing"),
        ("frob(1)", "at character 1: there is no function \"frob\""),
        ("1 + round(1, 2, 3)", "at character 5: round takes 1 to 2 arguments, not 3"),
        ("any(state in [1]: true)", "at character 5: \"state\" already means something"),
        ("any(x of [1]: true)", "at character 7: \"in\" is missing"),
        ("x", "there is no \"x\""),
        ("it", "there is no \"it\""),
        ("any(x in [1]: y)", "there is no \"y\""),
        ("", "at character 1: something is missing"),
        ("1e999", "the number is too large"),
    ] {
        assert!(says(text).contains(part), "{text}: {}", says(text));
    }
    for text in [
        "(".repeat(300),
        "-".repeat(300),
        "not ".repeat(300),
        "#".repeat(300),
        "[".repeat(300),
        format!("state{}", "[state".repeat(90)),
    ] {
        assert!(says(&text).contains("nested too deep"), "{text}");
    }
    assert!(says(&"1+".repeat(100_000)).contains("too long"));
    assert!(says(&" ".repeat(100_000)).contains("too long"));
}

#[test]
fn work_is_bounded() {
    let many: Value = (0..3000).collect::<Vec<i32>>().into();
    let facts = Facts::none().with("state", Cow::Borrowed(&many));
    let value = |text: &str| Expression::read(text).unwrap().value(&facts).map(Cow::into_owned);
    assert_eq!(value("any(a in state: any(b in state: any(c in state: a + b + c == -1)))"), Err(TooMuchWork));
    assert_eq!(value("#map(a in state: state)"), Err(TooMuchWork));
    assert_eq!(value("any(a in state: a == 2999)"), Ok(json!(true)));
    let long = Value::String("a".repeat(1_000_000));
    let facts = Facts::none().with("state", Cow::Borrowed(&long));
    let glob = Expression::read("state matches '*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*ab'").unwrap();
    assert_eq!(glob.value(&facts), Err(TooMuchWork));
}

#[test]
fn plain_paths_are_pointers_into_the_evidence() {
    let pointer = |text: &str| Expression::read(text).unwrap().pointer();
    assert_eq!(pointer("state.layers[0].name"), "/state/layers/0/name");
    assert_eq!(pointer("#state.plots"), "/state/plots");
    assert_eq!(pointer(r#"files["a/b.tex"].text"#), "/files/a~1b.tex/text");
    assert_eq!(pointer("state.a + 1"), "state.a + 1");
    let names = Expression::read(r#"any(x in probes.a.json: x == files["b.tex"].text) or #probes["c"] > 0"#).unwrap();
    assert_eq!((names.names_in("probes"), names.names_in("files")), (vec!["a", "c"], vec!["b.tex"]));
}

/// Any JSON, small.
fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(|n| serde_json::Number::from_f64(n).map_or(Value::Null, Value::Number)),
        "[a-c]{0,3}".prop_map(Value::String),
    ];
    leaf.prop_recursive(3, 20, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
            prop::collection::vec(("[a-c]", inner), 0..4).prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// Expressions from pieces that often fit together.
fn expression_text() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "state",
        ".a",
        ".b",
        "[0]",
        "[-1]",
        "[a == 1]",
        "[it]",
        "#",
        "(",
        ")",
        " and ",
        " or ",
        "not ",
        " == ",
        " != ",
        " < ",
        " in ",
        " not in ",
        " matches ",
        " + ",
        " - ",
        " * ",
        " / ",
        " % ",
        "1",
        "2.5",
        "'a'",
        "null",
        "true",
        "any(x in state: ",
        "x",
        "all(y in state.a: ",
        "map(z in ",
        "count(",
        "set(",
        "round(",
        "split(",
        ", ",
        "[",
        "]",
        ": ",
        "min(",
        "first(",
        "\"\\",
        "é",
    ]);
    prop::collection::vec(piece, 0..14).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn no_text_and_no_state_make_it_panic(text in prop_oneof![expression_text(), ".{0,40}".boxed()], state in json_value()) {
        if let Ok(expression) = Expression::read(&text) {
            let facts = Facts::none().with("state", Cow::Borrowed(&state));
            let first = expression.value(&facts);
            prop_assert_eq!(&first, &expression.value(&facts), "the same twice");
            let _ = expression.pointer();
        }
    }

    #[test]
    fn equality_is_reflexive_and_symmetric(a in json_value(), b in json_value()) {
        prop_assert!(equal(&a, &a));
        prop_assert_eq!(equal(&a, &b), equal(&b, &a));
    }

    #[test]
    fn arithmetic_is_that_of_numbers(a in -1e6..1e6f64, b in -1e6..1e6f64) {
        let state = json!({"a": a, "b": b});
        let facts = Facts::none().with("state", Cow::Borrowed(&state));
        let value = |text: &str| Expression::read(text).unwrap().value(&facts).unwrap().as_f64();
        prop_assert_eq!(value("state.a + state.b"), Some(a + b));
        prop_assert_eq!(value("state.a - state.b * 2"), Some(a - b * 2.0));
        let less = Expression::read("state.a < state.b").unwrap();
        prop_assert_eq!(less.value(&facts).unwrap().as_bool(), Some(a < b));
    }
}
