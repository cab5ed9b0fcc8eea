//! Where models are served.

use crate::key::{ApiKey, variable};
use crate::secrets::secret_in_url;
use crate::{Family, SetupError};

/// A model at a place.
#[derive(Clone, Debug)]
pub struct Endpoint {
    /// As it was asked for: `openai/gpt-x`.
    pub name: String,
    pub family: Family,
    pub base_url: String,
    /// The model's name at that place.
    pub model: String,
    pub key: Option<ApiKey>,
    pub auth: Auth,
}

/// How a service wants its key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Auth {
    /// As the inventor of its API does.
    #[default]
    Usual,
    /// `Authorization: Bearer KEY`.
    Bearer,
    /// `api-key: KEY`, which is Azure's way.
    ApiKey,
}

/// A place that is known by name.
pub struct Provider {
    pub name: &'static str,
    pub(crate) family: Family,
    /// Variables of the environment stand in braces.
    base_url: &'static str,
    /// Variables with another base URL and with the key.
    base_variable: &'static str,
    key_variable: &'static str,
    needs_key: bool,
    auth: Auth,
}

/// What the command line knows as `NAME/MODEL`.
pub const PROVIDERS: [Provider; 18] = [
    hosted("openai", Family::OpenAiChat, "https://api.openai.com/v1", "OPENAI_BASE_URL", "OPENAI_API_KEY"),
    hosted("openai-responses", Family::OpenAiResponses, "https://api.openai.com/v1", "OPENAI_BASE_URL", "OPENAI_API_KEY"),
    hosted("anthropic", Family::Anthropic, "https://api.anthropic.com", "ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY"),
    hosted("gemini", Family::Gemini, "https://generativelanguage.googleapis.com/v1beta", "GEMINI_BASE_URL", "GEMINI_API_KEY"),
    hosted("vertex", Family::Gemini, VERTEX, "VERTEX_BASE_URL", "VERTEX_ACCESS_TOKEN").with(Auth::Bearer),
    hosted("openrouter", Family::OpenAiChat, "https://openrouter.ai/api/v1", "OPENROUTER_BASE_URL", "OPENROUTER_API_KEY"),
    hosted("azure", Family::OpenAiChat, "", "AZURE_OPENAI_BASE_URL", "AZURE_OPENAI_API_KEY").with(Auth::ApiKey),
    hosted("azure-responses", Family::OpenAiResponses, "", "AZURE_OPENAI_BASE_URL", "AZURE_OPENAI_API_KEY").with(Auth::ApiKey),
    hosted("bedrock", Family::OpenAiChat, BEDROCK, "BEDROCK_BASE_URL", "AWS_BEARER_TOKEN_BEDROCK"),
    hosted("bedrock-anthropic", Family::Anthropic, BEDROCK_ANTHROPIC, "BEDROCK_ANTHROPIC_BASE_URL", "AWS_BEARER_TOKEN_BEDROCK"),
    hosted("xai", Family::OpenAiChat, "https://api.x.ai/v1", "XAI_BASE_URL", "XAI_API_KEY"),
    hosted("mistral", Family::OpenAiChat, "https://api.mistral.ai/v1", "MISTRAL_BASE_URL", "MISTRAL_API_KEY"),
    hosted("deepseek", Family::OpenAiChat, "https://api.deepseek.com", "DEEPSEEK_BASE_URL", "DEEPSEEK_API_KEY"),
    local("ollama", "http://127.0.0.1:11434/v1", "OLLAMA_BASE_URL", "OLLAMA_API_KEY"),
    local("vllm", "http://127.0.0.1:8000/v1", "VLLM_BASE_URL", "VLLM_API_KEY"),
    local("sglang", "http://127.0.0.1:30000/v1", "SGLANG_BASE_URL", "SGLANG_API_KEY"),
    local("llamacpp", "http://127.0.0.1:8080/v1", "LLAMACPP_BASE_URL", "LLAMACPP_API_KEY"),
    local("compatible", "", "COMPATIBLE_BASE_URL", "COMPATIBLE_API_KEY"),
];

const VERTEX: &str = "https://aiplatform.googleapis.com/v1/projects/{GOOGLE_CLOUD_PROJECT}/locations/global/publishers/google";
const BEDROCK: &str = "https://bedrock-runtime.{AWS_REGION}.amazonaws.com/openai/v1";
const BEDROCK_ANTHROPIC: &str = "https://bedrock-mantle.{AWS_REGION}.api.aws/anthropic";

const fn hosted(
    name: &'static str,
    family: Family,
    base_url: &'static str,
    base_variable: &'static str,
    key_variable: &'static str,
) -> Provider {
    Provider { name, family, base_url, base_variable, key_variable, needs_key: true, auth: Auth::Usual }
}

const fn local(name: &'static str, base_url: &'static str, base_variable: &'static str, key_variable: &'static str) -> Provider {
    Provider { name, family: Family::OpenAiChat, base_url, base_variable, key_variable, needs_key: false, auth: Auth::Usual }
}

impl Provider {
    const fn with(self, auth: Auth) -> Self {
        Self { auth, ..self }
    }

    /// The provider of a model's name, if it is one that is known.
    pub(crate) fn of(name: &str) -> Option<(&'static Self, &str)> {
        let (provider, model) = name.split_once('/').filter(|(_, model)| !model.is_empty())?;
        Some((PROVIDERS.iter().find(|known| known.name == provider)?, model))
    }

