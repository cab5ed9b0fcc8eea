//! Plausible, and wrong: each is refused on the check that tells why.

use super::*;

/// The scene of a task as it should be, and one change.
fn wrong(task: &str, id: &str, check: &str, solve: impl FnOnce(&mut Value), spoil: impl FnOnce(&mut Value)) {
    let mut solved = Value::Null;
    let state = changed(id, |scene| {
        solve(scene);
        solved = scene.clone();
        spoil(scene);
    });
    right(task, &changed(id, |scene| *scene = solved));
    assert_eq!(failed(task, &state), [check], "{task}");
}

fn red_pair(scene: &mut Value) {
    named(scene, "Garden Ball")["color"] = "#ff0000".into();
    named(scene, "Pillar")["color"] = "#ff0000".into();
}

#[test]
fn the_nearest_only() {
    wrong("nearest-two", "garden", "color", red_pair, |scene| named(scene, "Pillar")["color"] = "#ddccaa".into());
}

#[test]
fn the_third_nearest_as_well() {
    wrong("nearest-two", "garden", "color", red_pair, |scene| named(scene, "Ring")["color"] = "#ff0000".into());
}

#[test]
fn wireframe_switched_on_to_see_better() {
    wrong("nearest-two", "garden", "display", red_pair, |scene| named(scene, "Stone Block")["wireframe"] = true.into());
}

#[test]
fn something_hidden_and_forgotten() {
    wrong("nearest-two", "garden", "display", red_pair, |scene| named(scene, "Tree Top")["visible"] = false.into());
}

#[test]
fn the_grid_switched_off() {
    wrong("nearest-two", "garden", "settings", red_pair, |scene| scene["settings"]["showGrid"] = false.into());
}

#[test]
fn something_clicked_away_by_accident() {
    wrong("nearest-two", "garden", "position", red_pair, |scene| named(scene, "Ring")["position"][0] = 0.5.into());
}

fn double(scene: &mut Value) {
    named(scene, "Cube 1")["scale"] = json!([2, 2, 2]);
    scene["settings"]["backgroundColor"] = "#ffffff".into();
}

#[test]
fn a_background_that_is_almost_white() {
    wrong("double-the-cube", "single-cube", "settings", double, |scene| scene["settings"]["backgroundColor"] = "#fffffe".into());
}

#[test]
fn a_rotation_that_was_reset() {
    wrong("double-the-cube", "single-cube", "rotation", double, |scene| named(scene, "Cube 1")["rotation"] = json!([0, 0, 0]));
}

#[test]
fn an_opacity_that_the_old_tolerance_let_through() {
    let solve = |scene: &mut Value| {
        let own = json!({"rotation": [45, 45, 45], "scale": [2, 2, 2], "color": "#0000ff", "opacity": 0.5});
        *objects(scene) = vec![with(object("x", "cube", "Cube 1", [1.0; 3]), own)];
        scene["settings"]["backgroundColor"] = "#ffffff".into();
    };
    wrong("least-surface", "empty", "opacity", solve, |scene| named(scene, "Cube 1")["opacity"] = 0.52.into());
    wrong("least-surface", "empty", "position", solve, |scene| named(scene, "Cube 1")["position"] = json!([1, 1, 1.06]));
    wrong("least-surface", "empty", "rotation", solve, |scene| named(scene, "Cube 1")["rotation"] = json!([45, 45, 46.5]));
}

fn plug(scene: &mut Value) {
    objects(scene).push(with(object("plug", "cone", "Plug", [0.0, 0.0, -3.0]), json!({"color": "#aa00ff"})));
}

#[test]
fn a_name_in_other_capitals() {
    wrong("plus-from-above", "four-objects", "names", plug, |scene| named(scene, "Plug")["name"] = "plug".into());
}

#[test]
fn a_cube_where_the_opposite_arm_is_a_cone() {
    wrong("plus-from-above", "four-objects", "objects", plug, |scene| named(scene, "Plug")["type"] = "cube".into());
}

#[test]
fn a_cone_on_its_tip() {
    let solve = |scene: &mut Value| {
        *named(scene, "Cone 1") =
            with(object("c", "cone", "Cone 1", [-3.0, 2.0, 0.0]), json!({"scale": [1, 3, 1], "color": "#ff0000"}));
        named(scene, "Cylinder 1")["color"] = "#ff0000".into();
    };
    wrong("equal-volumes", "four-objects", "rotation", solve, |scene| named(scene, "Cone 1")["scale"] = json!([1, -3, 1]));
    wrong("equal-volumes", "four-objects", "rotation", solve, |scene| named(scene, "Cone 1")["rotation"] = json!([180, 0, 0]));
}

#[test]
fn doubled_once_too_often() {
    let solve = |scene: &mut Value| {
        objects(scene).retain(|object| object["name"] == "Cube 1");
        named(scene, "Cube 1")["scale"] = json!([1, 4, 1]);
        named(scene, "Cube 1")["color"] = "#ffffff".into();
    };
    wrong("smallest-out", "row", "scale", solve, |scene| named(scene, "Cube 1")["scale"] = json!([1, 8, 1]));
}

