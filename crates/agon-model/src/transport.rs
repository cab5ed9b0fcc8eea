//! One attempt at one call over HTTP.

use crate::api::{Api, Unreadable};
use crate::error::Failure;
use crate::sse::Events;
use crate::{Endpoint, Reply, Request};
use reqwest::header::{CONTENT_TYPE, HeaderMap, RETRY_AFTER};
use reqwest::{Response, StatusCode};
use serde_json::Value;
use std::sync::Once;
use std::time::{Duration, SystemTime};

/// Larger answers are no answers.
const MAX_REPLY_BYTES: usize = 16 << 20;
/// So much of an error's body is read and told.
const MAX_ERROR_BYTES: usize = 64 << 10;
/// Nobody waits longer for what is only nice to know.
const DESCRIBE_TIMEOUT: Duration = Duration::from_secs(5);
const MAX_DETAIL_CHARS: usize = 300;

pub(crate) struct Transport {
    http: reqwest::Client,
    /// For a whole attempt.
    timeout: Duration,
    /// For the next piece of a stream.
    idle: Duration,
    stream: bool,
}

impl Transport {
    pub(crate) fn new(endpoint: &Endpoint, timeout: Duration, idle: Duration, stream: bool) -> Result<Self, String> {
        static PROVIDER: Once = Once::new();
        PROVIDER.call_once(|| {
            // It fails only if somebody else has chosen one already, which is as good.
            let _ = rustls::crypto::ring::default_provider().install_default();
        });
        let mut http = reqwest::Client::builder()
            .user_agent(concat!("agon/", env!("CARGO_PKG_VERSION")))
            // No API redirects; a key is not carried elsewhere.
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(Duration::from_secs(30).min(timeout));
        if endpoint.is_loopback() {
            http = http.no_proxy();
        }
        let http = http.build().map_err(|error| format!("no HTTP client could be made: {error}"))?;
        Ok(Self { http, timeout, idle, stream })
    }

    pub(crate) fn streams(&self) -> bool {
        self.stream
    }

    /// What the service says of its model, if it says anything within a short while.
    pub(crate) async fn describe(&self, endpoint: &Endpoint) -> Option<Value> {
        let address = with_query(endpoint, |base| endpoint.family.api().model_url(base, &endpoint.model));
        let mut request = self.http.get(address);
        for (name, value) in endpoint.family.api().headers(&Request::default()).into_iter().chain([endpoint.key_header()]) {
            request = request.header(name, value);
        }
        let told = async {
            let response = request.send().await.ok().filter(|response| response.status().is_success())?;
            let bytes = read_all(endpoint, response, MAX_ERROR_BYTES).await.ok()?;
            serde_json::from_str(&endpoint.scrub(&String::from_utf8_lossy(&bytes))).ok()
        };
        tokio::time::timeout(DESCRIBE_TIMEOUT, told).await.ok().flatten()
    }

    /// Sends a body and reads the answer.
    pub(crate) async fn send(&self, endpoint: &Endpoint, body: &[u8], headers: &[(String, String)]) -> Result<Reply, Failure> {
        let attempt = self.attempt(endpoint, body, headers);
        match tokio::time::timeout(self.timeout, attempt).await {
            Ok(done) => done,
            Err(_) => Err(Failure::Late(format!("no whole answer within {} s", self.timeout.as_secs_f64()))),
        }
    }

    async fn attempt(&self, endpoint: &Endpoint, body: &[u8], headers: &[(String, String)]) -> Result<Reply, Failure> {
        let api = endpoint.family.api();
        let mut request = self.http.post(address(endpoint, self.stream));
        request = request.header(CONTENT_TYPE, "application/json").body(body.to_vec());
        for (name, value) in headers {
            request = request.header(name, value);
        }
        let response = request.send().await.map_err(|error| broken(endpoint, &error))?;
        if !response.status().is_success() {
            return Err(refusal(endpoint, response).await);
        }
        let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default().to_owned();
        let whole = if self.stream && kind.contains("event-stream") {
            self.read_stream(endpoint, api, response).await?
        } else {
            let bytes = read_all(endpoint, response, MAX_REPLY_BYTES).await?;
            parse(&bytes).map_err(|error| {
                let begin = clipped(&endpoint.scrub(&String::from_utf8_lossy(&bytes[..bytes.len().min(2000)])));
                Failure::Broken(format!("the answer is not whole JSON ({error}; {kind:?}): {begin}"))
            })?
        };
        let reply = api.reply(&whole).map_err(|error| unreadable(endpoint, error))?;
        without_key(endpoint, reply)
    }

