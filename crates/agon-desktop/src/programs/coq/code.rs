//! What a Coq text says, without its comments and strings.

/// Ways of leaving a proof open or the kernel's rules aside. What they come to is found by Coq itself; these are named so that
/// marks can say what was wrong.
const FORBIDDEN: [&[&str]; 16] = [
    &["Admitted"],
    &["admit"],
    &["give_up"],
    &["Axiom"],
    &["Axioms"],
    &["Parameter"],
    &["Parameters"],
    &["Conjecture"],
    &["Conjectures"],
    &["Universe", "Checking"],
    &["Guard", "Checking"],
    &["Positivity", "Checking"],
    &["bypass_check"],
    &["Declare", "ML", "Module"],
    &["Load"],
    &["Redirect"],
];

/// The forbidden words that a text uses.
pub(super) fn forbidden(text: &str) -> Vec<String> {
    let code = without_comments(text);
    let words: Vec<&str> =
        code.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '\'')).filter(|word| !word.is_empty()).collect();
    let used = |phrase: &&&[&str]| words.windows(phrase.len()).any(|window| window == **phrase);
    FORBIDDEN.iter().filter(used).map(|phrase| phrase.join(" ")).collect()
}

/// Comments nest, strings in comments hide their ends, and a doubled quote in a string is a quote.
fn without_comments(text: &str) -> String {
    let (mut code, mut depth, mut in_string) = (String::with_capacity(text.len()), 0_usize, false);
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match (c, rest.peek()) {
            ('"', _) => {
                in_string = !in_string;
                code.push(' ');
            }
            _ if in_string => {}
            ('(', Some('*')) => {
                rest.next();
                depth += 1;
            }
            ('*', Some(')')) if depth > 0 => {
                rest.next();
                depth -= 1;
                code.push(' ');
            }
            _ if depth > 0 => {}
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
        let text = "Lemma a : True. (* Admitted (* \"*)\" *) admit *) Proof. idtac \"Axiom \"\"x\". exact I. Qed.";
        assert_eq!(
            without_comments(text).split_whitespace().collect::<Vec<_>>().join(" "),
            "Lemma a : True. Proof. idtac . exact I. Qed."
        );
        assert_eq!(forbidden(text), Vec::<String>::new());
    }

    #[test]
    fn what_is_said_is_found_however_it_is_spaced() {
        let text = "Unset\n Guard(* *)Checking. Proof. admit. Admitted. Axiom x:True.";
        assert_eq!(forbidden(text), ["Admitted", "admit", "Axiom", "Guard Checking"]);
        assert_eq!(forbidden("Lemma admits : my_Axiom = Axiom'."), Vec::<String>::new());
    }
}
