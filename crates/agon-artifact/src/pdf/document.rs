//! What of a PDF file is compared.

use crate::input::Unreadable;
use flate2::bufread::ZlibDecoder;
use lopdf::{Dictionary, Document, LoadOptions, Object, ObjectId};
use std::io::Read;

/// Larger documents than this are not read.
const MOST_BYTES: usize = 64 << 20;
const MOST_PAGES: usize = 2_000;
/// Bytes that one stream, and all streams together, may unpack to.
const MOST_STREAM: usize = 32 << 20;
const MOST_UNPACKED: u64 = 256 << 20;
/// Bytes of text that are taken from all pages.
const MOST_TEXT: usize = 8 << 20;

pub(super) struct Paper {
    pub(super) pages: Vec<Page>,
}

pub(super) struct Page {
    pub(super) size_mm: [f64; 2],
    pub(super) text: String,
    /// Names of fonts that are not in the file.
    pub(super) fonts_elsewhere: Vec<String>,
}

impl Paper {
    pub(super) fn text(&self) -> String {
        self.pages.iter().map(|page| page.text.as_str()).collect::<Vec<_>>().join("\n")
    }
}

pub(super) fn read(bytes: &[u8]) -> Result<Paper, Unreadable> {
    if !bytes[..bytes.len().min(1024)].windows(5).any(|window| window == b"%PDF-") {
        return Err(Unreadable::new("is not a PDF document"));
    }
    if bytes.len() > MOST_BYTES {
        return Err(Unreadable::new(format!("is a PDF document of more than {} MiB", MOST_BYTES >> 20)));
    }
    check_unpacked(bytes)?;
    let options = LoadOptions::with_max_decompressed_size(MOST_STREAM);
    let document = Document::load_mem_with_options(bytes, options)
        .map_err(|error| Unreadable::from_error("is not a PDF document that can be read", &error))?;
    if document.is_encrypted() {
        return Err(Unreadable::new("is a PDF document with a password"));
    }
    let ids: Vec<ObjectId> = document.page_iter().take(MOST_PAGES + 1).collect();
    if ids.is_empty() || ids.len() > MOST_PAGES {
        return Err(Unreadable::new(format!("has no pages, or more than {MOST_PAGES}")));
    }
    let mut left = MOST_TEXT;
    let mut pages = Vec::with_capacity(ids.len());
    for (id, number) in ids.into_iter().zip(1..) {
        let chunks = document.extract_text_chunks_with_limit(&[number], MOST_STREAM);
        let mut text: String = chunks.into_iter().filter_map(Result::ok).collect();
        text.truncate(text.floor_char_boundary(left));
        left -= text.len();
        pages.push(Page { size_mm: size_of(&document, id), text, fonts_elsewhere: fonts_elsewhere(&document, id) });
    }
    Ok(Paper { pages })
}

/// Unpacks every stream once and counts: object streams are unpacked while a document is opened, each with its own limit.
fn check_unpacked(bytes: &[u8]) -> Result<(), Unreadable> {
    const KEYWORD: &[u8] = b"stream";
    let mut left = MOST_UNPACKED;
    let mut at = 0;
    while let Some(found) = bytes[at..].windows(KEYWORD.len()).position(|window| window == KEYWORD) {
        at += found + KEYWORD.len();
        let body = &bytes[at..];
        let body = body.strip_prefix(b"\r").unwrap_or(body);
        let body = body.strip_prefix(b"\n").unwrap_or(body);
        if body.first().is_some_and(|byte| byte & 0x0f == 8) {
            let mut decoder = ZlibDecoder::new(body).take(left + 1);
            // A stream that breaks off was unpacked up to there, and counts.
            let unpacked = match std::io::copy(&mut decoder, &mut std::io::sink()) {
                Ok(count) => count,
                Err(_) => left + 1 - decoder.limit(),
            };
            left = left
                .checked_sub(unpacked)
                .ok_or_else(|| Unreadable::new(format!("unpacks to more than {} MiB", MOST_UNPACKED >> 20)))?;
        }
    }
    Ok(())
}

/// The page's size, upright or turned as it is shown.
fn size_of(document: &Document, page: ObjectId) -> [f64; 2] {
    const MM_PER_POINT: f64 = 25.4 / 72.0;
    let sides: Vec<f64> = inherited(document, page, b"MediaBox")
        .and_then(|object| object.as_array().ok())
        .map(|sides| {
            sides
                .iter()
                .filter_map(|side| document.dereference(side).ok())
                .filter_map(|(_, side)| side.as_float().ok())
                .map(f64::from)
                .collect()
        })
        .unwrap_or_default();
    let [left, bottom, right, top] = sides[..] else { return [f64::NAN; 2] };
    let size = [(right - left).abs() * MM_PER_POINT, (top - bottom).abs() * MM_PER_POINT];
    let turned =
        inherited(document, page, b"Rotate").and_then(|turn| turn.as_i64().ok()).is_some_and(|turn| turn.rem_euclid(180) == 90);
    if turned { [size[1], size[0]] } else { size }
}

/// An entry of a page, or of what is above it in the tree of pages.
fn inherited<'a>(document: &'a Document, page: ObjectId, key: &[u8]) -> Option<&'a Object> {
    let mut node: &Dictionary = document.get_dictionary(page).ok()?;
    for _ in 0..64 {
        if let Ok(value) = node.get(key) {
            return document.dereference(value).ok().map(|(_, value)| value);
        }
        node = document.dereference(node.get(b"Parent").ok()?).ok()?.1.as_dict().ok()?;
    }
    None
}

fn fonts_elsewhere(document: &Document, page: ObjectId) -> Vec<String> {
    let Ok(fonts) = document.get_page_fonts(page) else { return Vec::new() };
    fonts.values().take(500).filter(|font| !is_embedded(document, font)).map(|font| name_of(document, font)).collect()
}

fn name_of(document: &Document, font: &Dictionary) -> String {
    let name = font.get(b"BaseFont").and_then(|name| document.dereference(name)).ok().and_then(|(_, name)| name.as_name().ok());
    name.map_or_else(|| "a font without a name".to_owned(), |name| String::from_utf8_lossy(name).into_owned())
}

fn is_embedded(document: &Document, font: &Dictionary) -> bool {
    let entry = |from: &'_ Dictionary, key: &[u8]| {
        from.get(key).ok().and_then(|value| document.dereference(value).ok()).map(|(_, value)| value.clone())
    };
    if entry(font, b"Subtype").is_some_and(|kind| kind.as_name().is_ok_and(|kind| kind == b"Type3")) {
        return true;
    }
    // A composite font's descriptor is at its descendant.
    let descendant = entry(font, b"DescendantFonts")
        .and_then(|list| list.as_array().ok().and_then(|list| list.first().cloned()))
        .and_then(|first| document.dereference(&first).ok().map(|(_, font)| font.clone()))
        .and_then(|font| font.as_dict().ok().cloned());
    let font = descendant.as_ref().unwrap_or(font);
    entry(font, b"FontDescriptor").is_some_and(|descriptor| {
        descriptor
            .as_dict()
            .is_ok_and(|descriptor| [&b"FontFile"[..], b"FontFile2", b"FontFile3"].iter().any(|key| descriptor.has(key)))
    })
}
