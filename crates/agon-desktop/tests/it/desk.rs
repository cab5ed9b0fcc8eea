//! Starting, using and ending desks.

use crate::{Bench, act, eventually, keys, text};

#[tokio::test]
async fn any_character_can_be_typed() {
    let bench = Bench::new();
    let desk = bench.typist().await;
    let typed = "Grüße µΩ 日本 {\"x\": ~1} 🦀 naïve — ∀ε>0";
    act(&desk, text(typed)).await;
    act(&desk, keys(&["enter"])).await;
    let file = desk.home().join("typed");
    eventually("the line arrives", || std::fs::read_to_string(&file).is_ok_and(|seen| seen.ends_with('\n'))).await;
    assert_eq!(std::fs::read_to_string(&file).unwrap().trim_end(), typed);
}
