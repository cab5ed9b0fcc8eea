//! Unusual, and right.

use super::*;

#[test]
fn legs_flush_or_inset_in_any_order_and_a_ball_at_the_rim() {
    for legs in [
        CORNERS,
        [[-1.75, -1.75], [1.75, -1.75], [1.75, 1.75], [-1.75, 1.75]],
        [[1.0, 1.75], [-1.2, -1.0], [1.6, -1.4], [-1.0, 1.0]],
    ] {
        right("ball-on-table", &created("Ball on Table", table(legs, ON_TOP)));
    }
    right("ball-on-table", &created(" Ball on Table ", table(CORNERS, [-2.0, 4.9, 1.3])));
}

#[test]
fn either_reading_of_the_given_cube() {
    right("stack-of-three", &stack([0.5, 1.0], [1.5, 1.0], [2.5, 1.0]));
    right("stack-of-three", &stack([0.25, 0.5], [1.0, 1.0], [2.25, 1.5]));
}

#[test]
fn cuboids_with_negative_scales_and_turned_ones() {
    let cuboid = |id: &str, scale: [f64; 3], rotation: [f64; 3]| {
        with(object(id, "cube", "Cube 1", [0.0; 3]), json!({"scale": scale, "rotation": rotation}))
    };
    let cuboids = vec![
        cuboid("a", [-4.0, 2.0, 1.0], [0.0; 3]),
        cuboid("b", [4.0, -1.0, -2.0], [0.0; 3]),
        // Turned by 90 degrees about Y this is 2, 4, 1.
        cuboid("c", [1.0, 4.0, 2.0], [0.0, 90.0, 0.0]),
        cuboid("d", [-2.0, -1.0, -4.0], [0.0; 3]),
        cuboid("e", [1.0, 4.0, 2.0], [360.0, 0.0, -180.0]),
        cuboid("f", [1.0, 2.0, 4.0], [0.0; 3]),
    ];
    right("scale-orders", &changed("empty", |scene| *objects(scene) = cuboids));
}

#[test]
fn rotations_in_other_numbers() {
    let part = |name: &str, shape: &str, position: [f64; 3], rotation: [f64; 3], scale: [f64; 3], color: &str| {
        with(object(name, shape, name, position), json!({"rotation": rotation, "scale": scale, "color": color}))
    };
    let (white, black) = ("#ffffff", "#000000");
    let parts = vec![
        part("Left Arm", "cube", [0.0, 0.5, -0.6], [-135.0, 0.0, 0.0], [0.3, 0.8, 0.3], white),
        part("Right Arm", "cube", [0.0, 0.5, 0.6], [-45.0, 180.0, 0.0], [0.3, 0.8, 0.3], white),
        part("Mouth", "torus", [0.5, 1.3, 0.0], [0.0, -90.0, 0.0], [0.3, 0.1, 0.1], "#ff0000"),
        part("Nose", "cone", [0.5, 1.5, 0.0], [0.0, 57.0, -90.0], [0.1, 0.2, 0.1], "#ffff00"),
        part("Left Eye", "torus", [0.45, 1.6, -0.2], [90.0, 90.0, 0.0], [0.2, 0.2, 0.2], black),
        part("Right Eye", "torus", [0.45, 1.6, 0.2], [0.0, 270.0, 45.0], [0.2, 0.2, 0.2], black),
        part("Head", "sphere", [0.0, 1.4, 0.0], [12.0, 34.0, 56.0], [1.0; 3], white),
        part("Body", "cylinder", [0.0, 0.5, 0.0], [180.0, 0.0, 0.0], [1.0; 3], white),
    ];
    let state = created("Snowman", parts);
    // Only the nose is turned about another axis than its own.
    assert_eq!(failed("snowman", &state), ["rotation"]);
    let mut state = state;
    let last = scenes(&mut state).last_mut().unwrap();
    named(&mut last["scene"], "Nose")["rotation"] = json!([0, 0, 270]);
    right("snowman", &state);
}

#[test]
fn locks_groups_ids_order_camera_and_names_that_nobody_asked_for() {
    let state = changed("four-objects", |scene| {
        named(scene, "Cone 1")["position"] = json!([3, 3, 0]);
        objects(scene).reverse();
        for (i, object) in objects(scene).iter_mut().enumerate() {
            object["id"] = format!("{i}").into();
            object["locked"] = true.into();
            object["group"] = "g".into();
            object["name"] = "The same".into();
        }
        scene["groups"] = json!([{"id": "g", "name": "Group 1"}]);
        scene["settings"]["cameraType"] = "orthographic".into();
        scene["settings"]["orthoZoom"] = 3.into();
    });
    right("cone-above-sphere", &state);
}

#[test]
fn just_within_what_the_brief_allows() {
    let state = changed("empty", |scene| {
        let own = json!({"rotation": [45.4, 45, 44.6], "scale": [2.02, 1.98, 2], "color": "#0000ff", "opacity": 0.51});
        *objects(scene) = vec![with(object("x", "cube", "Anything", [1.05, 0.95, 1.0]), own)];
        scene["settings"]["backgroundColor"] = "#ffffff".into();
    });
    right("least-surface", &state);
}

#[test]
fn the_original_moved_and_its_copy_left_behind() {
    let state = changed("two-objects", |scene| {
        let copy = with(object("copy", "cube", "Cube 1 (Copy)", [3.0, 0.0, 0.0]), json!({"color": "#ff0000"}));
        let original = named(scene, "Cube 1");
        original["position"] = json!([-3, 0, 0]);
        original["color"] = "#ff0000".into();
        objects(scene).insert(0, copy);
    });
    right("symmetric-pair", &state);
}

#[test]
fn a_first_try_left_beside_the_scene_that_is_right() {
    let mut state = created("Ball on Table", table(CORNERS, [0.0, 9.0, 0.0]));
    scenes(&mut state).push(scene("second", "Ball on Table", table(CORNERS, ON_TOP)));
    scenes(&mut state).push(scene("third", "Untitled Scene", Vec::new()));
    right("ball-on-table", &state);
}
