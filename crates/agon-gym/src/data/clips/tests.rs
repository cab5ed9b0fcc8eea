use super::*;
use crate::data::data_warnings;

fn save(path: &Path, width: u32, height: u32, gray: u8) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    let mut encoder = png::Encoder::new(std::fs::File::create(path).unwrap(), width, height);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.write_header().unwrap().write_image_data(&vec![gray; (width * height) as usize]).unwrap();
}

#[test]
fn every_built_in_clip_decodes_to_the_same_pixels_for_ever() {
    let clips = Clips::open("").unwrap();
    assert!(clips.count() >= 25);
    // Fletcher's sums over all frames: instances are named by seed, so a decoder may not round differently.
    let (mut plain, mut running) = (0u64, 0u64);
    for index in 0..clips.count() {
        let clip = clips.clip(index).unwrap();
        assert!((12..=16).contains(&clip.frames.len()), "{} has {} frames", clips.name(index), clip.frames.len());
        assert!(clips.caption(index).is_some());
        for frame in &clip.frames {
            assert_eq!((frame.width(), frame.height()), (320, 240));
            for byte in frame.pixels() {
                plain = (plain + u64::from(*byte)) % 0xffff_fffb;
                running = (running + plain) % 0xffff_fffb;
            }
        }
    }
    assert_eq!((plain, running), FROZEN);
}

const FROZEN: (u64, u64) = (3_845_718_347, 3_405_746_738);

/// The rule that `data/clips/README.md` states: no clip is nearly still, nor stands still for a while.
#[test]
fn every_built_in_clip_visibly_changes() {
    let clips = Clips::open("").unwrap();
    for index in 0..clips.count() {
        let (name, clip) = (clips.name(index), clips.clip(index).unwrap());
        let differences = clip.differences();
        let len = differences.len();
        let mean = (1..len).map(|at| differences[at - 1][at]).sum::<u32>() / (len as u32 - 1);
        assert!(mean >= 5, "{name}: neighbouring frames differ by {mean}");
        let far = (4..len).flat_map(|late| (0..=late - 4).map(move |early| differences[early][late])).min().unwrap();
        assert!(far >= 12, "{name}: frames far apart differ by {far}");
    }
}

