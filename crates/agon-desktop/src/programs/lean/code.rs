//! What a Lean text says, without its comments and strings.

/// Ways of leaving a proof open, of changing how text is read, and of running code while it is read. The first come out by the axioms
/// too; the others are refused because a file that uses them can make Lean say whatever it likes.
const FORBIDDEN: &[&str] = &[
    "sorry",
    "sorryAx",
    "admit",
    "axiom",
    "unsafe",
    "native_decide",
    "ofReduceBool",
    "implemented_by",
    "extern",
    "macro",
    "macro_rules",
    "syntax",
    "declare_syntax_cat",
    "notation",
    "notation3",
    "infix",
    "infixl",
    "infixr",
    "prefix",
    "postfix",
    "elab",
    "elab_rules",
    "by_elab",
    "run_cmd",
    "run_elab",
    "run_meta",
    "run_tac",
    "#eval",
    "#eval!",
    "initialize",
    "builtin_initialize",
    "debug",
    "skipKernelTC",
    "Lean",
];

/// The forbidden words that a text uses.
pub(super) fn forbidden(text: &str) -> Vec<String> {
    let code = without_comments(text);
    let words: Vec<&str> =
        code.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '\'' || c == '!' || c == '#')).collect();
    FORBIDDEN.iter().filter(|word| words.contains(word)).map(|word| (*word).to_owned()).collect()
}

/// Block comments nest, a line comment ends with its line, and a backslash in a string hides what follows it.
fn without_comments(text: &str) -> String {
    let (mut code, mut depth) = (String::with_capacity(text.len()), 0_usize);
    let (mut in_line, mut in_string) = (false, false);
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let next = rest.peek().copied();
        match (c, next) {
            ('\n', _) if in_line => {
                in_line = false;
                code.push(c);
            }
            _ if in_line => {}
            ('\\', Some(_)) if in_string => {
                rest.next();
            }
            ('"', _) if depth == 0 => {
                in_string = !in_string;
                code.push(' ');
            }
            _ if in_string => {}
            ('/', Some('-')) => {
                rest.next();
                depth += 1;
            }
            ('-', Some('/')) if depth > 0 => {
                rest.next();
                depth -= 1;
                code.push(' ');
            }
            _ if depth > 0 => {}
            // A quote character is no beginning of a string.
            ('\'', Some('"')) => {
                rest.next();
            }
            ('-', Some('-')) => in_line = true,
            _ => code.push(c),
        }
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_strings_say_nothing() {
        let text = "theorem a : True := trivial -- sorry\n/- axiom /- macro -/ sorry -/ def s := \"sorry \\\" sorry\" ++ \"x\"\n";
        assert_eq!(forbidden(text), Vec::<String>::new());
        let words = without_comments(text).split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(words, "theorem a : True := trivial def s := ++");
    }

    #[test]
    fn what_is_said_is_found() {
        assert_eq!(forbidden("theorem a : False := by\n  sorry"), ["sorry"]);
        assert_eq!(
            forbidden("import Lean\nopen Lean\n#eval 1\nset_option debug.skipKernelTC true"),
            ["#eval", "debug", "skipKernelTC", "Lean"]
        );
        assert_eq!(forbidden("def c := '\"' axiom x : False --\""), ["axiom"]);
        assert_eq!(forbidden("theorem sorry_free (admits : True) (eval : Nat) : True := admits"), Vec::<String>::new());
    }
}
