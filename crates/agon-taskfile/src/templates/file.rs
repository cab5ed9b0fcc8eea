//! A file in the agent's HOME, as the agent left it.

use super::{Facts, Finding, StartFiles, Template, agreement, shortened, sound};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FileIs {
    path: String,
    /// Exactly this text.
    text: Option<String>,
    /// These lines, whatever space ends them and however the last one ends.
    lines: Option<Vec<String>>,
    /// The start file after these replacements; turned into `text` when the start file is known.
    edits: Option<Vec<Edit>>,
    exists: Option<bool>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    from: String,
    to: String,
}

impl Template for FileIs {
    fn mark(&self, facts: &Facts<'_>) -> Finding {
        let at = format!("/files/{}", self.path.replace('~', "~0").replace('/', "~1"));
        let file = &facts.root("files")[self.path.as_str()];
        if let Some(exists) = self.exists {
            let word = |there: bool| if there { "the file is there" } else { "there is no such file" };
            return Finding::new(file.is_object() == exists, word(exists), word(file.is_object()), at);
        }
        let Some(seen) = file["text"].as_str() else {
            let seen = if file.is_object() { "a file that is not text" } else { "no such file" };
            return Finding::new(false, self.expected(), seen, at);
        };
        let score = match (&self.text, &self.lines) {
            (Some(text), _) => {
                if seen == text {
                    1.0
                } else {
                    0.0
                }
            }
            (None, Some(lines)) => same_lines(seen, lines),
            (None, None) => 0.0,
        };
        Finding { score, expected: self.expected(), seen: self.difference(seen), at }
    }

    fn settle(&mut self, start: &StartFiles) -> Result<(), String> {
        let asked = [self.text.is_some(), self.lines.is_some(), self.edits.is_some(), self.exists.is_some()];
        sound(
            asked.iter().filter(|asked| **asked).count() == 1,
            "it needs exactly one of `text`, `lines`, `edits` and `exists`",
        )?;
        let Some(edits) = &self.edits else { return Ok(()) };
        let Some(first) = start.get(&self.path) else {
            return Err(format!("`edits` change a file at the start, but `[files]` has no text {:?}", self.path));
        };
        let mut text = first.clone();
        for edit in edits {
            sound(
                text.matches(&edit.from).count() == 1,
                format!("the text {:?} does not stand exactly once in the file", edit.from),
            )?;
            text = text.replacen(&edit.from, &edit.to, 1);
        }
        sound(text != *first, "its edits change nothing")?;
        self.text = Some(text);
        Ok(())
    }

    fn file(&self) -> Option<&str> {
        Some(&self.path)
    }
}

impl FileIs {
    fn expected(&self) -> String {
        match (&self.edits, &self.lines, &self.text) {
            (Some(edits), ..) => {
                let edits: Vec<String> = edits.iter().map(|edit| format!("{:?} for {:?}", edit.to, edit.from)).collect();
                format!("the start file with {}", shortened(&edits.join(", ")))
            }
            (None, Some(lines), _) => format!("the lines {:?}", shortened(&lines.join("\n"))),
            (None, None, Some(text)) => format!("{:?}", shortened(text)),
            (None, None, None) => "the file".into(),
        }
    }

    /// The first line that is another, since whole files are hard to compare by eye.
    fn difference(&self, seen: &str) -> String {
        let expected: Vec<&str> = match (&self.text, &self.lines) {
            (Some(text), _) => text.lines().collect(),
            (None, lines) => lines.iter().flatten().map(String::as_str).collect(),
        };
        let seen: Vec<&str> = seen.lines().collect();
        let exact = self.text.is_some();
        let same = |one: &str, other: &str| if exact { one == other } else { one.trim_end() == other.trim_end() };
        let length = seen.len().max(expected.len());
        let first = (0..length).find(|i| !matches!((seen.get(*i), expected.get(*i)), (Some(a), Some(b)) if same(a, b)));
        match first.map(|i| (i + 1, seen.get(i))) {
            None => format!("{} lines as expected", seen.len()),
            Some((number, Some(line))) => format!("line {number} is {:?}", shortened(line)),
            Some((number, None)) => format!("the file ends before line {number}"),
        }
    }
}

