//! What a folder is said to give is what it gives.

use agon_gym::{Certainty, FolderSurvey, kind, survey};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn write(path: &Path, bytes: impl AsRef<[u8]>) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder that can be made");
    fs::write(path, bytes).expect("a file that can be written");
}

/// A picture with something different everywhere.
fn write_picture(path: &Path, width: u32, height: u32, shade: u32) {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    let level = |value: u32| (value % 256) as u8;
    let pixel = |x: u32, y: u32| [level(x * 5 + shade), level(y * 3), level((x / 8 + y / 8) % 2 * 120 + shade)];
    let pixels: Vec<u8> = (0..width * height).flat_map(|at| pixel(at % width, at / width)).collect();
    encoder.write_header().and_then(|mut writer| writer.write_image_data(&pixels)).expect("a picture");
    write(path, bytes);
}

/// The different starts of a world among the first seeds.
fn situations(world: &str, params: &Value, seeds: u64) -> usize {
    let params: Map<String, Value> = params.as_object().expect("settings").clone();
    let of = |seed: u64| kind(world).expect("a world").start(&params, seed).expect("an episode").situation().to_string();
    (0..seeds).map(of).collect::<BTreeSet<_>>().len()
}

fn starts(survey: &FolderSurvey, task: &str) -> (f64, Certainty) {
    let world = survey.worlds.iter().find(|world| world.task == task).unwrap_or_else(|| panic!("{task} is not in {survey:?}"));
    (world.starts.starts, world.starts.certainty)
}

#[test]
fn the_starts_of_a_folder_of_pictures_are_those_that_seeds_draw() {
    let place = tempfile::tempdir().unwrap();
    write_picture(&place.path().join("a/one.png"), 64, 64, 0);
    write_picture(&place.path().join("b/c/two.png"), 64, 64, 90);
    // A picture of one color has pieces that look alike, and looks alike at every angle.
    let mut plain = Vec::new();
    let mut encoder = png::Encoder::new(&mut plain, 8, 8);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.write_header().unwrap().write_image_data(&[90; 64]).unwrap();
    write(&place.path().join("plain.png"), plain);
    write(&place.path().join("none.png"), "no picture");
    let found = survey(place.path(), 24).unwrap();
    assert_eq!((found.pictures, found.meshes, found.annotations.len()), (3, 0, 0));
    assert!(found.skipped.iter().any(|sentence| sentence.contains("none.png")), "{:?}", found.skipped);
    // Our preset shows parts of pictures, the published one the whole of them.
    assert_eq!(starts(&found, "gym/jigsaw/easy").1, Certainty::Estimate);
    let (jigsaw, certainty) = starts(&found, "gym/jigsaw/paper-easy");
    assert_eq!((jigsaw, certainty), (2.0 * 23.0, Certainty::Exact));
    let source = place.path().to_str().unwrap();
    let whole = json!({"rows": 2, "cols": 2, "crop": false, "fit": "stretch", "pictures": source});
    assert_eq!(situations("jigsaw", &whole, 800), jigsaw as usize);
    let (angles, _) = starts(&found, "gym/mental-rotation-2d/easy");
    let drawn = situations("mental-rotation-2d", &json!({"angle_tolerance_deg": 10.0, "pictures": source}), 6000);
    assert_eq!(drawn, angles as usize);
    assert!(starts(&found, "gym/zoom-in/easy").1 == Certainty::AtLeast);
    // Looking into fewer is an estimate.
    let world = survey(place.path(), 2).unwrap();
    assert_eq!(starts(&world, "gym/jigsaw/easy").1, Certainty::Estimate);
}

