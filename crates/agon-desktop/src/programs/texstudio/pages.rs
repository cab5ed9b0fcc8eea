//! The words on a document's pages, from the log of a run that was told to write down every box it ships out.
//!
//! Such a log has a line for each node, after as many dots as it is deep: `....\OT1/cmr/m/n/10 a` is a letter, `....\glue 3.33` a space.
//! It also shows lines that are too long for themselves; these stand on the page once more.

/// The log as it would be without the boxes, and the words of all pages between single spaces, in the order of the boxes.
pub(super) fn read(log: &str) -> (String, String) {
    let (mut plain, mut words, mut is_page) = (Vec::new(), Words::default(), false);
    for line in log.lines() {
        match line.starts_with('.') {
            true if is_page => words.node(line),
            true => {}
            false => {
                is_page = line.starts_with("Completed box being shipped out") || is_page && line.starts_with("\\vbox");
                plain.push(line);
            }
        }
    }
    (plain.join("\n"), words.text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The letters and digits of a text, with ligatures as letters: what two ways of reading a page must agree on.
pub(super) fn letters(text: &str) -> String {
    let mut letters = String::new();
    for character in text.chars() {
        match character {
            'ﬀ' => letters.push_str("ff"),
            'ﬁ' => letters.push_str("fi"),
            'ﬂ' => letters.push_str("fl"),
            'ﬃ' => letters.push_str("ffi"),
            'ﬄ' => letters.push_str("ffl"),
            plain if plain.is_ascii_alphanumeric() => letters.push(plain),
            _ => {}
        }
    }
    letters
}

#[derive(Default)]
struct Words {
    text: String,
    /// How deep the place stands that was just passed where a word could be broken: what is deeper is not on the page.
    break_depth: Option<usize>,
    /// How long the text was at that place.
    break_at: usize,
    /// The last word was broken, and goes on in the next line.
    is_broken: bool,
}

impl Words {
    fn node(&mut self, line: &str) {
        let node = line.trim_start_matches('.');
        let depth = line.len() - node.len();
        if node.starts_with('|') || self.break_depth.is_some_and(|deep| depth > deep) {
            return;
        }
        self.break_depth = None;
        if node.starts_with("\\discretionary") {
            (self.break_depth, self.break_at) = (Some(depth), self.text.len());
        } else if let Some(character) = character(node) {
            self.text.push_str(character);
            self.is_broken = false;
        } else if node.starts_with("\\glue(\\rightskip)") && self.ends_in_a_break() {
            self.text.pop();
            self.is_broken = true;
        } else if !self.is_broken && (node.starts_with("\\glue") || is_wide_kern(node)) {
            self.text.push(' ');
        }
    }

    /// What stands before a break, a letter or two and the hyphen, follows its place. A hyphen that was written stands before it.
    fn ends_in_a_break(&self) -> bool {
        let since = self.text.get(self.break_at..).unwrap_or_default();
        since.ends_with('-') && !since.contains(' ')
    }
}

/// Spaces such as `\,` are kerns. Those that a font sets between letters are written without a space, and are narrower.
fn is_wide_kern(node: &str) -> bool {
    node.strip_prefix("\\kern ").and_then(|width| width.parse::<f64>().ok()).is_some_and(|points| points > 1.0)
}

/// `\OT1/cmr/m/n/10 a`: the encoding of the font says what the sign means.
fn character(node: &str) -> Option<&str> {
    let (font, sign) = node.strip_prefix('\\')?.split_once(' ')?;
    let is_font = font.matches('/').count() == 4 && font.chars().all(|c| c.is_ascii_alphanumeric() || "/.+-".contains(c));
    let ligature = sign.split_once("(ligature ").map(|(_, letters)| letters.trim_end_matches(')'));
    let encoding = font.split('/').next();
    is_font.then_some(match (encoding, sign) {
        (Some("OML"), ":") => ".",
        (Some("OML"), ";") => ",",
        (Some("OMS"), "^^@") => "-",
        _ if ligature.is_some() => ligature.unwrap_or_default(),
        _ if sign.chars().count() == 1 => sign,
        _ => "?",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_ligatures_and_mathematics() {
        let log = "This is pdfTeX\nOverfull \\hbox\n\\hbox(1.0+0.0)x3.0\n.\\OT1/cmr/m/n/10 q\n\nCompleted box being shipped out [1]\n\
            \\vbox(1.0+0.0)x3.0\n..\\OT1/cmr/m/n/10 o\n..\\OT1/cmr/m/n/10 ^^N (ligature ffi)\n..\\kern-0.27\n\
            ..\\OT1/cmr/m/n/10 x\n..\\glue 3.3 plus 1.6\n..\\mathon\n..\\OMS/cmsy/m/n/10 ^^@\n..\\OT1/cmr/m/n/10 4\n..\\OML/cmm/m/it/10 :\n\
            ..\\OT1/cmr/m/n/10 5\n..\\kern 1.66\n..\\OT1/cmr/m/n/10 m\n..\\write1{\\a/b/c/d/e x}\nThe end";
        let (plain, words) = read(log);
        assert_eq!(words, "offix -4.5 m");
        assert!(plain.starts_with("This is pdfTeX\n") && plain.ends_with("\nThe end") && !plain.contains("cmr"), "{plain}");
    }

    #[test]
    fn words_are_put_together_again() {
        let log = "Completed box being shipped out [1]\n\\vbox\n..\\OT1/cmr/m/n/10 a\n..\\discretionary\n..\\OT1/cmr/m/n/10 e\n..\\OT1/cmr/m/n/10 -\n..\\glue(\\rightskip) 0.0\n.\\penalty 100\n\
            .\\glue(\\baselineskip) 5.0\n.\\hbox(1+0)x3\n..\\OT1/cmr/m/n/10 b\n..\\discretionary\n...\\OT1/cmr/m/n/10 -\n...|\\OT1/cmr/m/n/10 q\n\
            ..\\OT1/cmr/m/n/10 c\n..\\OT1/cmr/m/n/10 -\n..\\discretionary\n..\\glue(\\rightskip) 0.0\n..\\OT1/cmr/m/n/10 d";
        assert_eq!(read(log).1, "aebc- d");
    }
}
