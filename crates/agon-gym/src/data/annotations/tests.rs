//! Data sets as they are downloaded, in small.

use super::*;
use crate::data::data_warnings;
use serde_json::{Value, json};
use std::fs;

fn write(path: &Path, bytes: impl AsRef<[u8]>) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

fn write_picture(path: &Path, width: u32, height: u32) {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.write_header().unwrap().write_image_data(&vec![90; (width * height) as usize]).unwrap();
    write(path, bytes);
}

fn square(x: f64) -> Value {
    json!([[x, 2.0, x + 4.0, 2.0, x + 4.0, 6.0, x, 6.0]])
}

/// Pictures of 40 by 20 pixels with two cups each.
fn instances(images: &[Value]) -> Value {
    let images: Vec<Value> = (images.iter().enumerate())
        .map(|(number, image)| {
            let mut image = image.clone();
            (image["id"], image["width"], image["height"]) = (json!(number + 1), json!(40), json!(20));
            image
        })
        .collect();
    let annotations: Vec<Value> = (0..2 * images.len())
        .map(|n| json!({"id": 10 + n, "image_id": n / 2 + 1, "category_id": 7, "bbox": [0, 0, 1, 1], "segmentation": square(1.0 + 9.0 * (n % 2) as f64)}))
        .collect();
    json!({"info": {}, "licenses": [], "images": images, "annotations": annotations, "categories": [{"id": 7, "name": "cup", "synset": "x"}]})
}

fn counted(data: &Path) -> Result<usize, String> {
    let annotations = Annotations::open(data.to_str().unwrap(), "", "", Use::Counting).map_err(|error| error.to_string())?;
    let groups = annotations.groups(2, 2);
    for group in groups.iter() {
        let (kind, objects) = annotations.group(*group);
        let (picture, masks) = annotations.load(objects).expect("a picture and its masks");
        assert_eq!((kind, picture.width(), masks.len()), ("cup", 40, 2));
        assert_eq!((masks[0].edges(), masks[1].edges()), ([1, 2, 5, 6], [10, 2, 14, 6]));
    }
    Ok(groups.len())
}

#[test]
fn coco_is_read_as_it_is_unpacked() {
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| place.path().join(name);
    let file =
        |name: &str| json!({"file_name": name, "coco_url": "http://images.cocodataset.org/x/y.jpg", "date_captured": "2013"});
    let train = instances(&[file("000000000009.png"), file("000000000025.png")]);
    write(&at("annotations/instances_train2017.json"), train.to_string());
    write(&at("annotations/instances_val2017.json"), instances(&[file("000000000139.png")]).to_string());
    write(&at("annotations/captions_val2017.json"), "{}");
    write(&at("annotations/person_keypoints_val2017.json"), "{}");
    write_picture(&at("val2017/000000000139.png"), 40, 20);
    // The folder means the part whose pictures are there; a file means itself.
    assert_eq!(counted(place.path()), Ok(1));
    assert_eq!(counted(&at("annotations/instances_val2017.json")), Ok(1));
    assert_eq!(counted(&at("annotations/instances_train2017.json")), Ok(0), "none of its pictures are there");
    write_picture(&at("train2017/000000000025.png"), 40, 20);
    let both = counted(&at("annotations/..")).unwrap_err();
    assert!(both.contains("several annotation files; set it to one of") && both.contains("instances_val2017.json"), "{both}");
}

#[test]
fn lvis_finds_its_pictures_by_their_addresses_and_passes_over_those_that_are_missing() {
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| place.path().join(name);
    let image = |address: &str| json!({"coco_url": address, "neg_category_ids": [1, 2], "not_exhaustive_category_ids": []});
    let mut data = instances(&[
        image("http://images.cocodataset.org/train2017/000000391895.png"),
        image("http://images.cocodataset.org/val2017/000000522418.png"),
        image("http://images.cocodataset.org/train2017/000000184613.png"),
        image("http://images.cocodataset.org/train2017/000000318219.png"),
        image("é//\u{1f600}.png"),
    ]);
    data["images"][3]["not_exhaustive_category_ids"] = json!([7]);
    write(&at("lvis_v1_train.json"), data.to_string());
    for name in ["train2017/000000391895.png", "val2017/000000522418.png", "train2017/000000318219.png"] {
        write_picture(&at(name), 40, 20);
    }
    assert_eq!(counted(place.path()), Ok(2));
    let warnings = data_warnings().join("\n");
    assert!(warnings.contains("image 3 was skipped: its picture \"train2017/000000184613.png\" is not there"), "{warnings}");
}

