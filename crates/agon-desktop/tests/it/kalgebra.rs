//! KAlgebra on a desk.

use crate::program;
use agon_core::Action;
use agon_desktop::Program;
use agon_desktop::programs::kalgebra::KAlgebra;
use serde_json::json;

fn typed(text: &str) -> Action {
    Action::Type { text: text.into() }
}

#[tokio::test]
async fn it_starts_the_same_twice_and_shows_what_is_entered() {
    let first = program::start(&KAlgebra, toml::Table::new(), &[]).await;
    let state = first.state().await;
    assert_eq!(state["tab"], "Calculator");
    assert_eq!(state["variables"]["pi"], "3.141592653589793");
    assert_eq!((&state["history"], &state["plots2d"], &state["plot3d"]), (&json!([]), &json!([]), &json!("")));
    let second = program::start(&KAlgebra, toml::Table::new(), &[]).await;
    assert_eq!(second.state().await, state);
    program::assert_same_screen(&first, &second, "kalgebra").await;
    drop(second);

    for line in ["a:=3\n", "f:=x->x^2\n", "f(a)\n", "1/0\n"] {
        first.act(typed(line)).await;
    }
    let state = first.until("four entries", |state| state["history"].as_array().is_some_and(|entries| entries.len() == 4)).await;
    assert_eq!(state["variables"]["a"], "3");
    assert_eq!(state["variables"]["f"], "x->x^2");
    assert_eq!(state["history"][2], json!({"input": "f(a)", "result": "9"}));
    assert_eq!(state["history"][3], json!({"input": "1/0", "error": "Cannot divide by 0."}));

    first.keys(&["ctrl", "q"]).await;
    first.until("its end", |state| *state == json!({"running": false})).await;
}

#[tokio::test]
async fn setups_are_brought_about() {
    let setup = toml::toml! {
        calculator = ["k:=7", "k^2"]
        plots2d = ["y=sin(x)", "x^2+y^2=4"]
        plot3d = "sin(x)*y"
        tab = "2D Graph"
    };
    let seat = program::start(&KAlgebra, setup, &[]).await;
    let state = seat.state().await;
    assert_eq!(state["tab"], "2D Graph");
    assert_eq!(state["variables"]["k"], "7");
    assert_eq!(state["history"], json!([{"input": "k:=7", "result": "7"}, {"input": "k^2", "result": "49"}]));
    let plots: Vec<_> = state["plots2d"].as_array().unwrap().iter().map(|plot| (&plot["expression"], &plot["visible"])).collect();
    assert_eq!(plots, [(&json!("y=sin(x)"), &json!(true)), (&json!("x^2+y^2=4"), &json!(true))]);
    assert_eq!(state["plots2d"][0]["samples"][10], json!({"x": 0.0, "y": [0.0]}));
    assert_eq!(state["plot3d"], "sin(x)*y");
    let settings =
        json!({"mode": "Evaluate", "grid": true, "keep_aspect_ratio": true, "resolution": "Normal", "style3d": "Solid"});
    assert_eq!(state["settings"], settings);
}

#[test]
fn setups_are_read() {
    let launch = |text: &str| KAlgebra.launch(&text.parse().unwrap());
    assert!(launch("tab = \"4D Graph\"").unwrap_err().to_string().contains("4D Graph"));
    assert!(launch("plot = 1").unwrap_err().to_string().contains("unknown field"));
    assert!(launch("").is_ok());
}
