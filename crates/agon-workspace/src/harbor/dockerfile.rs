//! The lines of a Dockerfile as instructions, with variables filled in.

use std::collections::BTreeMap;

/// One instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Instruction {
    /// Where it begins, counted from 1.
    pub(super) line: usize,
    /// In capitals.
    pub(super) name: String,
    /// What follows, with continued lines joined.
    pub(super) rest: String,
}

/// Splits a Dockerfile. `Err` is a line that is read by none of the rules here, with its number.
pub(super) fn instructions(text: &str) -> Result<Vec<Instruction>, (usize, String)> {
    let mut all = Vec::new();
    let mut open: Option<(usize, String)> = None;
    for (number, line) in (1..).zip(text.lines()) {
        let trimmed = line.trim();
        if trimmed.starts_with('#') {
            if all.is_empty() && trimmed.to_lowercase().replace(' ', "").starts_with("#escape=") {
                return Err((number, "another escape character is not read here".into()));
            }
            continue;
        }
        if trimmed.is_empty() {
            continue;
        }
        let (start, so_far) = open.take().unwrap_or((number, String::new()));
        match trimmed.strip_suffix('\\') {
            Some(part) => open = Some((start, so_far + part.trim_end() + " ")),
            None => all.push(instruction(start, &(so_far + trimmed))?),
        }
    }
    if let Some((start, text)) = open {
        all.push(instruction(start, &text)?);
    }
    Ok(all)
}

fn instruction(line: usize, text: &str) -> Result<Instruction, (usize, String)> {
    let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    if rest.contains("<<") {
        return Err((line, "here-documents are not read here".into()));
    }
    Ok(Instruction { line, name: name.to_uppercase(), rest: rest.trim().to_owned() })
}

/// The words of a text: split at spaces, without their quotes.
pub(super) fn words(text: &str) -> Result<Vec<String>, String> {
    let mut all = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            (c, Some(open)) if c == open => quote = None,
            ('\\', None | Some('"')) => word.get_or_insert_default().extend(chars.next()),
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, None) if c.is_whitespace() => all.extend(word.take()),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err("a quote is not closed".into());
    }
    all.extend(word);
    Ok(all)
}

/// Fills in `$NAME`, `${NAME}` and `${NAME:-default}`; what is not known is empty, as Docker has it.
pub(super) fn filled(text: &str, variables: &BTreeMap<String, String>) -> Result<String, String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('$') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let (inside, after) = match rest.strip_prefix('{') {
            Some(inside) => inside.split_once('}').ok_or("a ${ is not closed")?,
            None => rest.split_at(rest.find(|c| !is_part(c)).unwrap_or(rest.len())),
        };
        let (name, default) = inside.split_once(":-").unwrap_or((inside, ""));
        if name.is_empty() || !name.chars().all(is_part) {
            return Err(format!("${{{inside}}} is not read here"));
        }
        out.push_str(variables.get(name).map_or(default, String::as_str));
        rest = after;
    }
    out.push_str(rest);
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_joined_and_comments_left_out() {
        let text = "# syntax=docker/dockerfile:1\nFROM debian\n\nrun mkdir \\\n  # why\n  /a \\\n  /b\nENV A=1";
        let read: Vec<(usize, String, String)> =
            instructions(text).unwrap().into_iter().map(|one| (one.line, one.name, one.rest)).collect();
        let told = |line: usize, name: &str, rest: &str| (line, name.to_owned(), rest.to_owned());
        assert_eq!(read, [told(2, "FROM", "debian"), told(4, "RUN", "mkdir /a /b"), told(8, "ENV", "A=1")]);
        assert_eq!(instructions("FROM a\nRUN <<EOF\nx\nEOF").unwrap_err().0, 2);
        assert_eq!(instructions("# escape=`\nFROM a").unwrap_err().0, 1);
    }

    #[test]
    fn words_and_variables() {
        assert_eq!(words(r#"a "b c" 'd "e' f\ g"#).unwrap(), ["a", "b c", "d \"e", "f g"]);
        assert!(words("'a").is_err());
        let variables = BTreeMap::from([("A".to_owned(), "1".to_owned())]);
        assert_eq!(filled("$A/${A}/${B:-2}/$C.", &variables).unwrap(), "1/1/2/.");
        assert!(filled("${A", &variables).is_err() && filled("${A:+x}", &variables).is_err());
    }
}
