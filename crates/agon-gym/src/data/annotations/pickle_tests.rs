//! Pickles as Python writes them, and as nobody should.

use super::*;

/// The same list by Python 2 (texts in quotes) and, as `pickle.dumps` of Python 3 wrote it, in versions 0, 2 and 4.
const PYTHON_2: &[u8] = b"(lp1\n(dp2\nS'ann_id'\np3\nI1719310\nsS'sentences'\np4\n(lp5\n(dp6\nS'sent'\np7\nS'woman on right'\np8\n\
    sS'sent_id'\np9\nI3\nsa(dp10\ng7\nS\"caf\\xc3\\xa9 man's \\\\\"\np11\nsg9\nI70000\nsasS'x'\n(lF1.5\naI01\naNaI-5\naL36893488147419103232L\na\
    (I1\nI2\ntasa.";
const VERSION_0: &[u8] = b"(lp0\n(dp1\nVann_id\np3\nI1719310\nsVsentences\np4\n(lp5\n(dp6\nVsent\np7\nVwoman on right\np8\nsVsent_id\np16\nI3\nsa\
    (dp17\ng7\nVcaf\xe9 man's \\u005c\np18\nsg16\nI70000\nsasVx\np22\n(lp23\nF1.5\naI01\naNaI-5\naL1180591620717411303424L\na(I1\nI2\ntp24\na\
    (I1\nI2\nI3\ntp25\naI300\nasa.";
const VERSION_2: &[u8] = b"\x80\x02]q\x00}q\x01(X\x06\x00\x00\x00ann_idq\x03J\x0e<\x1a\x00X\t\x00\x00\x00sentencesq\x04]q\x05(}q\x06(\
    X\x04\x00\x00\x00sentq\x07X\x0e\x00\x00\x00woman on rightq\x08X\x07\x00\x00\x00sent_idq\x10K\x03u}q\x11(h\x07X\x0d\x00\x00\x00caf\xc3\xa9 man's \\q\x12\
    h\x10Jp\x11\x01\x00ueX\x01\x00\x00\x00xq\x16]q\x17(G?\xf8\x00\x00\x00\x00\x00\x00\x88NJ\xfb\xff\xff\xff\x8a\t\x00\x00\x00\x00\x00\x00\x00\x00@\
    K\x01K\x02\x86q\x18K\x01K\x02K\x03\x87q\x19M,\x01eua.";
const VERSION_4: &[u8] = b"\x80\x04\x95\x07\x01\x00\x00\x00\x00\x00\x00]\x94}\x94(\x8c\x06ann_id\x94J\x0e<\x1a\x00\x8c\tsentences\x94]\x94(}\x94(\
    \x8c\x04sent\x94\x8c\x0ewoman on right\x94\x8c\x07sent_id\x94K\x03u}\x94(h\x06\x8c\x0dcaf\xc3\xa9 man's \\\x94h\x08Jp\x11\x01\x00ue\
    \x8c\x01x\x94]\x94(G?\xf8\x00\x00\x00\x00\x00\x00\x88NJ\xfb\xff\xff\xff\x8a\t\x00\x00\x00\x00\x00\x00\x00\x00@K\x01K\x02\x86\x94K\x01K\x02K\x03\x87\x94M,\x01eua.";

#[test]
fn every_version_says_the_same() {
    for (version, bytes) in [("2.7", PYTHON_2), ("0", VERSION_0), ("2", VERSION_2), ("4", VERSION_4)] {
        let pickle = Pickle::read(bytes).unwrap_or_else(|problem| panic!("version {version}: {problem}"));
        let entries: Vec<Item> = pickle.root().list().unwrap().collect();
        assert_eq!(entries.len(), 1);
        let entry = entries[0];
        assert_eq!(entry.get("ann_id").and_then(Item::integer), Some(1_719_310), "version {version}");
        assert!(entry.get("nothing").is_none() && entry.list().is_none() && entry.text().is_none());
        let sentences: Vec<Item> = entry.get("sentences").and_then(Item::list).unwrap().collect();
        let texts: Vec<Option<&str>> = sentences.iter().map(|sentence| sentence.get("sent").and_then(Item::text)).collect();
        assert_eq!(texts, [Some("woman on right"), Some("café man's \\")], "version {version}");
        assert_eq!(sentences[1].get("sent_id").and_then(Item::integer), Some(70_000));
        let others: Vec<Option<i64>> = entry.get("x").and_then(Item::list).unwrap().take(5).map(Item::integer).collect();
        assert_eq!(others, [None, None, None, Some(-5), None], "version {version}");
    }
}