    async fn read_stream(&self, endpoint: &Endpoint, api: &dyn Api, mut response: Response) -> Result<Value, Failure> {
        let (mut events, mut answer, mut read) = (Events::default(), api.assembler(), 0);
        let mut take = |data: &[u8]| match data {
            b"[DONE]" => Ok(()),
            data => {
                let event =
                    parse(data).map_err(|error| Failure::Broken(format!("an event of the stream is not whole JSON: {error}")))?;
                answer.event(&event).map_err(|error| unreadable(endpoint, error))
            }
        };
        loop {
            let piece = tokio::time::timeout(self.idle, response.chunk()).await;
            let piece = piece.map_err(|_| Failure::Late(format!("the stream stood still for {} s", self.idle.as_secs_f64())))?;
            let Some(piece) = piece.map_err(|error| broken(endpoint, &error))? else { break };
            read += piece.len();
            if read > MAX_REPLY_BYTES {
                return Err(too_large());
            }
            for event in events.feed(&piece) {
                take(&event)?;
            }
        }
        if let Some(event) = events.rest() {
            take(&event)?;
        }
        answer.finish().map_err(|error| unreadable(endpoint, error))
    }
}

async fn read_all(endpoint: &Endpoint, mut response: Response, most: usize) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    while let Some(piece) = response.chunk().await.map_err(|error| broken(endpoint, &error))? {
        if bytes.len() + piece.len() > most {
            return Err(too_large());
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes)
}

/// A service may say the key back in whatever place; replies are recorded, so it is taken out of all of them.
fn without_key(endpoint: &Endpoint, reply: Reply) -> Result<Reply, Failure> {
    let broken = |error: serde_json::Error| Failure::Broken(format!("the answer holds the key and nothing else: {error}"));
    let text = serde_json::to_string(&reply).map_err(broken)?;
    let scrubbed = endpoint.scrub(&text);
    if scrubbed == text { Ok(reply) } else { serde_json::from_str(&scrubbed).map_err(broken) }
}

/// The API's address below the base URL; a query that the base URL ends with, as Azure's does, comes last.
fn address(endpoint: &Endpoint, stream: bool) -> String {
    with_query(endpoint, |base| endpoint.family.api().url(base, &endpoint.model, stream))
}

fn with_query(endpoint: &Endpoint, url: impl Fn(&str) -> String) -> String {
    let (base, query) =
        endpoint.base_url.split_once('?').map_or((endpoint.base_url.as_str(), None), |(base, query)| (base, Some(query)));
    let url = url(base.trim_end_matches('/'));
    match query {
        None => url,
        Some(query) => format!("{url}{}{query}", if url.contains('?') { '&' } else { '?' }),
    }
}

/// Reads JSON. A model cut off in the middle of a character leaves half of an escaped pair behind, which is the model's
/// doing and no fault of the service.
fn parse(bytes: &[u8]) -> Result<Value, serde_json::Error> {
    serde_json::from_slice(bytes).or_else(|error| match std::str::from_utf8(bytes).ok().and_then(without_halves) {
        Some(mended) => serde_json::from_str(&mended),
        None => Err(error),
    })
}

/// The text with every half of a surrogate pair replaced; `None` if there is none.
fn without_halves(text: &str) -> Option<String> {
    let code = |at: usize| {
        let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
        u16::from_str_radix(digits, 16).ok()
    };
    let (mut out, mut at, mut found) = (String::with_capacity(text.len()), 0, false);
    while let Some(c) = text[at..].chars().next() {
        let (length, written) = match (c, code(at)) {
            ('\\', Some(0xd800..=0xdbff)) if matches!(code(at + 6), Some(0xdc00..=0xdfff)) => (12, None),
            ('\\', Some(0xd800..=0xdfff)) => (6, Some("\\ufffd")),
            // Whatever else is escaped: its second character opens nothing.
            ('\\', _) => (1 + text[at + 1..].chars().next().map_or(0, char::len_utf8), None),
            _ => (c.len_utf8(), None),
        };
        found |= written.is_some();
        out.push_str(written.unwrap_or(&text[at..at + length]));
        at += length;
    }
    found.then_some(out)
}

fn too_large() -> Failure {
    Failure::Broken(format!("the answer is larger than {} MB", MAX_REPLY_BYTES >> 20))
}

fn unreadable(endpoint: &Endpoint, error: Unreadable) -> Failure {
    let text = error.to_string();
    let detail = clipped(&endpoint.scrub(&text));
    // A service that has begun to answer tells of a conversation that is too long in the midst of it.
    if is_about_length(&text) { Failure::TooLong(detail) } else { Failure::Broken(detail) }
}

/// The innermost cause says most; the URL in the outer words says nothing new and may hold a key.
fn broken(endpoint: &Endpoint, error: &reqwest::Error) -> Failure {
    let mut cause: &dyn std::error::Error = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    let what = if error.is_connect() { "no connection" } else { "the connection broke" };
    Failure::Broken(clipped(&endpoint.scrub(&format!("{what}: {cause}"))))
}

