use crate::Marked;
use crate::testing::{mark, mark_with, part, problem, torture};
use std::fmt::Write;
use std::io::Write as _;

/// Notes of (ticks, length, pitch) at 480 ticks a quarter, ascending and one after the other.
fn midi(notes: &[(u32, u32, u8)]) -> Vec<u8> {
    let mut events: Vec<(u32, Vec<u8>)> =
        vec![(0, vec![0xff, 0x51, 3, 0x09, 0x27, 0xc0]), (0, vec![0xff, 0x58, 4, 3, 2, 24, 8]), (0, vec![0xff, 0x59, 2, 2, 0])];
    for (at, length, pitch) in notes {
        events.push((*at, vec![0x90, *pitch, 80]));
        events.push((at + length, vec![0x80, *pitch, 0]));
    }
    events.sort_by_key(|(at, _)| *at);
    let mut track = Vec::new();
    let mut now = 0;
    for (at, event) in events {
        let delta = at - now;
        now = at;
        if delta >= 128 {
            track.push(u8::try_from(delta >> 7).unwrap() | 0x80);
        }
        track.push(u8::try_from(delta & 0x7f).unwrap());
        track.extend(event);
    }
    track.extend([0, 0xff, 0x2f, 0]);
    let mut bytes = b"MThd\0\0\0\x06\0\0\0\x01\x01\xe0MTrk".to_vec();
    bytes.extend(u32::try_from(track.len()).unwrap().to_be_bytes());
    bytes.extend(track);
    bytes
}

/// The same music: D, E and a tied F sharp over the bar, with a chord A below the E.
const XML: &str = r#"<?xml version="1.0"?><!DOCTYPE score-partwise PUBLIC "-//Recordare//DTD MusicXML 4.0 Partwise//EN" "http://www.musicxml.org/dtds/partwise.dtd">
<score-partwise><part id="P1"><measure number="1"><attributes><divisions>2</divisions><key><fifths>2</fifths><mode>major</mode></key>
<time><beats>3</beats><beat-type>4</beat-type></time></attributes><direction><sound tempo="100"/></direction>
<note><pitch><step>D</step><octave>4</octave></pitch><duration>2</duration></note>
<note><pitch><step>E</step><octave>4</octave></pitch><duration>2</duration></note>
<note><chord/><pitch><step>A</step><octave>3</octave></pitch><duration>2</duration></note>
<note><pitch><step>F</step><alter>1</alter><octave>4</octave></pitch><duration>2</duration><tie type="start"/></note></measure>
<measure number="2"><note><pitch><step>F</step><alter>1</alter><octave>4</octave></pitch><duration>4</duration><tie type="stop"/></note>
<note><rest/><duration>2</duration></note></measure></part></score-partwise>"#;

const MUSIC: [(u32, u32, u8); 4] = [(0, 480, 62), (480, 480, 57), (480, 480, 64), (960, 1440, 66)];
const ALL: &str = "notes = { full = 1, zero = 0 }\nlength_within = 0.1\ntempo = 0.5\nlength = 0.1\nnote_count = 0\npart_count = 0\ntime_signature = true\nkey_signature = true";

fn marked(settings: &str, file: &[u8]) -> Marked {
    let settings = format!("mode = 'notes'\nfile = 'n'\nreference = 'r.mid'\n{settings}");
    mark_with(&settings, &[("n", file)], &[("r.mid", &midi(&MUSIC))]).unwrap()
}

fn mxl(score: &str) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    writer.start_file("META-INF/container.xml", options).unwrap();
    writer.write_all(br#"<container><rootfiles><rootfile full-path="score.xml"/></rootfiles></container>"#).unwrap();
    writer.start_file("score.xml", options).unwrap();
    writer.write_all(score.as_bytes()).unwrap();
    writer.finish().unwrap().into_inner()
}

#[test]
fn one_piece_in_three_files() {
    for file in [midi(&MUSIC), XML.as_bytes().to_vec(), mxl(XML)] {
        let marked = marked(ALL, &file);
        assert_eq!(marked.score, 1.0, "{marked:#?}");
    }
    let said = marked("key_signature = 'd major'\ntime_signature = '3/4'", XML.as_bytes());
    assert_eq!(said.score, 1.0, "{said:#?}");
}