#[test]
fn whatever_would_call_python_is_refused_by_name() {
    let problem = |bytes: &[u8]| Pickle::read(bytes).unwrap_err();
    let system = problem(b"cos\nsystem\n(S'echo gone wrong'\ntR.");
    assert!(system.starts_with("it asks for os.system, and only lists"), "{system}");
    let version_4 = problem(b"\x80\x04\x8c\x05posix\x94\x8c\x06system\x94\x93\x94\x8c\x04true\x85R.");
    assert!(version_4.starts_with("it asks for posix.system,"), "{version_4}");
    for calls in [&b"(i__main__\nX\n."[..], b"(o.", b"]R.", b"]b.", b"P0\n.", b"]Q.", b"]\x81.", b"\x82\x01."] {
        assert!(problem(calls).contains("a class of Python"), "{calls:?}");
    }
}

#[test]
fn broken_pickles_are_refused() {
    for broken in [
        &b""[..],
        b".",
        b"0",
        b"l.",
        b"((a.",
        b"I5\n",
        b"g7\n.",
        b"j\xff\xff\xff\xff.",
        b"I1\nI2\na.",
        b"](I1\nu.",
        b"S'x\n.",
        b"S'\\x1'\n.",
        b"V\\u12\n.",
        b"pabc\n.",
        b"\xff.",
        // Texts that claim to be longer than the file.
        b"X\xff\xff\xff\xffabc.",
        b"\x8d\xff\xff\xff\xff\xff\xff\xff\xffabc.",
        b"\x8b\xff\xff\xff\x7fabc.",
    ] {
        let problem = Pickle::read(broken).unwrap_err();
        assert!(problem.contains(", at byte "), "{broken:?}: {problem}");
    }
}

#[test]
fn small_files_that_would_grow_or_nest_without_end_do_neither() {
    // Each list holds the former one ten times: spelled out, ten to the power of forty.
    let mut doubling = b"(lp0\n0".to_vec();
    for level in 1..=40 {
        doubling.extend(format!("(lp{level}\n").bytes());
        (0..10).for_each(|_| doubling.extend(format!("g{}\na", level - 1).bytes()));
        doubling.push(b'0');
    }
    doubling.extend(b"g40\n.");
    let pickle = Pickle::read(&doubling).unwrap();
    assert_eq!(pickle.root().list().unwrap().len(), 10);
    assert_eq!(pickle.values.len(), 41);
    // A list within a list, a million deep.
    let deep = [vec![b']'; 1_000_000], vec![b'a'; 999_999], vec![b'.']].concat();
    assert_eq!(Pickle::read(&deep).unwrap().root().list().unwrap().len(), 1);
    // A list that holds itself.
    assert!(Pickle::read(b"(lp0\ng0\na.").unwrap().root().list().unwrap().next().unwrap().list().is_some());
    let marks = vec![b'('; 3_000_000];
    assert!(Pickle::read(&marks).unwrap_err().contains("breaks off"));
}

proptest::proptest! {
    #[test]
    fn no_bytes_break_the_reader(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..200)) {
        let _ = Pickle::read(&bytes);
    }

    #[test]
    fn no_change_of_a_byte_breaks_it(at in 0usize..200, byte: u8) {
        for bytes in [PYTHON_2, VERSION_2, VERSION_4] {
            let mut changed = bytes.to_vec();
            let place = at % changed.len();
            changed[place] = byte;
            let _ = Pickle::read(&changed);
        }
    }
}
