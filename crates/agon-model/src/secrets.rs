//! Settings that hold a key although they are recorded. Keys come from the environment, so such a setting is refused.

use serde_json::Value;

/// What is wrong with a base URL that holds a key, in words that do not repeat it.
pub fn secret_in_url(url: &str) -> Option<String> {
    let query = url.split_once('?')?.1;
    let held = query.split(['&', ';']).find_map(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        (is_secret_name(name) || is_secret_value(value)).then_some(name)
    })?;
    Some(format!(
        "{} in a base URL looks like a key, and base URLs are recorded: give the key in the environment instead",
        shown(held)
    ))
}

/// What is wrong with a table of settings that holds a key somewhere within.
pub fn secret_in_settings(settings: &Value, within: &str) -> Option<String> {
    let told =
        |name: &str| Some(format!("{name} looks like a key, and settings are recorded: give the key in the environment instead"));
    match settings {
        Value::Object(map) => map.iter().find_map(|(name, value)| {
            let whole = format!("{within}.{}", shown(name));
            let is_held = is_secret_name(name) && !matches!(value, Value::Null | Value::Bool(_) | Value::Number(_));
            if is_held { told(&whole) } else { secret_in_settings(value, &whole) }
        }),
        Value::Array(items) => items.iter().find_map(|item| secret_in_settings(item, within)),
        Value::String(text) if is_secret_value(text) => told(within),
        _ => None,
    }
}

/// Names under which services take keys. `max_tokens` is not one of them.
fn is_secret_name(name: &str) -> bool {
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    let ends = [
        "apikey",
        "secret",
        "password",
        "passwd",
        "accesstoken",
        "authtoken",
        "bearertoken",
        "secretkey",
        "accesskey",
        "authorization",
    ];
    let whole = ["key", "token", "auth", "bearer", "credential", "credentials", "sig", "signature", "subscriptionkey", "cookie"];
    ends.iter().any(|end| plain.ends_with(end)) || whole.contains(&plain.as_str())
}

/// What keys of well-known services begin with.
fn is_secret_value(value: &str) -> bool {
    let begins = ["sk-", "sk_", "Bearer ", "AIza", "ya29.", "xai-", "gsk_", "hf_", "ABSK", "AKIA", "github_pat_", "ghp_"];
    begins.iter().any(|begin| value.strip_prefix(begin).is_some_and(|rest| rest.len() >= 8))
}

/// A name as it may be told: people put the key itself in all sorts of places.
fn shown(name: &str) -> &str {
    if is_secret_value(name) || name.len() > 40 { "a name" } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn keys_are_found_and_not_repeated() {
        for url in [
            "https://h/v1?api_key=hunter2secret",
            "https://h/v1?api-version=1&key=hunter2secret",
            "https://h/v1?x=sk-hunter2secret",
            "https://h/v1?sk-hunter2secret",
            "https://h/v1?subscription-key=hunter2secret",
        ] {
            let problem = secret_in_url(url).unwrap_or_default();
            assert!(problem.contains("looks like a key") && !problem.contains("hunter2"), "{url}: {problem}");
        }
        for url in ["https://h/v1", "https://h/v1?api-version=2026-01-01", "https://h/key/v1"] {
            assert_eq!(secret_in_url(url), None, "{url}");
        }
        for extra in [
            json!({"api_key": "hunter2"}),
            json!({"headers": {"Authorization": "hunter2"}}),
            json!({"provider": [{"token": "hunter2"}]}),
            json!({"user": "sk-hunter2hunter2"}),
        ] {
            let problem = secret_in_settings(&extra, "extra").unwrap_or_default();
            assert!(problem.contains("looks like a key") && !problem.contains("hunter2"), "{extra}: {problem}");
        }
        for extra in [
            json!({"max_tokens": 5, "top_k": 3}),
            json!({"thinking": {"type": "disabled"}}),
            json!({"key": 3}),
            json!({"user": "me"}),
        ] {
            assert_eq!(secret_in_settings(&extra, "extra"), None, "{extra}");
        }
    }
}