#[test]
fn wrong_extra_and_shifted_notes() {
    let mut music = MUSIC;
    music[2].2 = 65;
    let wrong = marked(ALL, &midi(&music));
    assert_eq!(part(&wrong, "notes").score, 0.75, "{wrong:#?}");
    assert_eq!(part(&wrong, "notes").seen, "3 common of 4: F 0.75");
    // Every pitch at every time is not the answer.
    let mut all = Vec::new();
    for pitch in 50..90 {
        all.extend([(0, 480, pitch), (480, 480, pitch), (960, 1440, pitch)]);
    }
    assert!(part(&marked(ALL, &midi(&all)), "notes").score < 0.07);
    let late: Vec<(u32, u32, u8)> = MUSIC.iter().map(|(at, length, pitch)| (at + 240, *length, *pitch)).collect();
    assert_eq!(marked("notes = 1", &midi(&late)).score, 0.0);
    assert_eq!(marked("notes = 1\nalign = 'first'", &midi(&late)).score, 1.0);
    let mut short = MUSIC;
    short[3].1 = 480;
    assert_eq!(marked("notes = 1", &midi(&short)).score, 1.0);
    assert_eq!(marked("notes = 1\nlength_within = 0.1", &midi(&short)).score, 0.0);
}

#[test]
fn signatures_and_tempo_are_told() {
    let other =
        XML.replace("<fifths>2", "<fifths>-1").replace("<mode>major", "<mode>minor").replace("tempo=\"100\"", "tempo=\"90\"");
    let seen = marked(ALL, other.as_bytes());
    assert_eq!(
        (part(&seen, "key_signature").expected.as_str(), part(&seen, "key_signature").seen.as_str()),
        ("D major", "D minor")
    );
    assert_eq!(part(&seen, "tempo").seen, "90 a minute");
}

#[test]
fn hostile_files_score_nothing() {
    let mut laughs = String::from("<!DOCTYPE a [<!ENTITY a '");
    laughs.push_str("x' >]><score-partwise>&a;</score-partwise>");
    let mut bomb = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    bomb.start_file("META-INF/container.xml", zip::write::SimpleFileOptions::default()).unwrap();
    let zeros = vec![b' '; 1 << 20];
    for _ in 0..300 {
        bomb.write_all(&zeros).unwrap();
    }
    let bomb = bomb.finish().unwrap().into_inner();
    let far = XML.replace("<duration>2", "<duration>1e300");
    let mut deep = String::from("<score-partwise>");
    for _ in 0..100_000 {
        write!(deep, "<part>").unwrap();
    }
    for file in [
        laughs.as_bytes(),
        &bomb,
        far.as_bytes(),
        deep.as_bytes(),
        b"MThd",
        b"MThd\0\0\0\x06\0\0\xff\xff\0\0MTrk\xff\xff\xff\xff",
        b"PK\x03\x04",
        b"<score-timewise/>",
        b"<score-partwise/>",
    ] {
        let marked = marked(ALL, file);
        assert_eq!((marked.score, marked.parts.len()), (0.0, 1), "{marked:?}");
    }
    let settings = format!("mode = 'notes'\nfile = 'n'\nreference = 'r'\n{ALL}");
    for file in [midi(&MUSIC), XML.as_bytes().to_vec(), mxl(XML)] {
        torture(&settings, "n", &file, &[("r", &midi(&MUSIC))]);
    }
}

#[test]
fn settings_must_make_sense() {
    let base = "mode = 'notes'\nfile = 'n'";
    assert!(problem(base).contains("compares nothing"));
    assert!(problem(&format!("{base}\nnotes = 1")).contains("needs a `reference`"));
    assert!(problem(&format!("{base}\nkey_signature = 'H major'")).contains("not a key"));
    assert_eq!(mark(&format!("{base}\nnote_count = {{ value = 4 }}"), "n", &midi(&MUSIC)).score, 1.0);
}
