//! Where models are served.

use crate::Family;
use crate::key::{Key, variable};

/// A model at a place.
#[derive(Clone, Debug)]
pub struct Endpoint {
    /// As it was asked for: `openai/gpt-x`.
    pub name: String,
    pub family: Family,
    pub base_url: String,
    /// The model's name at that place.
    pub model: String,
    pub key: Option<Key>,
}

/// A place that is known by name.
pub struct Provider {
    pub name: &'static str,
    family: Family,
    base_url: &'static str,
    /// Variables with another base URL and with the key.
    base_variable: &'static str,
    key_variable: &'static str,
    needs_key: bool,
}

/// What the command line knows as `NAME/MODEL`.
pub const PROVIDERS: [Provider; 10] = [
    hosted("openai", Family::OpenAiChat, "https://api.openai.com/v1", "OPENAI_BASE_URL", "OPENAI_API_KEY"),
    hosted("openai-responses", Family::OpenAiResponses, "https://api.openai.com/v1", "OPENAI_BASE_URL", "OPENAI_API_KEY"),
    hosted("anthropic", Family::Anthropic, "https://api.anthropic.com", "ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY"),
    hosted("gemini", Family::Gemini, "https://generativelanguage.googleapis.com/v1beta", "GEMINI_BASE_URL", "GEMINI_API_KEY"),
    hosted("openrouter", Family::OpenAiChat, "https://openrouter.ai/api/v1", "OPENROUTER_BASE_URL", "OPENROUTER_API_KEY"),
    hosted("azure", Family::OpenAiChat, "", "AZURE_OPENAI_BASE_URL", "AZURE_OPENAI_API_KEY"),
    local("vllm", "http://127.0.0.1:8000/v1", "VLLM_BASE_URL", "VLLM_API_KEY"),
    local("sglang", "http://127.0.0.1:30000/v1", "SGLANG_BASE_URL", "SGLANG_API_KEY"),
    local("llamacpp", "http://127.0.0.1:8080/v1", "LLAMACPP_BASE_URL", "LLAMACPP_API_KEY"),
    local("compatible", "", "COMPATIBLE_BASE_URL", "COMPATIBLE_API_KEY"),
];

const fn hosted(
    name: &'static str,
    family: Family,
    base_url: &'static str,
    base_variable: &'static str,
    key_variable: &'static str,
) -> Provider {
    Provider { name, family, base_url, base_variable, key_variable, needs_key: true }
}

const fn local(name: &'static str, base_url: &'static str, base_variable: &'static str, key_variable: &'static str) -> Provider {
    Provider { name, family: Family::OpenAiChat, base_url, base_variable, key_variable, needs_key: false }
}

impl Endpoint {
    /// Finds `PROVIDER/MODEL`. A base URL or the name of the key's variable may be given instead of the usual ones.
    pub fn find(name: &str, base_url: Option<&str>, key_variable: Option<&str>) -> Result<Self, String> {
        let known = || PROVIDERS.iter().map(|provider| provider.name).collect::<Vec<_>>().join(", ");
        let Some((provider, model)) = name.split_once('/').filter(|(_, model)| !model.is_empty()) else {
            return Err(format!("the model {name:?} must be written as PROVIDER/MODEL; providers are {}", known()));
        };
        let Some(provider) = PROVIDERS.iter().find(|known| known.name == provider) else {
            return Err(format!("there is no provider {provider:?}; there are {}", known()));
        };
        let base_url = base_url.map(str::to_owned).or_else(|| variable(provider.base_variable));
        let base_url = base_url.unwrap_or_else(|| provider.base_url.to_owned());
        let base_url = if base_url.contains('?') { base_url } else { base_url.trim_end_matches('/').to_owned() };
        let host = base_url.split("://").nth(1).and_then(|rest| rest.split(['/', '?']).next()).unwrap_or_default();
        if host.contains('@') {
            return Err("a base URL is recorded, so it must not hold a password: give a key in the environment instead".into());
        }
        if !base_url.starts_with("http://") && !base_url.starts_with("https://") {
            return Err(match base_url.as_str() {
                "" => format!("{} needs a base URL: set base_url or {}", provider.name, provider.base_variable),
                other => format!("the base URL {other:?} must begin with http:// or https://"),
            });
        }
        let name_of_key = key_variable.unwrap_or(provider.key_variable);
        let key = variable(name_of_key).map(|secret| Key::new(secret.trim()));
        if key.is_none() && key_variable.is_some() {
            // Not repeated: people put the key itself there.
            return Err("key_variable must be the name of a variable that is set in the environment or in a .env file".into());
        }
        if key.is_none() && provider.needs_key {
            return Err(format!("{} needs a key: set {name_of_key} in the environment or in a .env file", provider.name));
        }
        Ok(Self { name: name.into(), family: provider.family, base_url, model: model.into(), key })
    }

    /// A text from outside without the key in it.
    pub(crate) fn scrub(&self, text: &str) -> String {
        self.key.as_ref().map_or_else(|| text.to_owned(), |key| key.scrub(text))
    }

    /// Whether it is on this very machine, where no proxy is wanted.
    pub(crate) fn is_loopback(&self) -> bool {
        let host = self.base_url.split("://").nth(1).unwrap_or_default();
        ["127.", "localhost", "[::1]"].iter().any(|prefix| host.starts_with(prefix))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_are_found_and_what_is_missing_is_named() {
        let found = Endpoint::find("vllm/Qwen/Qwen3-VL", None, None).unwrap();
        assert_eq!((found.model.as_str(), found.base_url.as_str()), ("Qwen/Qwen3-VL", "http://127.0.0.1:8000/v1"));
        let found = Endpoint::find("compatible/m", Some("http://host:1/v1/"), None).unwrap();
        assert_eq!(found.base_url, "http://host:1/v1");
        for (name, base, part) in [
            ("gpt-x", None, "must be written as PROVIDER/MODEL; providers are openai, "),
            ("opnai/x", None, "there is no provider \"opnai\"; there are openai, "),
            ("compatible/x", None, "needs a base URL: set base_url or COMPATIBLE_BASE_URL"),
            ("vllm/x", Some("host:80"), "must begin with http://"),
        ] {
            let problem = Endpoint::find(name, base, None).unwrap_err();
            assert!(problem.contains(part), "{problem}");
        }
        for (provider, base) in [("openai/x", None), ("vllm/x", None)] {
            let problem = Endpoint::find(provider, base, Some("sk-a-key-itself")).unwrap_err();
            assert!(problem.contains("the name of a variable") && !problem.contains("sk-"), "{problem}");
        }
        let problem = Endpoint::find("vllm/x", Some("http://joe:secret@host/v1"), None).unwrap_err();
        assert!(problem.contains("must not hold a password") && !problem.contains("secret"), "{problem}");
    }
}