/// A list of references as Python 2 pickled it.
fn pickled(references: &[(i64, i64, &str)]) -> String {
    let entry = |(ref_id, ann_id, sent): &(i64, i64, &str)| {
        format!(
            "(dS'ref_id'\nI{ref_id}\nsS'ann_id'\nI{ann_id}\nsS'split'\nS'train'\nsS'sentences'\n(l(dS'tokens'\n(lsS'sent'\nS'{sent}'\nsasa"
        )
    };
    format!("(l{}.", references.iter().map(entry).collect::<String>())
}

fn expressions(data: &Path, references: &str) -> Result<Vec<(String, i64)>, String> {
    let opened = Annotations::open(data.to_str().unwrap(), "", references, Use::Referring).map_err(|error| error.to_string())?;
    let one = |number: usize| {
        let (sentences, object) = opened.reference(number).unwrap();
        assert!(opened.load(&[object]).is_some());
        (sentences.join("; "), opened.index.objects[object as usize].id)
    };
    Ok((0..opened.reference_count()).map(one).collect())
}

#[test]
fn refcoco_is_read_as_it_is_unpacked() {
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| place.path().join(name);
    let file = |name: &str| json!({"file_name": name});
    let data = instances(&[file("COCO_train2014_000000581857.png"), file("COCO_train2014_000000581921.png")]);
    write(&at("refcoco+/instances.json"), data.to_string());
    write(&at("refcoco+/refs(unc).p"), pickled(&[(1, 10, "the left cup"), (2, 11, " right cup "), (3, 99, "gone"), (4, 12, "")]));
    // Where the published code has its pictures; one of them under the name that COCO gave it later.
    write_picture(&at("images/mscoco/images/train2014/COCO_train2014_000000581857.png"), 40, 20);
    write_picture(&at("refcoco+/train2017/000000581921.png"), 40, 20);
    let wanted = vec![("the left cup".to_owned(), 10), ("right cup".to_owned(), 11)];
    assert_eq!(expressions(place.path(), ""), Ok(wanted.clone()));
    assert_eq!(expressions(&at("refcoco+/instances.json"), ""), Ok(wanted));
    let warnings = data_warnings().join("\n");
    assert!(warnings.contains("reference 3 to annotation 99 was skipped: there is no such annotation"), "{warnings}");
    assert!(warnings.contains("reference 4 to annotation 12 was skipped: it has no sentence"), "{warnings}");
    // Of several lists that of the paper is taken, unless another is named.
    write(&at("refcoco+/refs(google).p"), pickled(&[(5, 13, "the other picture")]));
    assert_eq!(expressions(&at("refcoco+"), "").map(|all| all.len()), Ok(2));
    assert_eq!(expressions(&at("refcoco+"), "refs(google).p"), Ok(vec![("the other picture".to_owned(), 13)]));
    write(&at("refcoco+/refs.json"), json!({"refs": [{"ref_id": 6, "ann_id": 10, "sentences": [{"sent": "cup"}]}]}).to_string());
    assert_eq!(expressions(&at("refcoco+"), "refs.json"), Ok(vec![("cup".to_owned(), 10)]));
    // A second data set beside it: which one is meant has to be said.
    write(&at("refcocog/instances.json"), data.to_string());
    write(&at("refcocog/refs(umd).p"), pickled(&[]));
    assert!(expressions(&at("refcoco+/.."), "").unwrap_err().contains("several annotation files"));
}

#[test]
fn pickles_that_would_run_a_program_are_refused() {
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| place.path().join(name);
    write(&at("instances.json"), instances(&[json!({"file_name": "a.png"})]).to_string());
    write_picture(&at("a.png"), 40, 20);
    let marker = at("ran");
    write(&at("refs(unc).p"), format!("cos\nsystem\n(S'touch {}'\ntR.", marker.display()));
    let problem = expressions(place.path(), "").unwrap_err();
    assert!(problem.contains("references: ") && problem.contains("it asks for os.system") && !marker.exists(), "{problem}");
    for (name, content, says) in
        [("cut.p", "(l(dS'ref_id'\n", "breaks off"), ("text.p", "I5\n.", "no list"), ("cut.json", "[{", "EOF")]
    {
        write(&at(name), content);
        let problem = expressions(place.path(), name).unwrap_err();
        assert!(problem.contains(name) && problem.contains(says), "{problem}");
    }
    write(&at("odd.p"), "(lI5\na(dS'ref_id'\nI7\nsa(dS'ref_id'\nI8\nsS'ann_id'\nI10\nsS'sentences'\nI3\nsa.");
    assert_eq!(expressions(place.path(), "odd.p"), Ok(Vec::new()));
    let warnings = data_warnings().join("\n");
    assert!(warnings.contains("reference number 0 was skipped") && warnings.contains("reference 7 was skipped"), "{warnings}");
}

