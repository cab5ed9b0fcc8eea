//! The 3D Modeller in an exam.

use crate::probe::{act, keys};
use crate::sitting::{click, drag, open, same_actions_show_the_same, solution, state, suite, typed};
use agon_core::{Action, Status};
use agon_web::apps::modeller::Modeller;
use serde_json::json;

#[tokio::test]
async fn the_same_actions_give_the_same_pixels() {
    let (_folder, suite) = suite();
    // The view is turned and zoomed as well, and shown from above.
    let looking = [drag((500.0, 500.0), (620.0, 540.0)), typed("+++"), typed("f"), typed("3")];
    let actions: Vec<Action> = solution(&Modeller, "symmetric-pair").into_iter().chain(looking).collect();
    for screen in ["1280x720", "1920x1080"] {
        same_actions_show_the_same(&suite, "web/modeller/symmetric-pair", &[("screen", screen)], &actions).await;
    }
}

#[tokio::test]
async fn nothing_can_be_imported_in_an_exam() {
    let (_folder, suite) = suite();
    let (mut world, _) = open(&suite, "web/modeller/double-the-cube", &[]).await;
    let world = &mut *world;
    let scenes = state(world).await["scenes"].as_array().unwrap().len();
    // The button on the dashboard, which is off, and what a paste outside of a field would do.
    act(world, click(603.0, 108.0)).await;
    act(world, keys(&["ctrl", "v"])).await;
    act(world, keys(&["ctrl", "o"])).await;
    act(world, typed("Empty Scene\n")).await;
    act(world, typed("/Import\n")).await;
    act(world, typed("{\"scenes\": []}\n")).await;
    act(world, keys(&["escape"])).await;
    let after = state(world).await;
    assert_eq!(after["scenes"].as_array().unwrap().len(), scenes);
    assert_eq!(after["scenes"][0]["scene"]["objects"], json!([]));
}

/// A void is retried: an agent that could hang its page at will would have as many tries as it likes.
#[tokio::test]
async fn no_scene_stops_the_page() {
    let (_folder, suite) = suite();
    let (mut world, _) = open(&suite, "web/modeller/double-the-cube", &[]).await;
    let world = &mut *world;
    act(world, typed("Crowd\n")).await;
    act(world, typed("aTorus\n")).await;
    // However many are added, there is an end of them.
    for _ in 0..9 {
        act(world, keys(&["ctrl", "a"])).await;
        act(world, keys(&["ctrl", "d"])).await;
    }
    // As large as they can be, glass, and seen from near by.
    act(world, keys(&["ctrl", "a"])).await;
    act(world, typed("\n\t\t\t\t\t\t1000\t1000\t1000\t\t\t\t\t\t0.5")).await;
    act(world, keys(&["escape"])).await;
    for action in [typed("f"), typed("+++++"), drag((500.0, 500.0), (700.0, 300.0)), typed("3"), typed("0")] {
        assert_eq!(act(world, action).await.status, Status::Executed);
    }
    let crowd = state(world).await["scenes"].as_array().unwrap().last().unwrap()["scene"]["objects"].clone();
    let crowd = crowd.as_array().unwrap();
    assert!((100..=200).contains(&crowd.len()), "{} objects", crowd.len());
    assert_eq!((&crowd[0]["scale"], &crowd[0]["opacity"]), (&json!([1000, 1000, 1000]), &json!(0.5)));
}

#[tokio::test]
async fn long_names_strange_numbers_and_floods_of_keys_are_short_work() {
    let (_folder, suite) = suite();
    let (mut world, _) = open(&suite, "web/modeller/double-the-cube", &[]).await;
    let world = &mut *world;
    act(world, keys(&["ctrl", "o"])).await;
    act(world, typed("Single Cube Scene\n")).await;
    act(world, typed(&format!("nCube 1\n\n{}", "W".repeat(300)))).await;
    act(world, typed(&format!("\t{}1{}", "(".repeat(150), ")".repeat(150)))).await;
    act(world, typed("\t1e999\t9^9^9^9^9")).await;
    act(world, keys(&["escape"])).await;
    let after = state(world).await;
    let cube = &after["scenes"][1]["scene"]["objects"][0];
    assert_eq!(cube["name"].as_str().unwrap().len(), 80, "a name is cut to what has a place");
    for part in cube["position"].as_array().unwrap() {
        assert!(part.as_f64().is_some_and(|part| part.abs() <= 1000.0), "{cube}");
    }
}