#[test]
fn folders_of_frames_are_clips_and_broken_ones_are_skipped() {
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| place.path().join(name);
    for index in 0..40 {
        save(&at(&format!("opening_a_door/{index:03}.png")), 1024, 512, index);
        save(&at(&format!("0042/{index:03}.png")), 8, 8, index);
    }
    save(&at("uneven/0.png"), 8, 8, 0);
    save(&at("uneven/1.png"), 9, 8, 0);
    save(&at("uneven/2.png"), 8, 8, 0);
    save(&at("short/0.png"), 8, 8, 0);
    std::fs::write(at("labels.json"), r#"[{"id": "short", "label": "something ends at once", "template": "x"}]"#).unwrap();
    let clips = Clips::open(place.path().to_str().unwrap()).unwrap();
    let names: Vec<&str> = (0..clips.count()).map(|index| clips.name(index)).collect();
    assert_eq!(names, ["0042", "opening_a_door", "short", "uneven"]);
    let captions: Vec<Option<&str>> = (0..4).map(|index| clips.caption(index)).collect();
    assert_eq!(captions, [None, Some("opening a door"), Some("something ends at once"), None]);
    let door = clips.clip(1).unwrap();
    assert_eq!(door.frames.len(), MAX_FRAMES);
    assert_eq!((door.frames[0].width(), door.frames[0].height()), (512, 256));
    let first_and_last = (door.frames[0].pixel(0, 0)[0], door.frames[MAX_FRAMES - 1].pixel(0, 0)[0]);
    assert_eq!(first_and_last, (0, 39));
    assert!(door.frames.windows(2).all(|pair| pair[0].pixel(0, 0) < pair[1].pixel(0, 0)), "the order of names is that of time");
    assert!(clips.clip(2).is_none() && clips.clip(3).is_none() && clips.clip(4).is_none());
    let warnings = data_warnings();
    let warned = |text: &str| warnings.iter().any(|warning| warning.contains(text));
    assert!(warned("short: has 1 frames, and a clip needs 3") && warned("uneven: has frames of different sizes"), "{warnings:?}");
}

#[test]
fn missing_and_empty_folders_are_named() {
    let error = |source: &str| Clips::open(source).err().unwrap().to_string();
    assert!(error("/nowhere/at-all").contains("clips: the folder \"/nowhere/at-all\" cannot be read"));
    let place = tempfile::tempdir().unwrap();
    let source = place.path().to_str().unwrap();
    std::fs::write(place.path().join("notes.txt"), "nothing").unwrap();
    assert!(error(source).contains("holds neither video files nor sub-folders"));
    std::fs::write(place.path().join("labels.json"), "{}").unwrap();
    assert!(error(source).contains("labels.json cannot be used"));
}

#[test]
fn video_files_need_ffmpeg_and_say_so() {
    let place = tempfile::tempdir().unwrap();
    let source = place.path().to_str().unwrap();
    std::fs::write(place.path().join("broken_on_purpose.mp4"), "no video").unwrap();
    match Clips::open(source) {
        Err(error) => assert!(!film::can_decode() && error.to_string().contains("ffmpeg: install it")),
        Ok(clips) => {
            assert!(film::can_decode() && clips.count() == 1 && clips.clip(0).is_none());
            assert!(data_warnings().iter().any(|warning| warning.contains("broken_on_purpose.mp4: cannot be decoded by ffmpeg")));
        }
    }
}

#[test]
fn a_video_file_is_decoded_in_the_order_of_time() {
    if !film::can_decode() {
        return;
    }
    // A film made by the program itself: a card that grows brighter for four seconds.
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("growing_bright.avi");
    let made = std::process::Command::new("ffmpeg")
        .args(["-v", "error", "-f", "lavfi", "-i", "color=black:s=64x48:d=4,format=gray,geq=lum='40+T*50'", "-c:v", "rawvideo"])
        .arg(&file)
        .status();
    if !made.is_ok_and(|status| status.success()) {
        return;
    }
    let clips = Clips::open(place.path().to_str().unwrap()).unwrap();
    assert_eq!(clips.caption(0), Some("growing bright"));
    let clip = clips.clip(0).unwrap();
    assert!(clip.frames.len() >= 24, "{}", clip.frames.len());
    assert!(clip.frames.windows(2).all(|pair| pair[0].pixel(9, 9) <= pair[1].pixel(9, 9)));
    assert!(clip.frames[0].pixel(9, 9)[0] + 60 < clip.frames[clip.frames.len() - 1].pixel(9, 9)[0]);
}

#[test]
fn something_something_is_read_as_it_is_unpacked() {
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| place.path().join(name);
    for index in 0..3 {
        save(&at(&format!("20bn-something-something-v2/frames/78687/{index}.png")), 8, 8, index);
        save(&at(&format!("20bn-something-something-v2/frames/42326/{index}.png")), 8, 8, index);
        save(&at(&format!("20bn-something-something-v2/frames/99/{index}.png")), 8, 8, index);
    }
    std::fs::create_dir(at("labels")).unwrap();
    let label = |file: &str, text: &str| std::fs::write(at("labels").join(file), text).unwrap();
    label(
        "train.json",
        r#"[{"id": "78687", "label": "holding potato next to a bottle", "template": "Holding [something]", "placeholders": ["potato"]}]"#,
    );
    label("validation.json", r#"[{"id": 42326, "label": "opening a box"}]"#);
    label("test.json", r#"[{"id": "99"}]"#);
    label("labels.json", r#"{"Approaching something with your camera": "0"}"#);
    label("broken.json", "[{");
    let captions = |source: &str| -> Vec<(String, Option<String>)> {
        let clips = Clips::open(source).unwrap();
        let one = |index: usize| (clips.name(index).to_owned(), clips.caption(index).map(str::to_owned));
        (0..clips.count()).map(one).collect()
    };
    let wanted = |folder: &str| {
        let of = |id: &str, text: Option<&str>| (format!("{folder}{id}"), text.map(str::to_owned));
        vec![of("42326", Some("opening a box")), of("78687", Some("holding potato next to a bottle")), of("99", None)]
    };
    assert_eq!(captions(place.path().to_str().unwrap()), wanted("20bn-something-something-v2/frames/"));
    assert_eq!(
        captions(at("20bn-something-something-v2").to_str().unwrap()),
        wanted("frames/"),
        "the labels lie beside the folder"
    );
    assert!(data_warnings().iter().any(|warning| warning.contains("labels/broken.json")));
}

#[test]
fn a_list_of_addresses_that_calls_itself_a_film_is_not_followed() {
    if !film::can_decode() {
        return;
    }
    let place = tempfile::tempdir().unwrap();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let list = format!(
        "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nhttp://{}/x.ts\n#EXT-X-ENDLIST\n",
        listener.local_addr().unwrap()
    );
    std::fs::write(place.path().join("playlist.mp4"), list).unwrap();
    let clips = Clips::open(place.path().to_str().unwrap()).unwrap();
    assert!(clips.clip(0).is_none());
    assert!(listener.accept().is_err(), "nobody may have asked for it");
}