#[test]
fn files_and_folders_that_are_none_are_named_in_a_sentence() {
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| place.path().join(name);
    fs::create_dir(at("empty")).unwrap();
    assert!(counted(&at("empty")).unwrap_err().contains("holds no annotation file"));
    for (name, content, says) in [
        ("cut.json", "{\"images\": [{\"id\": 1", "EOF"),
        ("list.json", "[1, 2]", "invalid type"),
        ("other.json", "{\"images\": []}", "missing field `annotations`"),
        ("deep.json", &"[".repeat(100_000), "cannot be read"),
        ("binary.json", "\u{0}\u{1}", "cannot be read"),
    ] {
        write(&at(name), content);
        let problem = counted(&at(name)).unwrap_err();
        assert!(problem.starts_with("data: ") && problem.contains(name) && problem.contains(says), "{problem}");
    }
}

#[test]
fn masks_that_lie_and_pictures_that_are_bombs_are_skipped() {
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| place.path().join(name);
    let mut data = instances(&[
        json!({"file_name": "size.png"}),
        json!({"file_name": "sum.png"}),
        json!({"file_name": "huge.png"}),
        json!({"file_name": "bomb.png"}),
        json!({"file_name": "other.png"}),
        json!({"file_name": "sound.png"}),
    ]);
    let mask = |data: &mut Value, image: usize, value: Value| data["annotations"][2 * image]["segmentation"] = value;
    mask(&mut data, 0, json!({"size": [4_000_000_000u32, 4_000_000_000u32], "counts": [1, 2]}));
    mask(&mut data, 1, json!({"size": [20, 40], "counts": [u64::MAX, u64::MAX, 2]}));
    (data["images"][2]["width"], data["images"][2]["height"]) = (json!(4_000_000_000u32), json!(4_000_000_000u32));
    write(&at("instances.json"), data.to_string());
    for name in ["size.png", "sum.png", "huge.png", "sound.png"] {
        write_picture(&at(name), 40, 20);
    }
    write_picture(&at("other.png"), 20, 40);
    let mut bomb = fs::read(at("sound.png")).unwrap();
    bomb[16..24].copy_from_slice(&[0, 1, 0, 0, 0, 1, 0, 0]);
    write(&at("bomb.png"), bomb);
    let annotations = Annotations::open(at("instances.json").to_str().unwrap(), "", "", Use::Counting).unwrap();
    let loaded = |group: &Group| annotations.load(annotations.group(*group).1).is_some();
    let sound: Vec<bool> = annotations.groups(1, 9).iter().map(loaded).collect();
    assert_eq!(sound, [false, false, false, false, false, true]);
    let warnings = data_warnings().join("\n");
    for named in [
        "annotation 10 was skipped",
        "annotation 12 was skipped",
        "bomb.png was skipped",
        "other.png was skipped: it is 20 by 40",
    ] {
        assert!(warnings.contains(named), "{named} is not in\n{warnings}");
    }
}

#[test]
fn a_file_that_changes_while_it_is_in_use_gives_no_wrong_mask() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("instances.json");
    let data = instances(&[json!({"file_name": "a.png"})]);
    fs::write(&path, data.to_string()).unwrap();
    write_picture(&place.path().join("a.png"), 40, 20);
    let annotations = Annotations::open(path.to_str().unwrap(), "", "", Use::Counting).unwrap();
    let groups = annotations.groups(2, 2);
    assert!(annotations.load(annotations.group(groups[0]).1).is_some());
    // The same file, with the numbers of its annotations exchanged in place.
    let text =
        data.to_string().replace("\"id\":10", "\"id\":xx").replace("\"id\":11", "\"id\":10").replace("\"id\":xx", "\"id\":11");
    use std::io::Write as _;
    fs::OpenOptions::new().write(true).open(&path).unwrap().write_all(text.as_bytes()).unwrap();
    assert!(annotations.load(annotations.group(groups[0]).1).is_none());
    assert!(data_warnings().join("\n").contains("the file was changed while it is in use"));
}
