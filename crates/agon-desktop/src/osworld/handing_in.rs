//! The files of a task file: what lies in HOME, what the verifier sees, and how gold files are handed in.

use super::checks::Part;
use super::desk::Desk;
use super::published::{Named, Published};
use crate::HOME;
use crate::imported::{Draft, Head, Imported, entry};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use std::path::Path;
use toml::Table;

/// The check that the verifier makes.
const CHECK: &str = "result";
/// LibreOffice may have to start in it.
const VERIFY_SECS: i64 = 150;
pub(super) const VERIFIER: [(&str, &str); 5] = [
    ("documents.py", include_str!("verify/documents.py")),
    ("frame.py", include_str!("verify/frame.py")),
    ("tables.py", include_str!("verify/tables.py")),
    ("verify.py", include_str!("verify/verify.py")),
    ("workbook.py", include_str!("verify/workbook.py")),
];
/// A command takes no more than 128 KiB, of a file in base64.
const BYTES_OF_COMMAND: usize = 66_000;
/// Larger gold files would take too many commands.
const MOST_BYTES: usize = 200 * BYTES_OF_COMMAND;

/// A task file under construction, with the files that it names.
pub(super) struct HandingIn<'a> {
    /// `APP/ID`.
    name: &'a str,
    published: Published<'a>,
    /// Start files by their paths below HOME.
    start: Vec<(String, Vec<u8>)>,
    pub(super) draft: Draft,
    data: Vec<(String, Vec<u8>)>,
}

impl<'a> HandingIn<'a> {
    pub(super) fn new(name: &'a str, files: Option<&'a Path>) -> Self {
        let published = Published { folder: files, task: name };
        Self { name, published, start: Vec::new(), draft: Draft::default(), data: Vec::new() }
    }

    pub(super) fn lay_down(&mut self, desk: &Desk) -> Result<(), String> {
        for (number, (path, file)) in desk.files.iter().enumerate() {
            let bytes = self.published.read(file)?;
            // Files of the same name may lie in several folders.
            let copy = self.keep(&format!("start/{number}-{}", file.name), bytes.clone());
            self.draft.files.insert(path.clone(), copy.into());
            self.start.push((path.clone(), bytes));
        }
        Ok(())
    }

    /// Has a verifier hold what is handed in against gold files, all of them or any.
    pub(super) fn compare(&mut self, parts: &[Part], is_any: bool) -> Result<(), String> {
        let (mut handed_in, mut is_there): (Vec<(&str, &Named)>, Vec<bool>) = (Vec::new(), Vec::new());
        for part in parts {
            let mut gold = Vec::new();
            for file in &part.gold {
                let bytes = self.published.read(file)?;
                self.refer(&format!("gold/{}", file.name), bytes.clone())?;
                gold.push(bytes);
            }
            let (file, bytes) = (&part.gold[0], gold.swap_remove(0));
            is_there.push(self.start.iter().any(|(path, start)| *path == part.result && *start == bytes));
            match handed_in.iter().copied().find(|(path, _)| *path == part.result) {
                _ if is_any && !handed_in.is_empty() => {}
                Some((_, other)) if other == file => {}
                Some(_) => return Err(format!("its check holds {} against two gold files", part.result)),
                None => {
                    handed_in.push((part.result.as_str(), file));
                    self.hand_in(&part.result, &bytes)?;
                }
            }
        }
        let holds = if is_any { is_there.contains(&true) } else { !is_there.contains(&false) };
        if holds {
            return Err("its check holds before anything is done".into());
        }
        for (path, _) in handed_in {
            let saves = if self.start.iter().any(|(start, _)| start == path) { "touch" } else { ": >" };
            self.draft.wrong.push(entry("shell", format!("{saves} {}", quoted(path))));
        }
        self.verify(parts, is_any);
        Ok(())
    }

    fn verify(&mut self, parts: &[Part], is_any: bool) {
        for (name, text) in VERIFIER {
            let path = format!("data/osworld/{name}");
            self.draft.reference.insert(name.into(), entry("copy", path.clone()).into());
            self.data.push((path, text.into()));
        }
        let told: Vec<_> = parts.iter().map(Part::told).collect();
        let check = json!({"conj": if is_any { "or" } else { "and" }, "parts": told});
        self.draft.reference.insert("check.json".into(), check.to_string().into());
        let verify = Table::from_iter([
            ("name".to_owned(), toml::Value::from("osworld")),
            ("argv".to_owned(), vec!["python3", "-I", "-B", "reference/verify.py"].into()),
            ("timeout_secs".to_owned(), VERIFY_SECS.into()),
        ]);
        self.draft.verify = Some((verify, CHECK));
    }

    /// A gold file for the verifier.
    fn refer(&mut self, path: &str, bytes: Vec<u8>) -> Result<(), String> {
        if let Some(known) = self.draft.reference.get(path).and_then(|copy| copy["copy"].as_str()) {
            let is_same = self.data.iter().any(|(other, content)| other == known && *content == bytes);
            return if is_same { Ok(()) } else { Err(format!("two of its files are called {path}")) };
        }
        let copy = self.keep(path, bytes);
        self.draft.reference.insert(path.to_owned(), copy.into());
        Ok(())
    }

    /// Commands that write a gold file where the result is read.
    fn hand_in(&mut self, path: &str, bytes: &[u8]) -> Result<(), String> {
        if bytes.len() > MOST_BYTES {
            return Err(format!("its gold file for {path} is larger than {} MiB", MOST_BYTES >> 20));
        }
        let number = self.draft.right.len();
        let folder = path.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("mkdir -p {}\n", quoted(folder)));
        // An empty file is written too.
        let parts: Vec<&[u8]> = if bytes.is_empty() { vec![bytes] } else { bytes.chunks(BYTES_OF_COMMAND).collect() };
        for (part, chunk) in parts.into_iter().enumerate() {
            let (text, how) = (STANDARD.encode(chunk), if part == 0 { ">" } else { ">>" });
            let script = format!("{folder}base64 -d {how} {} <<'END_OF_FILE'\n{text}\nEND_OF_FILE\n", quoted(path));
            let copy = self.keep(&format!("hand-in-{}.sh", number + part), script.into());
            let step = entry("script", copy["copy"].clone());
            self.draft.right.push(step);
        }
        Ok(())
    }

    /// Keeps a file of the task's beside its task file; how this is told there.
    fn keep(&mut self, path: &str, bytes: Vec<u8>) -> Table {
        let path = format!("data/{}/{path}", self.name);
        self.data.push((path.clone(), bytes));
        entry("copy", path)
    }

    pub(super) fn write(self, head: Head) -> Result<Imported, String> {
        Ok(Imported { text: self.draft.write(head)?, data: self.data })
    }
}

/// A path below HOME as a word of a command.
fn quoted(path: &str) -> String {
    format!("'{HOME}/{}'", path.replace('\'', "'\\''"))
}
