use super::requests::{Malformed, Requests};
use super::rules::Rules;
use proptest::prelude::*;
use std::collections::{HashMap, HashSet};

const ROOT: u32 = 0x40;
const OWN: u32 = 0x0060_0001;
const OTHERS: u32 = 0x0020_0001;
const BIG_REQUESTS: u8 = 133;

const NO_OPERATION: u8 = 127;
const NO_REQUEST: u8 = 126;

/// As a server would tell them; a program's connection has the numbers from `OWN` on.
fn rules() -> Rules {
    let numbered = [
        ("BIG-REQUESTS", BIG_REQUESTS),
        ("SHAPE", 129),
        ("XInputExtension", 131),
        ("SYNC", 134),
        ("XKEYBOARD", 135),
        ("XFIXES", 138),
        ("RENDER", 139),
        ("RANDR", 140),
        ("DAMAGE", 143),
    ];
    let rules = Rules {
        root: ROOT,
        client_bits: !0x001f_ffff,
        big_requests: Some(BIG_REQUESTS),
        extensions: super::rules::numbered(&HashMap::from(numbered)),
        root_properties: HashSet::from([300]),
        process_property: 301,
        selections: HashSet::from([302]),
        messages: HashSet::from([303]),
        ..Rules::default()
    };
    rules.add_client(OWN);
    rules
}

fn setup() -> Vec<u8> {
    let mut bytes = b"l\0\x0b\0\0\0\x12\0\x10\0\0\0".to_vec();
    bytes.extend_from_slice(b"MIT-MAGIC-COOKIE-1\0\0");
    bytes.extend_from_slice(&[7; 16]);
    bytes
}

fn request(major: u8, data: u8, words: &[u32]) -> Vec<u8> {
    let length = u16::try_from(words.len() + 1).unwrap();
    let header = [[major, data], length.to_le_bytes()].concat();
    header.into_iter().chain(words.iter().flat_map(|word| word.to_le_bytes())).collect()
}

fn big(major: u8, data: u8, words: &[u32]) -> Vec<u8> {
    let length = u32::try_from(words.len() + 2).unwrap();
    let bytes = [major, data, 0, 0].into_iter().chain(length.to_le_bytes());
    bytes.chain(words.iter().flat_map(|word| word.to_le_bytes())).collect()
}

fn query_extension(name: &str) -> Vec<u8> {
    let mut words = vec![u32::try_from(name.len()).unwrap()];
    let mut padded = name.as_bytes().to_vec();
    padded.resize(name.len().next_multiple_of(4), 0);
    words.extend(padded.as_chunks::<4>().0.iter().map(|four| u32::from_le_bytes(*four)));
    request(98, 0, &words)
}

fn send_event(kind: u8, message: u32) -> Vec<u8> {
    let mut words = vec![ROOT, 0, kind.into(), OWN, message];
    words.resize(10, 0);
    request(25, 0, &words)
}

/// What a server gets of these bytes where they come in pieces of this size.
fn passed(bytes: &[u8], piece: usize) -> Result<Vec<u8>, Malformed> {
    let (rules, mut requests) = (rules(), Requests::default());
    let (mut sent, mut held) = (Vec::new(), Vec::new());
    for piece in bytes.chunks(piece) {
        held.extend_from_slice(piece);
        let done = requests.pass(&mut held, &rules)?;
        sent.extend(held.drain(..done));
        assert!(held.len() < 1024, "more than the beginning of a request is held back");
    }
    Ok(sent)
}

/// What a server gets of one request of a client that has set up its connection.
fn judged(request: &[u8]) -> Vec<u8> {
    let before = setup();
    let sent = passed(&[&before[..], request].concat(), usize::MAX).unwrap();
    assert_eq!(sent[..before.len()], before);
    sent[before.len()..].to_vec()
}

#[track_caller]
fn assert_becomes(request: &[u8], major: u8) {
    let mut expected = request.to_vec();
    expected[0] = major;
    assert_eq!(judged(request), expected, "{request:?}");
}

#[track_caller]
fn assert_passes(request: &[u8]) {
    assert_eq!(judged(request), request);
}

#[test]
fn what_stops_the_server_or_others_or_makes_input_becomes_nothing() {
    let none: &[u32] = &[];
    for (major, words) in [
        (36, none),
        (37, none),
        (41, &[0, ROOT, 0, 0, 5]),
        (51, &[0]),
        (100, &[8, 0]),
        (102, &[0]),
        (105, &[0, 0]),
        (107, &[0, 0]),
        (109, &[0]),
        (111, none),
        (112, none),
        (113, &[OTHERS]),
        (115, none),
    ] {
        assert_becomes(&request(major, 1, words), NO_OPERATION);
    }
    // These have answers, so their clients are told.
    assert_becomes(&request(116, 1, &[0]), NO_REQUEST);
    assert_becomes(&request(118, 1, &[0, 0]), NO_REQUEST);
}

