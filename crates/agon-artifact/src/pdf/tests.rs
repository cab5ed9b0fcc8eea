use crate::testing::{mark, mark_with, part, problem, torture};
use lopdf::content::{Content, Operation};
use lopdf::{Document, Object, Stream, dictionary};

/// A document of A4 pages, one line on each.
fn pdf(lines: &[&str], compressed: bool) -> Vec<u8> {
    let mut document = Document::with_version("1.5");
    let pages = document.new_object_id();
    let font = document.add_object(
        dictionary! { "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica", "Encoding" => "WinAnsiEncoding" },
    );
    let resources = document.add_object(dictionary! { "Font" => dictionary! { "F1" => font } });
    let mut kids: Vec<Object> = Vec::new();
    for line in lines {
        let operations = vec![
            Operation::new("BT", vec![]),
            Operation::new("Tf", vec!["F1".into(), 12.into()]),
            Operation::new("Td", vec![100.into(), 600.into()]),
            Operation::new("Tj", vec![Object::string_literal(*line)]),
            Operation::new("ET", vec![]),
        ];
        let mut stream = Stream::new(dictionary! {}, Content { operations }.encode().unwrap());
        if compressed {
            stream.compress().unwrap();
        }
        let content = document.add_object(stream);
        kids.push(document.add_object(dictionary! { "Type" => "Page", "Parent" => pages, "Contents" => content }).into());
    }
    let count = i64::try_from(kids.len()).unwrap();
    document.objects.insert(
        pages,
        Object::Dictionary(dictionary! { "Type" => "Pages", "Kids" => kids, "Count" => count, "Resources" => resources, "MediaBox" => vec![0.into(), 0.into(), Object::Real(595.28), Object::Real(841.89)] }),
    );
    let catalog = document.add_object(dictionary! { "Type" => "Catalog", "Pages" => pages });
    document.trailer.set("Root", catalog);
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).unwrap();
    bytes
}

#[test]
fn pages_sizes_and_texts() {
    for compressed in [false, true] {
        let settings = "mode = 'pdf'\nfile = 'd.pdf'\nreference = 'r.pdf'\npages = 0\npage_size_mm = [210, 297]\nwords = { min = 4, max = 6 }\nsimilarity = 0.99\n\
            requires = [{ phrase = 'annual report' }, { phrase = 'balance', page = 2 }]\nforbids = [{ phrase = 'balance', page = 1 }]";
        let file = pdf(&["Annual Report 2024", "Balance sheet"], compressed);
        let marked = mark_with(settings, &[("d.pdf", &file)], &[("r.pdf", &file)]).unwrap();
        assert_eq!(marked.score, 1.0, "{marked:#?}");
    }
}

#[test]
fn what_is_wrong_is_told() {
    let file = pdf(&["Annual Report"], true);
    let settings = "mode = 'pdf'\nfile = 'd.pdf'\npages = { value = 2 }\npage_size_mm = [297, 210]\nfonts_embedded = true\nrequires = [{ phrase = 'balance', page = 2 }]";
    let marked = mark(settings, "d.pdf", &file);
    assert_eq!(marked.score, 0.0);
    assert_eq!(part(&marked, "page_size_mm").seen, "page 1 has 210 × 297 mm");
    assert_eq!(part(&marked, "fonts_embedded").seen, "Helvetica is not");
}

#[test]
fn hostile_documents_score_nothing() {
    let settings = "mode = 'pdf'\nfile = 'd.pdf'\npages = { value = 1 }\nfonts_embedded = true\nrequires = [{ phrase = 'annual' }]\nall_or_nothing = true";
    let mut bomb = b"%PDF-1.5\n1 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length 9>>stream\n".to_vec();
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    for _ in 0..300 {
        std::io::Write::write_all(&mut encoder, &vec![b' '; 1 << 20]).unwrap();
    }
    bomb.extend(encoder.finish().unwrap());
    bomb.extend(b"\nendstream endobj");
    let seen = mark(settings, "d.pdf", &bomb);
    assert_eq!((seen.score, seen.parts[0].seen.as_str()), (0.0, "d.pdf unpacks to more than 256 MiB"));
    let deep =
        format!("%PDF-1.4\n1 0 obj\n{}{}\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF", "[".repeat(100_000), "]".repeat(100_000));
    let cycle = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2/Parent 2 0 R>>endobj\nxref\n0 3\n0000000000 65535 f \n0000000009 00000 n \n0000000055 00000 n \ntrailer<</Size 3/Root 1 0 R>>\nstartxref\n130\n%%EOF".to_vec();
    for file in [deep.into_bytes(), cycle, b"%PDF-".to_vec(), b"hello".to_vec(), pdf(&[], false)] {
        assert_eq!(mark(settings, "d.pdf", &file).score, 0.0);
    }
    for compressed in [false, true] {
        torture(settings, "d.pdf", &pdf(&["Annual Report", "Two"], compressed), &[]);
    }
}

#[test]
fn settings_must_make_sense() {
    let base = "mode = 'pdf'\nfile = 'd.pdf'";
    assert!(problem(base).contains("looks for nothing"));
    assert!(problem(&format!("{base}\npages = 0")).contains("needs a `reference`"));
    assert!(problem(&format!("{base}\nrequires = [{{ phrase = 'a', page = 0 }}]")).contains("counted from 1"));
}