#[test]
fn colors_that_stay_while_the_objects_move() {
    let solve = |scene: &mut Value| {
        for (name, x) in [("Cone 1", 0), ("Sphere 1", 2), ("Cylinder 1", 4), ("Cube 1", 6)] {
            named(scene, name)["position"] = json!([x, 0, 0]);
        }
    };
    wrong("sort-by-size", "row", "color", solve, |scene| {
        for (name, color) in [("Cone 1", "#ff0000"), ("Sphere 1", "#00ff00"), ("Cylinder 1", "#0000ff"), ("Cube 1", "#ffff00")] {
            named(scene, name)["color"] = color.into();
        }
    });
}

#[test]
fn two_legs_at_one_corner_beyond_it_or_in_the_top() {
    let position = |objects: Vec<Value>| assert_eq!(failed("ball-on-table", &created("Ball on Table", objects)), ["position"]);
    position(table([[1.5, 1.5], [1.3, 1.3], [-1.5, 1.5], [-1.5, -1.5]], ON_TOP));
    position(table([[2.0, 1.5], [1.5, -1.5], [-1.5, 1.5], [-1.5, -1.5]], ON_TOP));
    position(table(CORNERS, [2.4, 4.9, 0.0]));
    position(table(CORNERS, [0.0, 5.2, 0.0]));
}

#[test]
fn one_reading_below_the_given_cube_and_the_other_above_it() {
    assert_eq!(
        failed("stack-of-three", &stack([0.25, 0.5], [1.0, 1.0], [2.5, 1.0])).first().map(String::as_str),
        Some("position")
    );
    assert_eq!(failed("stack-of-three", &stack([0.5, 1.0], [1.0, 1.0], [2.5, 1.0])), ["position"]);
    // The given cube is to keep its size.
    assert_eq!(failed("stack-of-three", &stack([0.5, 1.0], [1.5, 1.0], [2.5, 0.9])), ["scale"]);
}

#[test]
fn one_order_twice_under_another_sign() {
    let scales = [[1, 2, 4], [-1, 2, 4], [2, 1, 4], [2, 4, 1], [4, 1, 2], [4, 2, 1]];
    let cuboid =
        |(i, scale): (usize, &[i32; 3])| with(object(&i.to_string(), "cube", "Cube 1", [0.0; 3]), json!({"scale": scale}));
    let state = changed("empty", |scene| *objects(scene) = scales.iter().enumerate().map(cuboid).collect());
    assert_eq!(failed("scale-orders", &state), ["scale"]);
}

#[test]
fn hidden_instead_of_deleted() {
    let state = changed("garden", |scene| named(scene, "Ring")["visible"] = false.into());
    assert_eq!(failed("remove-the-ring", &state), ["objects"]);
}

#[test]
fn the_right_thing_in_another_scene() {
    let other = |state: &mut Value| {
        let row = scenes(state).iter_mut().find(|scene| scene["id"] == "row").unwrap();
        named(&mut row["scene"], "Cube 1")["position"] = json!([0, 1, 0]);
    };
    let mut state = changed("single-cube", double);
    other(&mut state);
    assert_eq!(failed("double-the-cube", &state), ["other_scenes"]);
    let mut state = changed("single-cube", double);
    scenes(&mut state).retain(|scene| scene["id"] != "row");
    assert_eq!(failed("double-the-cube", &state), ["other_scenes"]);
}

#[test]
fn a_copy_of_the_scene_instead_of_the_scene() {
    let mut state = changed("single-cube", double);
    let mut copy = scenes(&mut state).iter().find(|scene| scene["id"] == "single-cube").unwrap().clone();
    copy["id"] = "copy".into();
    let mut state = untouched();
    scenes(&mut state).push(copy);
    assert_eq!(failed("double-the-cube", &state), ["scale", "settings"]);
}

#[test]
fn a_new_scene_of_another_name_or_none_at_all() {
    let objects = table(CORNERS, ON_TOP);
    assert_eq!(failed("ball-on-table", &created("Ball on the Table", objects)), ["scene"]);
    assert_eq!(failed("ball-on-table", &untouched()), ["scene", "objects"]);
    let mut state = changed("single-cube", double);
    scenes(&mut state).retain(|scene| scene["id"] != "single-cube");
    assert_eq!(failed("double-the-cube", &state), ["scene", "objects"]);
}

#[test]
fn what_is_no_state_is_a_fault_and_no_mark() {
    let key = proof::key::<Lines>(&Modeller, "double-the-cube");
    let twice = changed("four-objects", |scene| {
        for object in objects(scene) {
            object["id"] = "the same".into();
        }
    });
    let odd = changed("single-cube", |scene| named(scene, "Cube 1")["type"] = "pyramid".into());
    for state in [json!({}), json!({"app": "circuit", "parts": []}), twice, odd] {
        assert!(key.mark(&state, None).is_none(), "{state}");
    }
}

#[test]
fn a_flood_of_objects_is_marked_all_the_same() {
    let mut objects = table(CORNERS, ON_TOP);
    objects.extend((0..500).map(|i| object(&format!("x{i}"), "cylinder", "TableLeg", [1.5, 2.0, 1.5])));
    assert_eq!(failed("ball-on-table", &created("Ball on Table", objects)), ["objects"]);
}
