//! The only two ways for text to get into the page.

/// Text for element content and for attributes in double quotes.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// JSON for the inside of a script element: nothing in it can end the element or begin a comment.
pub(super) fn script_json(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' => escaped.push_str("\\u003c"),
            '>' => escaped.push_str("\\u003e"),
            '&' => escaped.push_str("\\u0026"),
            '\u{2028}' => escaped.push_str("\\u2028"),
            '\u{2029}' => escaped.push_str("\\u2029"),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn markup_becomes_text() {
        assert_eq!(escape("<a href=\"x\" id='y'>&"), "&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;");
    }

    proptest! {
        #[test]
        fn embedded_json_cannot_leave_its_element_and_means_the_same(text in "[<>&/!a-z\"\\\\\u{2028}\u{2029}-]{0,40}") {
            let embedded = script_json(&serde_json::to_string(&text).unwrap());
            let dangerous = ['<', '>', '&', '\u{2028}', '\u{2029}'];
            prop_assert!(!embedded.contains(dangerous));
            prop_assert_eq!(serde_json::from_str::<String>(&embedded).unwrap(), text);
        }
    }
}