#[test]
fn other_clients_windows_and_resources_are_theirs() {
    for major in [4, 5, 7, 8, 9, 10, 11, 12, 13, 46, 54, 56, 58, 59, 60, 79, 95, 114] {
        assert_passes(&request(major, 0, &[OWN, 0, 0]));
        assert_passes(&request(major, 0, &[OWN + 0x1f_fff0, 0, 0]));
        for others in [OTHERS, ROOT, 0, u32::MAX] {
            assert_becomes(&request(major, 0, &[others, 0, 0]), NO_OPERATION);
        }
    }
    // Events of any window may be asked for, and the root window have a cursor.
    for (window, attributes, is_allowed) in
        [(OWN, 1, true), (OTHERS, 0x800, true), (OTHERS, 0x4000, false), (ROOT, 0x4800, true), (ROOT, 0x801, false)]
    {
        let request = request(2, 0, &[window, attributes, 0, 0]);
        if is_allowed { assert_passes(&request) } else { assert_becomes(&request, NO_OPERATION) }
    }
    let (rules, mut requests) = (rules(), Requests::default());
    requests.pass(&mut setup(), &rules).unwrap();
    rules.remove_client(OWN);
    let mut destroy = request(4, 0, &[OWN]);
    requests.pass(&mut destroy, &rules).unwrap();
    assert_eq!(destroy[0], NO_OPERATION, "a number that is nobody's may become somebody else's");
}

#[test]
fn nobody_speaks_for_the_window_manager() {
    for major in [18, 19] {
        for (window, property, is_allowed) in
            [(OWN, 300, true), (ROOT, 299, true), (ROOT, 300, false), (OTHERS, 299, false), (OWN, 301, false)]
        {
            let request = request(major, 0, &[window, property, 6, 32, 1, 4242]);
            if is_allowed { assert_passes(&request) } else { assert_becomes(&request, NO_OPERATION) }
        }
    }
    assert_passes(&request(20, 1, &[OWN, 300, 0, 0, 1]));
    let mut read = request(20, 1, &[ROOT, 300, 0, 0, 1]);
    let sent = judged(&read);
    read[1] = 0;
    assert_eq!(sent, read, "it is read, and not deleted");
    assert_passes(&request(22, 0, &[OWN, 1, 0]));
    assert_becomes(&request(22, 0, &[OWN, 302, 0]), NO_OPERATION);
    for (kind, message, is_allowed) in
        [(33, 304, true), (33, 303, false), (33 | 0x80, 303, false), (31, 0, true), (18, 0, true), (29, 0, false), (30, 0, false)]
    {
        let request = send_event(kind, message);
        if is_allowed { assert_passes(&request) } else { assert_becomes(&request, NO_OPERATION) }
    }
    for input in 2..=6 {
        assert_becomes(&send_event(input, 0), NO_OPERATION);
        assert_becomes(&send_event(input | 0x80, 0), NO_OPERATION);
    }
}

#[test]
fn hidden_extensions_are_not_there_and_their_numbers_guessed_in_vain() {
    for name in ["BIG-REQUESTS", "GLX", "RENDER", "XKEYBOARD", "RANDR"] {
        assert_passes(&query_extension(name));
    }
    for name in ["XTEST", "RECORD", "SECURITY", "MIT-SHM", "Composite", "XFree86-VidModeExtension", "DPMS", &"X".repeat(300)] {
        let (asked, sent) = (query_extension(name), judged(&query_extension(name)));
        assert_eq!((sent.len(), &sent[..8]), (asked.len(), &asked[..8]), "{name}");
        let start = name.len().min(64);
        assert_eq!(sent[8..8 + start], vec![b'-'; start], "{name}");
    }
    let known = [BIG_REQUESTS, 129, 131, 134, 135, 138, 139, 140, 143];
    for major in (128..=255).filter(|major| !known.contains(major)) {
        for minor in [0, 2, 200] {
            assert_becomes(&request(major, minor, &[2, 3, 4, 5, 6, 7, 8, 9]), NO_REQUEST);
        }
    }
    // RANDR SetScreenSize and SetCrtcConfig, XIWarpPointer, XIChangeHierarchy, SetPriority, LatchLockState, SetControls, CreatePointerBarrier.
    for (major, minor) in [(140, 7), (140, 21), (131, 41), (131, 43), (134, 12), (135, 5), (135, 7), (138, 31)] {
        assert_becomes(&request(major, minor, &[OWN, OWN]), NO_REQUEST);
    }
    for (major, minor) in [(140, 25), (131, 46), (131, 51), (134, 2), (135, 8), (135, 21), (138, 4), (139, 8), (129, 1)] {
        assert_passes(&request(major, minor, &[OTHERS, 0]));
    }
    for (major, minor) in [(143, 2), (143, 3), (139, 7), (138, 10)] {
        assert_passes(&request(major, minor, &[OWN]));
        assert_becomes(&request(major, minor, &[OTHERS]), NO_OPERATION);
    }
}