    /// Where it is, by its setting, its variable, or its own name.
    fn base_url(&self, given: Option<&str>) -> Result<String, String> {
        if let Some(base) = given.map(str::to_owned).or_else(|| variable(self.base_variable)) {
            return Ok(base);
        }
        let Some((before, rest)) = self.base_url.split_once('{') else { return Ok(self.base_url.to_owned()) };
        let (name, after) = rest.split_once('}').unwrap_or((rest, ""));
        let value =
            variable(name).ok_or_else(|| format!("{} needs {name} or {} in the environment", self.name, self.base_variable))?;
        Ok(format!("{before}{}{after}", value.trim()))
    }
}

impl Endpoint {
    /// Finds `PROVIDER/MODEL`. A base URL or the name of the key's variable may be given instead of the usual ones.
    pub fn find(name: &str, base_url: Option<&str>, key_variable: Option<&str>) -> Result<Self, SetupError> {
        Self::look_up(name, base_url, key_variable).map_err(SetupError::Endpoint)
    }

    fn look_up(name: &str, base_url: Option<&str>, key_variable: Option<&str>) -> Result<Self, String> {
        let known = || PROVIDERS.iter().map(|provider| provider.name).collect::<Vec<_>>().join(", ");
        let Some((provider, model)) = name.split_once('/').filter(|(_, model)| !model.is_empty()) else {
            return Err(format!("the model {name:?} must be written as PROVIDER/MODEL; providers are {}", known()));
        };
        let Some(provider) = PROVIDERS.iter().find(|known| known.name == provider) else {
            return Err(format!("there is no provider {provider:?}; there are {}", known()));
        };
        let base_url = provider.base_url(base_url)?;
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
        if let Some(problem) = secret_in_url(&base_url) {
            return Err(problem);
        }
        let name_of_key = key_variable.unwrap_or(provider.key_variable);
        let key = variable(name_of_key).map(|secret| ApiKey::new(secret.trim()));
        if key.is_none() && key_variable.is_some() {
            // Not repeated: people put the key itself there.
            return Err("key_variable must be the name of a variable that is set in the environment or in a .env file".into());
        }
        if key.is_none() && provider.needs_key {
            return Err(format!("{} needs a key: set {name_of_key} in the environment or in a .env file", provider.name));
        }
        Ok(Self { name: name.into(), family: provider.family, base_url, model: model.into(), key, auth: provider.auth })
    }

    /// A text from outside without the key in it.
    pub(crate) fn scrub(&self, text: &str) -> String {
        self.key.as_ref().map_or_else(|| text.to_owned(), |key| key.scrub(text))
    }

    /// The header that carries the key.
    pub(crate) fn key_header(&self) -> (&'static str, String) {
        let key = self.key.as_ref().map_or("none", |key| key.reveal());
        match self.auth {
            Auth::Usual => self.family.api().key_header(key),
            Auth::Bearer => ("authorization", format!("Bearer {key}")),
            Auth::ApiKey => ("api-key", key.to_owned()),
        }
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
    fn each_service_gets_its_key_as_it_wants_it() {
        let header = |name: &str| {
            let (provider, model) = Provider::of(name).unwrap();
            let key = Some(ApiKey::new("secret"));
            let endpoint = Endpoint {
                name: name.into(),
                family: provider.family,
                base_url: String::new(),
                model: model.into(),
                key,
                auth: provider.auth,
            };
            endpoint.key_header()
        };
        for name in
            ["openai/m", "openrouter/m", "xai/m", "mistral/m", "deepseek/m", "bedrock/m", "vertex/m", "ollama/m", "vllm/m"]
        {
            assert_eq!(header(name), ("authorization", "Bearer secret".to_owned()), "{name}");
        }
        assert_eq!(header("azure/m"), ("api-key", "secret".to_owned()));
        assert_eq!(header("azure-responses/m"), ("api-key", "secret".to_owned()));
        assert_eq!(header("anthropic/m"), ("x-api-key", "secret".to_owned()));
        assert_eq!(header("bedrock-anthropic/m"), ("x-api-key", "secret".to_owned()));
        assert_eq!(header("gemini/m"), ("x-goog-api-key", "secret".to_owned()));
    }

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
            let problem = Endpoint::find(name, base, None).unwrap_err().to_string();
            assert!(problem.contains(part), "{problem}");
        }
        for (provider, base) in [("openai/x", None), ("vllm/x", None)] {
            let problem = Endpoint::find(provider, base, Some("sk-a-key-itself")).unwrap_err().to_string();
            assert!(problem.contains("the name of a variable") && !problem.contains("sk-"), "{problem}");
        }
        let problem = Endpoint::find("vllm/x", Some("http://host/v1?api_key=hunter2"), None).unwrap_err().to_string();
        assert!(problem.contains("api_key") && !problem.contains("hunter2"), "{problem}");
        assert!(Endpoint::find("vllm/x", Some("http://host/v1?api-version=2026-01-01"), None).is_ok());
        let problem = Endpoint::find("vllm/x", Some("http://joe:secret@host/v1"), None).unwrap_err().to_string();
        assert!(problem.contains("must not hold a password") && !problem.contains("secret"), "{problem}");
    }
}
