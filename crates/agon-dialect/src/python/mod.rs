//! A small part of Python, read and never run: calls with plain values, assignments of plain values, imports of two modules.
//!
//! Whatever else there is (loops, definitions, calls within calls) is refused with the number of its line.

mod lexer;
mod parser;
mod values;

pub(crate) use parser::calls;

/// A call that stands alone, in the order it was written.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Statement {
    pub(crate) line: usize,
    /// With its module, `pyautogui.click`, whatever the code calls the module; or bare.
    pub(crate) name: String,
    pub(crate) args: Vec<Literal>,
    pub(crate) keywords: Vec<(String, Literal)>,
}

/// A plain value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Literal {
    None,
    Bool(bool),
    Number(f64),
    Text(String),
    /// A tuple or list of plain values, never of lists: nothing can grow by being nested.
    List(Vec<Literal>),
    /// `tag_3`: the name of a label on the screen.
    Label(u32),
}

/// A text as a Python string.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('\'');
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\'' => out.push_str("\\'"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            // A row of backticks would end the fence that the code stands in.
            '`' => out.push_str("\\x60"),
            c if c.is_control() && (c as u32) < 256 => out.push_str(&format!("\\x{:02x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('\'');
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn one(code: &str) -> Statement {
        let mut statements = calls(code).unwrap();
        assert_eq!(statements.len(), 1, "{code}");
        statements.remove(0)
    }

    fn numbers(values: &[f64]) -> Vec<Literal> {
        values.iter().copied().map(Literal::Number).collect()
    }

    #[test]
    fn arguments_are_worked_out() {
        assert_eq!(one("click(10, 2 + 3 * 4)").args, numbers(&[10.0, 14.0]));
        assert_eq!(one("x, y = 10, 20\nclick(x, -y)").args, numbers(&[10.0, -20.0]));
        assert_eq!(one("place = (1, 2)\nclick(*place)").args, numbers(&[1.0, 2.0]));
        assert_eq!(one("place = [7, 9]; click(place[1] // 2, 1e2)").args, numbers(&[4.0, 100.0]));
        assert_eq!(one("a, b = (1, 2), (3, 4)\nclick(*b, a[0])").args, numbers(&[3.0, 4.0, 1.0]));
        assert_eq!(one("place = 1, 2,\nx, y = place\nclick(y)").args, numbers(&[2.0]));
        assert_eq!(one("click(*tag_3)").args, [Literal::Label(3)]);
        assert_eq!(one("write('a' \"b\" + r'\\n')").args, [Literal::Text("ab\\n".into())]);
        assert_eq!(one("write('''one\n'two' ''')").args, [Literal::Text("one\n'two' ".into())]);
        assert_eq!(one("write('\\x41\\u00e9\\'\\q', interval=0.1,)").args, [Literal::Text("Aé'\\q".into())]);
        assert_eq!(one("import pyautogui as pg  # the usual\npg.click(\n  1,\n  2)").name, "pyautogui.click");
        assert_eq!(one("pyautogui.PAUSE = 1\nclick()").line, 2);
        assert_eq!(calls("").unwrap(), []);
    }

    #[test]
    fn everything_else_is_refused_with_its_line() {
        for (code, part) in [
            ("click()\nfor i in range(3):\n  click()", "line 2: 'for'"),
            ("import os\nos.system('rm -rf /')", "line 1: the module os is not available"),
            ("\n\n__import__('os').system('ls')", "line 3: '.'"),
            ("pyautogui.click.__class__()", "'.' is not understood"),
            ("x = open('f')", "'open' is not understood"),
            ("click(x)", "'x' has no value"),
            ("write(f'{x}')", "strings that begin with f"),
            ("write('abc)", "not closed"),
            ("click(1, 2", "ends too early"),
            ("click(1 2)", "'2' is not understood"),
            ("click(1e999)", "not a number"),
            ("click(1 / 0)", "not a number"),
            ("os.environ = 3", "'os.environ ='"),
            ("x, y = 1", "as many values"),
            ("a = (1, 2)\nb = (a, a)", "line 2: only short lists"),
            ("def f(): pass", "line 1: 'def'"),
            ("click() @ 3", "'@' is not understood"),
            ("while True:\n  x = 'abc", "line 1: 'while'"),
            ("a = 'x' * 1000000000", "only numbers"),
            ("click() click()", "'click' is not understood"),
            ("3", "'3' is not understood"),
        ] {
            let error = calls(code).unwrap_err();
            assert!(error.contains(part), "{code:?} gave {error:?}");
        }
        assert!(calls(&format!("click({}1{})", "(".repeat(5000), ")".repeat(5000))).unwrap_err().contains("too deep"));
        assert!(calls(&"a = 1\n".repeat(5000)).unwrap_err().contains("statements"));
        assert!(calls(&format!("a = 'xxxxxxxx'\n{}", "a = a + a\n".repeat(60))).is_err(), "nothing doubles for ever");
    }

    proptest! {
        #[test]
        fn strings_round_trip(text in "(?s).{0,60}") {
            prop_assert_eq!(one(&format!("write({})", quoted(&text))).args, vec![Literal::Text(text)]);
        }

        #[test]
        fn nothing_panics(code in "(click|tag_1|import|from|time|x|\\(|\\)|\\[|\\]|,|=|\\*|/|-|'|\"|\\\\|[0-9e.]|é|\n|;|#| )*") {
            let _ = calls(&code);
        }
    }
}
