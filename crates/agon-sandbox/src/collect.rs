//! What the agent left in its HOME, as the evidence has it.

use crate::files::{Content, NotRead, TrialFolder};
use serde_json::{Map, Value, json};

/// Longer files are not kept as text.
const LONGEST: u64 = 1_000_000;

/// So many first bytes are kept of every file: enough to tell a PNG from a PDF.
const HEAD: usize = 16;

/// Each file by its path below the folder: `{"text": …, "size": …, "head": …}`, or null where there is no regular file. The second
/// object names what is there and is none, by its path.
pub fn collect_files(folder: &TrialFolder, paths: &[String]) -> (Value, Map<String, Value>) {
    let (mut files, mut odd) = (Map::new(), Map::new());
    for path in paths {
        let file = folder.read(path, LONGEST + 1);
        if let Err(problem @ (NotRead::NotRegular(_) | NotRead::Failed(_))) = &file {
            odd.insert(path.clone(), problem.to_string().into());
        }
        files.insert(path.clone(), file.map_or(Value::Null, told));
    }
    (Value::Object(files), odd)
}

fn told(Content { size, bytes }: Content) -> Value {
    let head: String = bytes.iter().take(HEAD).map(|byte| format!("{byte:02x}")).collect();
    let whole = bytes.len() as u64 <= LONGEST;
    let text = String::from_utf8(bytes).ok().filter(|text| whole && !text.contains('\0'));
    json!({"text": text, "size": size, "head": head})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_others_and_nothing() {
        let home = tempfile::tempdir().unwrap();
        std::fs::create_dir(home.path().join("a")).unwrap();
        std::fs::write(home.path().join("a/b.tex"), "größe\n").unwrap();
        std::fs::write(home.path().join("plot.png"), b"\x89PNG\r\n\x1a\n\0\0").unwrap();
        std::fs::write(home.path().join("long"), vec![b'x'; 1_000_001]).unwrap();
        std::os::unix::fs::symlink("/etc/passwd", home.path().join("link")).unwrap();
        let paths = ["a/b.tex", "plot.png", "long", "none", "a", "link"].map(str::to_owned);
        let (files, odd) = collect_files(&TrialFolder::open(home.path()).unwrap(), &paths);
        assert_eq!(files["a/b.tex"], json!({"text": "größe\n", "size": 8, "head": "6772c3b6c39f650a"}));
        assert_eq!(files["plot.png"]["text"], Value::Null);
        assert!(files["plot.png"]["head"].as_str().unwrap().starts_with("89504e47"));
        assert_eq!((&files["long"]["text"], &files["long"]["size"]), (&Value::Null, &json!(1_000_001)));
        assert_eq!((&files["none"], &files["a"], &files["link"]), (&Value::Null, &Value::Null, &Value::Null));
        assert_eq!(odd.keys().collect::<Vec<_>>(), ["a", "link"]);
    }
}