/// What an answer that is no success means.
async fn refusal(endpoint: &Endpoint, response: Response) -> Failure {
    let status = response.status();
    let retry_after = retry_after(response.headers());
    // An error's body that cannot be read whole does not change what the status says.
    let bytes = read_all(endpoint, response, MAX_ERROR_BYTES).await.unwrap_or_default();
    let text = message_in(&bytes);
    let is_too_long = is_about_length(&text) || codes_in(&bytes).iter().any(|code| is_about_length(code));
    let words = clipped(&endpoint.scrub(&text));
    let detail = format!("HTTP {}: {words}", status.as_u16());
    match status {
        StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => Failure::Busy { detail, retry_after },
        // Anthropic's word for being overloaded.
        status if status.as_u16() == 529 => Failure::Busy { detail, retry_after },
        StatusCode::REQUEST_TIMEOUT | StatusCode::CONFLICT | StatusCode::TOO_EARLY => Failure::Broken(detail),
        status if status.is_server_error() && !is_too_long => Failure::Broken(detail),
        StatusCode::PAYLOAD_TOO_LARGE => Failure::TooLong(detail),
        _ if is_too_long => Failure::TooLong(detail),
        _ => Failure::Refused { status: status.as_u16(), detail: words },
    }
}

/// The sentence in an error's body, wherever its API puts it.
fn message_in(bytes: &[u8]) -> String {
    let whole = || String::from_utf8_lossy(bytes).trim().to_owned();
    let Ok(body) = serde_json::from_slice::<Value>(bytes) else { return whole() };
    let places = ["/error/message", "/0/error/message", "/message", "/error", "/detail"];
    let sentence = places.iter().find_map(|place| body.pointer(place)?.as_str().map(str::to_owned));
    sentence.unwrap_or_else(whole)
}

/// The codes and types in an error's body: some services say there, and only there, what is wrong.
fn codes_in(bytes: &[u8]) -> Vec<String> {
    let Ok(body) = serde_json::from_slice::<Value>(bytes) else { return Vec::new() };
    let places = ["/error/code", "/error/type", "/error/status", "/code", "/type", "/0/error/status", "/error/metadata/raw"];
    places.iter().filter_map(|place| body.pointer(place)?.as_str().map(str::to_owned)).collect()
}

/// Whether a service's words, or its code, say that a conversation is too long. Each has its own.
fn is_about_length(text: &str) -> bool {
    let text = text.to_lowercase().replace('`', "");
    let words = [
        // OpenAI's code, and its words, which most others have too.
        "context_length_exceeded",
        "context length",
        "context window",
        // Anthropic's.
        "prompt is too long",
        "input length and max_tokens exceed",
        "request_too_large",
        "model_context_window_exceeded",
        // Google's.
        "input token count",
        "exceeds the maximum number of tokens",
        // vLLM's and SGLang's.
        "maximum model length",
        "max_model_len",
        "maximum input length",
        "longer than the model's",
        // xAI's.
        "maximum prompt length",
        // llama.cpp's.
        "context size",
        "exceed_context_size_error",
        // Amazon's.
        "input is too long",
        // Mistral's and gateways'.
        "too large for model with",
        "maximum context",
        "too many input tokens",
        "reduce the length of the messages",
        "reduce your prompt",
    ];
    words.iter().any(|words| text.contains(words))
}

/// Milliseconds where a service gives them, seconds, or a date.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let millis = headers.get("retry-after-ms").and_then(|value| value.to_str().ok()?.trim().parse::<f64>().ok());
    if let Some(wait) = millis.and_then(|millis| Duration::try_from_secs_f64(millis / 1000.0).ok()) {
        return Some(wait);
    }
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(secs) = text.parse::<f64>() {
        return Duration::try_from_secs_f64(secs).ok();
    }
    let date = http_date(text)?;
    Some(date.duration_since(SystemTime::now()).unwrap_or_default())
}

/// `Sun, 06 Nov 1994 08:49:37 GMT`, the one form that is still written.
fn http_date(text: &str) -> Option<SystemTime> {
    let mut words = text.split_ascii_whitespace().skip(1);
    let day: i64 = words.next()?.parse().ok().filter(|day| (1..=31).contains(day))?;
    let name = words.next()?;
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let month = months.iter().position(|month| *month == name)? as i64 + 1;
    let year: i64 = words.next()?.parse().ok().filter(|year| (1970..10_000).contains(year))?;
    let clock: Vec<i64> = words.next()?.split(':').map(str::parse).collect::<Result<_, _>>().ok()?;
    let &[hour @ 0..24, minute @ 0..60, second @ 0..=60] = clock.as_slice() else { return None };
    // Days since 1970, with the year beginning in March so that leap days come last.
    let (y, m) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = y * 365 + y / 4 - y / 100 + y / 400 + (m * 306 + 5) / 10 + day - 719_469;
    let secs = u64::try_from(((days * 24 + hour) * 60 + minute) * 60 + second).ok()?;
    SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(secs))
}

