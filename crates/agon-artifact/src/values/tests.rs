use crate::Marked;
use crate::testing::{mark, mark_with, part, problem};

fn values(fields: &str, path: &str, text: &str) -> Marked {
    mark(&format!("mode = 'values'\nfile = '{path}'\nfields = [{fields}]"), path, text.as_bytes())
}

#[test]
fn paths_in_json() {
    let json = r#"{"a": {"b": [{"c": 1.5}, {"c": "2,000"}]}, "names": ["y", "x"], "ok": true, "list": [1, 2.01]}"#;
    let fields = "{ path = 'a.b[0].c', value = 1.5 }, { path = 'a.b[1].c', value = 2000 }, { path = 'ok', value = true }, \
                  { path = 'names', value = ['x', 'y'], unordered = true }, { path = 'list', value = [1, 2], absolute = 0.1 }";
    let marked = values(fields, "v.json", json);
    assert_eq!(marked.score, 1.0, "{marked:?}");
    let wrong =
        values("{ path = 'a.b', value = 1 }, { path = 'a.x', value = 1 }, { path = 'list', value = [1, 9] }", "v.json", json);
    assert!((wrong.score - 0.5 / 3.0).abs() < 1e-12, "{wrong:?}");
    assert_eq!(part(&wrong, "a.x").seen, "has no `a.x`");
}

#[test]
fn tolerances_bounds_weights_and_gates() {
    let json = r#"{"x": 10.3, "y": 7}"#;
    assert_eq!(values("{ path = 'x', value = 10, relative = 0.03 }", "v.json", json).score, 1.0);
    let faded = values("{ path = 'x', value = 10, absolute = 0.2, fade = 2 }", "v.json", json);
    assert!((faded.score - 0.5).abs() < 1e-9, "{faded:?}");
    assert_eq!(faded.parts[0].expected, "10 ± 0.2");
    assert_eq!(values("{ path = 'y', min = 5, max = 8 }", "v.json", json).score, 1.0);
    assert_eq!(values("{ path = 'y', min = 8 }", "v.json", json).score, 0.0);
    assert_eq!(values("{ path = 'y', one_of = [6, 7] }", "v.json", json).score, 1.0);
    assert_eq!(values("{ path = 'x', value = 10.3, weight = 3 }, { path = 'y', value = 8 }", "v.json", json).score, 0.75);
    assert_eq!(values("{ path = 'x', value = 10.3 }, { path = 'y', value = 8, gate = true }", "v.json", json).score, 0.0);
}

#[test]
fn other_files_of_values() {
    let field = "{ path = 'Net income', value = 1234.5 }";
    for (path, text) in [
        ("v.csv", "Net Income,\"1,234.5\"\nOther,3\n"),
        ("v.csv", "net income,other\n1234.5,3\n"),
        ("v.txt", "# Results\nNet income: 1 234.5\n"),
        ("v.txt", "- **Net income** = $1,234.50"),
        ("v.toml", "'Net income' = 1234.5"),
    ] {
        let marked = values(field, path, text);
        assert_eq!(marked.score, 1.0, "{path} {text}: {marked:?}");
    }
    let twice = values(field, "v.txt", "Net income: 1234.5\nNet income: 99");
    assert_eq!((twice.score, twice.parts[0].seen.as_str()), (0.0, "has several values for `Net income`"));
}

#[test]
fn values_of_a_reference() {
    let settings = "mode = 'values'\nfile = 'v.json'\nreference = 'r.json'\nfields = [{ path = 'x', relative = 0.1 }]";
    assert_eq!(mark_with(settings, &[("v.json", b"{\"x\": 1.05}")], &[("r.json", b"{\"x\": 1}")]).unwrap().score, 1.0);
    let void = mark_with(settings, &[("v.json", b"{\"x\": 1.05}")], &[("r.json", b"{}")]).unwrap_err();
    assert_eq!(void.to_string(), "reference r.json: has no `x`");
}

#[test]
fn wrong_settings_and_hostile_files() {
    let base = "mode = 'values'\nfile = 'v.json'";
    assert!(problem(&format!("{base}\nfields = []")).contains("`fields` is empty"));
    assert!(problem(&format!("{base}\nfields = [{{ path = 'x' }}]")).contains("needs a `value`"));
    assert!(problem(&format!("{base}\nfields = [{{ path = 'x', value = 1, relative = nan }}]")).contains("0 or more"));
    for junk in ["", "{", "{\"x\": NaN}", "{\"x\": 1e999}", &"[".repeat(1_000_000), "null"] {
        assert_eq!(values("{ path = 'x', value = 1 }", "v.json", junk).score, 0.0);
    }
}
