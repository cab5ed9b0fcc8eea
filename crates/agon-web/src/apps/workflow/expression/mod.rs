//! Expressions, compared by what they mean: white space, quotes, parentheses that change nothing, and which side of a comparison stands first
//! do not matter.

mod parse;
mod tokens;

/// How equality is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Equality {
    /// `===` and `==` are different.
    Strict,
    /// They are the same: a task may say so.
    Loose,
}

/// A form that expressions of one meaning share. What cannot be read is itself, without outer and doubled white space.
pub(super) fn canonical(text: &str, equality: Equality) -> String {
    let read = tokens::tokens(text).and_then(|tokens| parse::canonical(&tokens, equality));
    read.unwrap_or_else(|| format!("text {}", text.split_whitespace().collect::<Vec<_>>().join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(one: &str, other: &str) -> bool {
        canonical(one, Equality::Strict) == canonical(other, Equality::Strict)
    }

    #[test]
    fn what_means_the_same_is_the_same() {
        for (one, other) in [
            ("item.value > 5", "item.value>5"),
            ("item.value > 5", "5 < item.value"),
            ("item.value > 5", "(item.value > (5.0));"),
            ("item.country === \"UK\"", "item.country === 'UK'"),
            ("item.country === 'UK'", "'UK' === item['country']"),
            ("item.email.includes(\".org\")", "item.email.includes( '.org' )"),
            ("item.address?.city === \"Gwenborough\"", "item.address?.city==='Gwenborough'"),
            ("({ counter: (item.counter || 0) + 1 })", "{ counter: (item.counter||0)+1 }"),
            ("({ id: item.id, name: item.name })", "{ name: item.name, id: item.id }"),
            ("item.value * 2", "2 * item.value"),
            ("a && b || c", "(a && b) || c"),
            ("1e3", "1000"),
            ("x => x + 1", "(x) => (x + 1)"),
            ("not an (expression", "  not  an (expression "),
        ] {
            assert!(same(one, other), "{one} and {other}: {}", canonical(one, Equality::Strict));
        }
    }

    #[test]
    fn what_means_something_else_is_not() {
        for (one, other) in [
            ("item.value > 5", "item.value >= 5"),
            ("item.value > 5", "item.value < 5"),
            ("item.value > 5", "item.value > 50"),
            ("item.country === 'UK'", "item.country === 'uk'"),
            ("item.country === 'UK'", "item.country == 'UK'"),
            ("item.country === 'UK'", "item.country === UK"),
            ("item.value - 2", "2 - item.value"),
            ("'a' + b", "b + 'a'"),
            ("item.address?.city", "item.address.city"),
            ("a && (b || c)", "a && b || c"),
            ("item.a.b", "item.b.a"),
            ("f(a, b)", "f(b, a)"),
            ("!a", "a"),
            ("a ? b : c", "a ? c : b"),
            ("'1'", "1"),
            ("{ a: 1, ...b }", "{ ...b, a: 1 }"),
        ] {
            assert!(!same(one, other), "{one} and {other}");
        }
    }

    #[test]
    fn equality_is_loose_where_a_task_says_so() {
        let loose = |text| canonical(text, Equality::Loose);
        assert_eq!(loose("item.active === true"), loose("true == item.active"));
        assert_eq!(loose("a !== b"), loose("a != b"));
        assert_ne!(loose("a === b"), loose("a !== b"));
    }

    #[test]
    fn nothing_makes_it_fail() {
        for text in [
            "",
            "(",
            "((((",
            "a.",
            "'",
            "`",
            "\\",
            "a ? b",
            "{a",
            "[,]",
            "é",
            "1e",
            "...",
            &"(".repeat(10_000),
            &"!".repeat(10_000),
        ] {
            let _ = canonical(text, Equality::Strict);
        }
    }
}