fn same_lines(seen: &str, expected: &[String]) -> f64 {
    let seen: Vec<&str> = seen.trim_end().lines().map(str::trim_end).collect();
    let expected: Vec<&str> = expected.iter().map(|line| line.trim_end()).collect();
    let alike = seen.iter().zip(&expected).filter(|(seen, expected)| seen == expected).count();
    agreement(alike, seen.len().max(expected.len()))
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use crate::expression::Facts;
    use serde_json::{Value, json};
    use std::borrow::Cow;

    fn files(text: &str) -> Value {
        json!({"a/b.tex": {"text": text, "size": text.len()}})
    }

    #[test]
    fn bytes_and_lines() {
        let text = "kind = 'file'\npath = 'a/b.tex'\ntext = \"one\\ntwo\\n\"";
        holds(text, "files", files("one\ntwo\n"));
        for other in ["one\ntwo", "one\ntwo \n", "", "one\n\ntwo\n"] {
            fails(text, "files", files(other));
        }
        let lines = "kind = 'file'\npath = 'a/b.tex'\nlines = ['one', '  two']";
        for same in ["one\n  two", "one \n  two\t\n\n"] {
            holds(lines, "files", files(same));
        }
        for other in ["one\ntwo", "  two\none", "one", "one\n  two\nthree"] {
            fails(lines, "files", files(other));
        }
        assert_eq!(finds(lines, "files", &files("one\nthree")).seen, "line 2 is \"three\"");
        assert_eq!(finds(lines, "files", &files("one")).score, 0.5);
    }

    #[test]
    fn files_that_are_missing_or_no_text() {
        let text = "kind = 'file'\npath = 'a/b.tex'\ntext = 'x'";
        assert_eq!(finds(text, "files", &json!({})).seen, "no such file");
        assert_eq!(finds(text, "files", &json!({"a/b.tex": {"text": null, "size": 3}})).seen, "a file that is not text");
        holds("kind = 'file'\npath = 'p'\nexists = true", "files", json!({"p": {"text": null}}));
        holds("kind = 'file'\npath = 'p'\nexists = false", "files", json!({"p": null}));
        fails("kind = 'file'\npath = 'p'\nexists = true", "files", json!({"p": null}));
    }

    #[test]
    fn the_start_file_after_an_edit() {
        let start = [("a/b.tex".to_owned(), "The title\nbody\n".to_owned())].into_iter().collect();
        let edits = "kind = 'file'\npath = 'a/b.tex'\nedits = [{ from = 'title', to = 'end' }]";
        let check = check_with(edits, &start).unwrap();
        let score = |text: &str| {
            let files = files(text);
            check.template.mark(&Facts::none().with("files", Cow::Borrowed(&files))).score
        };
        assert_eq!(score("The end\nbody\n"), 1.0);
        assert_eq!(score("The title\nbody\n"), 0.0);
        assert_eq!(score("The end\nbody\n\n"), 0.0);
        let refused = |text: &str| check_with(text, &start).err().unwrap();
        assert!(refused("kind = 'file'\npath = 'c.tex'\nedits = []").contains("`[files]` has no text \"c.tex\""));
        assert!(refused("kind = 'file'\npath = 'a/b.tex'\nedits = []").contains("change nothing"));
        assert!(refused("kind = 'file'\npath = 'a/b.tex'\nedits = [{from = 't', to = 'x'}]").contains("exactly once"));
        assert!(refused("kind = 'file'\npath = 'a/b.tex'").contains("exactly one of"));
        assert!(refused("kind = 'file'\npath = 'a/b.tex'\ntext = ''\nexists = true").contains("exactly one of"));
    }
}