#[test]
fn the_starts_of_annotations_are_those_that_seeds_draw() {
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| place.path().join(name);
    let square = |x: u32| json!([[x, 2, x + 4, 2, x + 4, 6, x, 6]]);
    // As many objects as the picture has in its number, of two kinds by turns.
    let images: Vec<Value> =
        (1..=9).map(|id| json!({"id": id, "file_name": format!("{id}.png"), "width": 64, "height": 32})).collect();
    let mut annotations = Vec::new();
    for image in 1..=9u32 {
        for object in 0..image {
            let id = image * 100 + object;
            annotations
                .push(json!({"id": id, "image_id": image, "category_id": 1 + image % 2, "segmentation": square(object * 6)}));
        }
    }
    let data =
        json!({"images": images, "annotations": annotations, "categories": [{"id": 1, "name": "cup"}, {"id": 2, "name": "hat"}]});
    write(&at("annotations/instances_val2017.json"), data.to_string());
    (1..=8).for_each(|id| write_picture(&at(&format!("val2017/{id}.png")), 64, 32, id));
    let references =
        [(1, 100, vec!["the cup", "a small cup"]), (2, 200, vec!["a hat"]), (3, 900, vec!["its picture is missing"])];
    let references: Vec<Value> =
        references.iter().map(|(id, object, texts)| json!({"ref_id": id, "ann_id": object, "sentences": texts})).collect();
    write(&at("annotations/refs(unc).json"), json!(references).to_string());
    let found = survey(place.path(), 4).unwrap();
    let file = &found.annotations[0];
    assert_eq!((file.layout, file.images, file.pictures, file.objects, file.kinds), ("refcoco", 9, 8, 45, 2));
    assert_eq!((file.references, file.sentences), (2, 3));
    let left_out: Vec<(&str, u64)> = file.left_out.iter().map(|kind| (kind.why.as_str(), kind.count)).collect();
    assert_eq!(left_out, [("picture that is not there", 1), ("reference that cannot be used: its picture is not there", 1)]);
    // Easy takes 2 to 20, of which there are 2 to 8; hard takes from 5 on.
    assert_eq!(starts(&found, "gym/counting/easy"), (7.0, Certainty::Exact));
    assert_eq!(starts(&found, "gym/counting/hard"), (4.0, Certainty::Exact));
    assert_eq!(starts(&found, "gym/referring/easy"), (3.0, Certainty::Exact));
    let data = json!(place.path());
    assert_eq!(situations("counting", &json!({"min_count": 5, "max_count": 30, "data": data}), 100), 4);
    assert_eq!(situations("referring", &json!({"data": data}), 100), 3);
}

#[test]
fn folders_that_hold_nothing_or_are_none_are_told() {
    let place = tempfile::tempdir().unwrap();
    write(&place.path().join("notes.txt"), "nothing");
    let found = survey(place.path(), 4).unwrap();
    assert!(found.worlds.is_empty() && found.problems.is_empty(), "{found:?}");
    write(&place.path().join("instances.json"), "{\"images\": [");
    let found = survey(place.path(), 4).unwrap();
    assert!(found.worlds.is_empty() && found.problems.len() == 1 && found.problems[0].contains("instances.json"), "{found:?}");
    let missing = survey(Path::new("/nowhere/at-all"), 4).unwrap_err().to_string();
    assert!(missing.contains("\"/nowhere/at-all\" cannot be read"), "{missing}");
}

#[test]
fn a_list_of_conversations_and_meshes_are_found() {
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| place.path().join(name);
    write_picture(&at("images/00453/1.png"), 64, 64, 0);
    write_picture(&at("images/00453/2.png"), 64, 64, 9);
    write(&at("chat.json"), r#"[{"id": "1", "image": "00453/1.png", "conversations": []}]"#);
    write(&at("glbs/000-000/x.glb"), "no mesh");
    let found = survey(place.path(), 4).unwrap();
    assert_eq!((found.pictures, found.meshes, found.clips.folders_of_frames), (2, 1, 1));
    assert_eq!(found.lists, [(at("chat.json").display().to_string(), 1)]);
    assert!(found.problems.iter().any(|problem| problem.contains("x.glb was skipped")), "{:?}", found.problems);
    let with_list = found.worlds.iter().find(|world| world.value.ends_with("chat.json")).unwrap();
    assert_eq!((with_list.setting.as_str(), with_list.starts.things), ("pictures", 1));
    let alone = survey(&at("chat.json"), 4).unwrap();
    assert_eq!((alone.pictures, alone.worlds.iter().filter(|world| world.task == "gym/jigsaw/easy").count()), (1, 1));
}