#[test]
fn big_requests_are_read_once_they_are_asked_for() {
    let enable = request(BIG_REQUESTS, 0, &[]);
    let mut long = vec![ROOT, 300];
    long.resize(200_000, 0);
    let all =
        [setup(), enable.clone(), big(18, 0, &long), big(36, 0, &[]), request(36, 0, &[]), big(18, 0, &[OWN, 300])].concat();
    let mut expected = all.clone();
    let first = setup().len() + enable.len();
    expected[first] = NO_OPERATION;
    let second = first + 8 + 4 * long.len();
    expected[second] = NO_OPERATION;
    expected[second + 8] = NO_OPERATION;
    for piece in [3, 4096, usize::MAX] {
        assert!(passed(&all, piece).unwrap() == expected, "in pieces of {piece}");
    }
    // Without asking, with too long a question, and of lengths that there are not.
    let bad = big(18, 0, &[OWN, 300]);
    assert_eq!(passed(&[setup(), bad.clone()].concat(), 7), Err(Malformed));
    assert_eq!(passed(&[setup(), request(BIG_REQUESTS, 0, &[0]), bad].concat(), 7), Err(Malformed));
    for length in [0_u32, 1, 1 << 22, u32::MAX] {
        let odd = [[18, 0, 0, 0], length.to_le_bytes()].concat();
        assert_eq!(passed(&[setup(), enable.clone(), odd].concat(), usize::MAX), Err(Malformed), "{length}");
    }
}

#[test]
fn other_byte_orders_are_refused_and_short_requests_get_no_further() {
    let mut other = setup();
    other[0] = b'B';
    assert_eq!(passed(&other, 1), Err(Malformed));
    for major in [2, 4, 18, 19, 22, 25] {
        assert_becomes(&request(major, 0, &[]), NO_REQUEST);
    }
}

/// A conversation with a bit of everything.
fn conversation() -> Vec<u8> {
    [
        setup(),
        query_extension("XTEST"),
        query_extension("BIG-REQUESTS"),
        request(BIG_REQUESTS, 0, &[]),
        request(1, 24, &[OWN, ROOT, 0, 0, 0, 0, 0]),
        request(36, 0, &[]),
        big(113, 0, &[OTHERS]),
        send_event(2, 0),
        send_event(33, 303),
        request(20, 1, &[ROOT, 300, 0, 0, 1]),
        request(132, 2, &[2, 3, 4, 5, 6, 7, 8, 9]),
        request(72, 2, &[OWN; 500]),
        request(127, 0, &[]),
    ]
    .concat()
}

#[test]
fn it_does_not_matter_where_the_bytes_are_split() {
    let all = conversation();
    let whole = passed(&all, usize::MAX).unwrap();
    assert_eq!(whole.len(), all.len(), "nothing is added or left out");
    for piece in 1..=all.len() {
        assert_eq!(passed(&all, piece).unwrap(), whole, "in pieces of {piece}");
    }
}

proptest! {
    #[test]
    fn garbage_neither_panics_nor_depends_on_its_pieces(
        bytes in prop::collection::vec(any::<u8>(), 0..2000),
        after_setup in any::<bool>(),
        piece in 1_usize..50,
    ) {
        let all = if after_setup { [conversation(), bytes].concat() } else { bytes };
        let (whole, pieces) = (passed(&all, usize::MAX), passed(&all, piece));
        if let (Ok(whole), Ok(pieces)) = (&whole, &pieces) {
            prop_assert_eq!(whole, pieces);
        }
        prop_assert_eq!(whole.is_ok(), pieces.is_ok());
    }

    #[test]
    fn requests_keep_their_lengths_and_places(
        requests in prop::collection::vec((any::<u8>(), any::<u8>(), prop::collection::vec(any::<u32>(), 0..40)), 0..30),
    ) {
        let requests: Vec<Vec<u8>> = requests.iter().map(|(major, data, words)| request(*major, *data, words)).collect();
        let sent = passed(&[setup(), requests.concat()].concat(), usize::MAX).unwrap();
        let mut sent = &sent[setup().len()..];
        for request in requests {
            let (own, rest) = sent.split_at(request.len());
            prop_assert_eq!(&own[2..4], &request[2..4]);
            prop_assert!(own[0] == request[0] || [NO_OPERATION, NO_REQUEST].contains(&own[0]));
            prop_assert!(![36, 37, 41, 113].contains(&own[0]));
            sent = rest;
        }
        prop_assert!(sent.is_empty());
    }
}
