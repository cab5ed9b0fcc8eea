//! `agon data` on a folder as RefCOCO is unpacked, and on what is none.

use crate::support::TestFolder;
use agon_gym::Canvas;
use serde_json::json;
use std::fs;

/// Two pictures of 48 by 32 pixels with three cups each, one of them missing, and three expressions as Python 2 pickled them.
fn refcoco(place: &TestFolder) {
    fs::create_dir_all(place.path("refcoco+/images/mscoco/images/train2014")).unwrap();
    let mut canvas = Canvas::new(48, 32);
    canvas.clear([200, 90, 40]);
    canvas.rect(4, 4, 20, 12, [20, 90, 240]);
    let png = agon_image::encode(&canvas.into_image()).unwrap().into_owned();
    fs::write(place.path("refcoco+/images/mscoco/images/train2014/COCO_train2014_000000000001.png"), png).unwrap();
    let image =
        |id: u32| json!({"id": id, "file_name": format!("COCO_train2014_00000000000{id}.png"), "width": 48, "height": 32});
    let object = |id: u32| {
        let x = id % 3 * 10;
        json!({"id": id, "image_id": 1 + id / 3, "category_id": 5, "segmentation": [[x, 0, x + 5, 0, x + 5, 5, x, 5]], "iscrowd": 0})
    };
    let data = json!({
        "images": [image(1), image(2)], "categories": [{"id": 5, "name": "cup"}],
        "annotations": (0..6).map(object).collect::<Vec<_>>(),
    });
    place.write("refcoco+/instances.json", &data.to_string());
    let entry =
        |id: u32, text: &str| format!("(dS'ref_id'\nI{id}\nsS'ann_id'\nI{id}\nsS'sentences'\n(l(dS'sent'\nS'{text}'\nsasa");
    let entries = [entry(0, "left cup"), entry(1, "middle cup"), entry(4, "a cup in a picture that is missing")].concat();
    place.write("refcoco+/refs(unc).p", &format!("(l{entries}."));
}

#[test]
fn a_data_set_is_told_in_numbers_and_can_be_run() {
    let place = TestFolder::new();
    refcoco(&place);
    let done = place.agon(&["data", "refcoco+"]);
    assert_eq!((done.code, done.err.as_str()), (0, ""), "{}", done.err);
    for line in [
        "(refcoco): 6 objects of 1 kinds in 2 pictures, 1 of them there",
        "2 references in 2 sentences",
        "1 × picture that is not there",
        "with --set data=refcoco+/instances.json",
        "gym/counting/easy",
    ] {
        assert!(done.out.contains(line), "{line} is not in\n{}", done.out);
    }
    let report = place.agon(&["data", "refcoco+", "--json"]).json();
    assert_eq!((&report["format"], &report["annotations"][0]["sentences"]), (&json!(agon_core::FORMAT_VERSION), &json!(2)));
    let starts =
        |task: &str| report["worlds"].as_array().unwrap().iter().find(|world| world["task"] == task).unwrap()["starts"].clone();
    assert_eq!((starts("gym/counting/easy"), starts("gym/referring/hard")), (json!(1.0), json!(2.0)));
    // What it names is what a run takes.
    let run =
        place.agon(&["run", "gym/referring/easy", "-a", "oracle", "--set", "data=refcoco+", "--instances", "3", "--out", "r"]);
    assert_eq!(run.code, 0, "{}", run.err);
}

#[test]
fn folders_without_data_get_a_sentence() {
    let place = TestFolder::new();
    fs::create_dir(place.path("empty")).unwrap();
    let empty = place.agon(&["data", "empty"]);
    assert_eq!(empty.code, 1);
    assert!(empty.out.contains("no pictures, annotations, clips or objects"), "{}", empty.out);
    let missing = place.agon(&["data", "nowhere"]);
    assert_eq!((missing.code, missing.out.as_str()), (2, ""));
    assert_eq!(missing.err.lines().count(), 1, "{}", missing.err);
    assert!(missing.err.contains("error: \"nowhere\" cannot be read"), "{}", missing.err);
}