fn clipped(text: &str) -> String {
    let mut line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = line.char_indices().nth(MAX_DETAIL_CHARS) {
        line.truncate(end);
        line.push('…');
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_in_headers_are_read() {
        let secs =
            |text: &str| http_date(text).and_then(|date| date.duration_since(SystemTime::UNIX_EPOCH).ok()).map(|d| d.as_secs());
        assert_eq!(secs("Sun, 06 Nov 1994 08:49:37 GMT"), Some(784_111_777));
        assert_eq!(secs("Thu, 29 Feb 2024 00:00:00 GMT"), Some(1_709_164_800));
        assert_eq!(secs("Thu, 01 Jan 1970 00:00:00 GMT"), Some(0));
        for text in ["", "soon", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994", "Sun, 06 Nov 99999999999 08:49:37 GMT"] {
            assert_eq!(secs(text), None, "{text}");
        }
    }

    #[test]
    fn half_a_character_is_the_models_doing() {
        let read = |text: &str| parse(text.as_bytes()).map(|value| value.as_str().unwrap_or_default().to_owned()).ok();
        assert_eq!(read(r#""cut \ud83d""#).as_deref(), Some("cut \u{fffd}"));
        assert_eq!(read(r#""\udc00 \ud83d\ude00 \\ud83d \n""#).as_deref(), Some("\u{fffd} \u{1f600} \\ud83d \n"));
        assert_eq!(read(r#""cut \ud83"#), None, "JSON that is cut off is the service's");
    }

    #[test]
    fn a_query_of_the_base_url_comes_last() {
        let endpoint = |base| Endpoint::find("compatible/m", Some(base), None).unwrap();
        assert_eq!(address(&endpoint("http://h/v1"), false), "http://h/v1/chat/completions");
        assert_eq!(address(&endpoint("http://h/d/?api-version=1"), false), "http://h/d/chat/completions?api-version=1");
    }

    #[test]
    fn the_sentence_of_an_error_is_found() {
        assert_eq!(message_in(br#"{"error": {"message": "no such model"}}"#), "no such model");
        assert_eq!(message_in(br#"[{"error": {"message": "bad key"}}]"#), "bad key");
        assert_eq!(message_in(b"<html>gateway</html>"), "<html>gateway</html>");
        assert!(is_about_length("This model's maximum context length is 8192 tokens"));
        assert!(is_about_length("the request exceeds the available context size. try increasing it"));
    }

    #[test]
    fn too_long_is_understood_in_all_its_words() {
        for text in [
            "input length and `max_tokens` exceed context limit: 199000 + 16000 > 200000, decrease input length or `max_tokens`",
            "prompt is too long: 210000 tokens > 200000 maximum",
            "The decoder prompt (length 40000) is longer than the maximum model length of 32768.",
            "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
            "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
            "The input (9000 tokens) is longer than the model's context length (8192 tokens).",
            "Prompt contains 65673 tokens and 0 draft tokens, too large for model with 32768 maximum context length",
            "Input is too long for requested model.",
        ] {
            assert!(is_about_length(text), "{text}");
        }
        let told = |body: &str| codes_in(body.as_bytes()).iter().any(|code| is_about_length(code));
        assert!(told(r#"{"error": {"message": "Bad request.", "code": "context_length_exceeded"}}"#));
        assert!(told(r#"{"error": {"message": "no", "type": "exceed_context_size_error"}}"#));
        assert!(!told(r#"{"error": {"message": "no", "code": "model_not_found"}}"#));
        assert!(
            !is_about_length("max_tokens must be at least 1") && !is_about_length("you have used too many tokens this minute")
        );
    }

    #[test]
    fn a_wait_is_taken_from_the_most_exact_header() {
        let headers = |pairs: &[(&'static str, &'static str)]| {
            let pairs = pairs.iter().map(|(name, value)| {
                (reqwest::header::HeaderName::from_static(name), reqwest::header::HeaderValue::from_static(value))
            });
            HeaderMap::from_iter(pairs)
        };
        let wait = |pairs| retry_after(&headers(pairs));
        assert_eq!(wait(&[("retry-after-ms", "1250"), ("retry-after", "30")]), Some(Duration::from_millis(1250)));
        assert_eq!(wait(&[("retry-after-ms", "soon"), ("retry-after", "3")]), Some(Duration::from_secs(3)));
        assert_eq!(wait(&[("retry-after-ms", "-5")]), None);
    }
}
