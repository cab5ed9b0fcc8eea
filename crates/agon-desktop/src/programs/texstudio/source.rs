//! What TeX reads of a source: without what it skips or only prints.

/// What stands in them is printed letter by letter, or not at all.
const UNREAD: [&str; 6] = ["comment", "verbatim", "verbatim*", "Verbatim", "lstlisting", "filecontents*"];

/// The text without comments, conditionals that are false, environments of unread text, and what follows the end of the document.
/// Commands that stand in what is left may still be defined away; words that must show are looked for on the pages.
pub(super) fn read_by_tex(text: &str) -> String {
    let text = without_comments(text);
    let mut read = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(place) = rest.find('\\') {
        let (before, command) = rest.split_at(place);
        read.push_str(before);
        let name = name(command);
        if name == "\\end" && command[name.len()..].starts_with("{document}") {
            read.push_str("\\end{document}");
            return read;
        }
        rest = match name {
            "\\iffalse" => skipped(&command[name.len()..], &mut read),
            "\\verb" => after_verb(&command[name.len()..]),
            "\\begin" => match unread(&command[name.len()..]) {
                Some(after) => after,
                None => keep(command, name, &mut read),
            },
            _ => keep(command, name, &mut read),
        };
    }
    read.push_str(rest);
    read
}

fn keep<'a>(command: &'a str, name: &str, read: &mut String) -> &'a str {
    read.push_str(name);
    &command[name.len()..]
}

/// A backslash with the letters after it, or with the one sign after it.
fn name(command: &str) -> &str {
    let letters = command[1..].bytes().take_while(|byte| byte.is_ascii_alphabetic() || *byte == b'@').count();
    let sign = command[1..].chars().next().map_or(0, char::len_utf8);
    &command[..1 + if letters > 0 { letters } else { sign }]
}

/// From a percent sign to the end of its line; `\%` is one that is printed.
fn without_comments(text: &str) -> String {
    let code = |line: &str| {
        let mut escaped = false;
        let end = line.find(|sign: char| {
            let begins = sign == '%' && !escaped;
            escaped = sign == '\\' && !escaped;
            begins
        });
        line[..end.unwrap_or(line.len())].to_owned()
    };
    text.split('\n').map(code).collect::<Vec<_>>().join("\n")
}

/// What follows a conditional that is false. Those inside it are skipped with it; what stands after its `\else` is read.
fn skipped<'a>(mut rest: &'a str, read: &mut String) -> &'a str {
    let (mut depth, mut is_read) = (1_usize, false);
    while let Some(place) = rest.find('\\') {
        let (before, command) = rest.split_at(place);
        let name = name(command);
        if is_read {
            read.push_str(before);
        }
        rest = &command[name.len()..];
        match name {
            "\\fi" => depth -= 1,
            "\\else" if depth == 1 => is_read = true,
            _ if name.starts_with("\\if") && !matches!(name, "\\iff" | "\\ifthenelse") => depth += 1,
            _ if is_read => read.push_str(name),
            _ => {}
        }
        if depth == 0 {
            return rest;
        }
    }
    ""
}

/// What follows `\verb|…|`.
fn after_verb(rest: &str) -> &str {
    let rest = rest.strip_prefix('*').unwrap_or(rest);
    let Some(sign) = rest.chars().next() else { return "" };
    rest[sign.len_utf8()..].split_once(sign).map_or("", |(_, after)| after)
}

/// What follows an environment that is not read, given what stands after its `\begin`.
fn unread(rest: &str) -> Option<&str> {
    let environment = rest.strip_prefix('{')?.split_once('}')?.0;
    if !UNREAD.contains(&environment) {
        return None;
    }
    let end = format!("\\end{{{environment}}}");
    Some(rest.split_once(end.as_str()).map_or("", |(_, after)| after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tex_skips_is_not_there() {
        let cases = [
            ("a % \\ref{x}\nb", "a \nb"),
            ("5\\% of \\ref{x}", "5\\% of \\ref{x}"),
            ("line\\\\% \\ref{x}\nb", "line\\\\\nb"),
            ("a\\iffalse \\ref{x} \\ifnum1=1 b\\fi \\cite{y}\\fi c", "a c"),
            ("a\\iffalse b\\else \\ref{x}\\fi c", "a \\ref{x} c"),
            ("a\\iffalse b", "a"),
            ("a $x \\iff y$ b", "a $x \\iff y$ b"),
            ("a\\iffalse $x \\iff y$\\fi b", "a b"),
            ("\\begin{comment}\\ref{x}\\end{comment}b", "b"),
            ("\\begin{verbatim}\n\\ref{x}\n\\end{verbatim}\nb", "\nb"),
            ("\\verb|\\ref{x}| b \\begin{table}c\\end{table}", " b \\begin{table}c\\end{table}"),
            ("a\\end{document}\\ref{x}", "a\\end{document}"),
            ("\\begin{document}ä \\", "\\begin{document}ä \\"),
        ];
        for (text, expected) in cases {
            assert_eq!(read_by_tex(text), expected, "{text}");
        }
    }
}
