//! API keys: they come from the environment and go nowhere but into a header.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// A secret. It cannot be printed or serialised.
#[derive(Clone)]
pub struct ApiKey(Arc<str>);

impl ApiKey {
    pub fn new(secret: &str) -> Self {
        Self(secret.into())
    }

    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }

    /// Text from outside with the key taken out: services echo keys in their errors.
    pub(crate) fn scrub(&self, text: &str) -> String {
        // A short "key" is a placeholder for servers that want none, and would tear holes into ordinary words.
        if self.0.len() < 8 { text.to_owned() } else { text.replace(&*self.0, "[key]") }
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ApiKey(…)")
    }
}

/// A variable of the environment, or of the `.env` file in the working folder. Empty is as good as unset.
pub(crate) fn variable(name: &str) -> Option<String> {
    let set = std::env::var(name).ok().or_else(|| from_file(Path::new(".env"), name));
    set.filter(|value| !value.trim().is_empty())
}

fn from_file(path: &Path, name: &str) -> Option<String> {
    let text = std::fs::read_to_string(path).ok()?;
    text.lines().find_map(|line| {
        let line = line.trim();
        let (key, value) = line.strip_prefix("export ").unwrap_or(line).split_once('=')?;
        (key.trim() == name).then(|| unquoted(value.trim()).to_owned())
    })
}

fn unquoted(value: &str) -> &str {
    let inside = |quote: char| value.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    inside('"').or_else(|| inside('\'')).unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_variables_is_read_as_shells_write_them() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(".env");
        std::fs::write(&path, "# keys\nOTHER=x\nexport A_KEY=\"sk-1=2\"\nB_KEY='two'\nC_KEY = three \n").unwrap();
        for (name, value) in [("A_KEY", Some("sk-1=2")), ("B_KEY", Some("two")), ("C_KEY", Some("three")), ("D_KEY", None)] {
            assert_eq!(from_file(&path, name).as_deref(), value, "{name}");
        }
    }

    #[test]
    fn a_key_is_not_shown() {
        let key = ApiKey::new("sk-very-secret");
        assert!(!format!("{key:?}").contains("secret"));
        assert_eq!(key.scrub("wrong key sk-very-secret given"), "wrong key [key] given");
        assert_eq!(ApiKey::new("none").scrub("there are none"), "there are none");
    }
}
