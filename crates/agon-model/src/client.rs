//! A model over the network, with its bad days taken care of.

use crate::cache::Kept;
use crate::error::Failure;
use crate::gate::Gate;
use crate::transport::Transport;
use crate::{Cache, CacheKey, Endpoint, ModelError, Price, Reply, Request, SetupError};
use agon_core::{BoxFuture, Usage};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::hash::{BuildHasher as _, RandomState};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::time::Instant;

/// Whatever answers requests: a service, or a record.
pub trait Model: Send + Sync {
    /// Asks once, for the trial's `repeat`-th sitting. `Err` is a fault of the service and never of the model.
    fn ask<'a>(&'a self, request: &'a Request, repeat: u32) -> BoxFuture<'a, Result<Exchange, ModelError>>;
}

/// A reply and how it came.
#[derive(Clone, Debug, PartialEq)]
pub struct Exchange {
    pub reply: Reply,
    /// Seconds the attempt took that was answered. Failed ones and waiting are not the model's.
    pub secs: f64,
    pub attempts: u32,
    /// It was asked before, and nothing was paid.
    pub from_cache: bool,
    /// What it cost, as far as the price is known.
    pub cost_usd: f64,
}

impl Exchange {
    /// What it took.
    pub fn usage(&self) -> Usage {
        let tokens = self.reply.tokens;
        Usage {
            tokens_in: tokens.input,
            tokens_out: tokens.output,
            tokens_cached: tokens.cached,
            tokens_reasoning: tokens.reasoning,
            cost_usd: self.cost_usd,
            model_secs: self.secs,
        }
    }
}

/// How patient a client is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Patience {
    /// For one attempt.
    pub timeout_secs: f64,
    /// For the next piece of a stream.
    pub idle_secs: f64,
    /// After the first attempt.
    pub retries: u32,
    /// No attempt begins later than this after the first.
    pub give_up_secs: f64,
    /// The first pause between attempts; each further one is twice as long, and all are drawn between half and whole.
    pub backoff_secs: f64,
    /// At most so many calls at a time.
    pub connections: usize,
    /// Whether answers are streamed.
    pub stream: bool,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            timeout_secs: 600.0,
            idle_secs: 120.0,
            retries: 8,
            give_up_secs: 900.0,
            backoff_secs: 1.0,
            connections: 1000,
            stream: false,
        }
    }
}

/// What says which model it is, in the words of various services.
const REVISION_FIELDS: [&str; 8] = ["id", "name", "version", "created", "created_at", "root", "max_model_len", "display_name"];

/// A wrong key, no right to the model, no such model.
const FINAL_STATUSES: [u16; 3] = [401, 403, 404];

/// The longest pause between attempts, where the service does not ask for more.
const LONGEST_BACKOFF: Duration = Duration::from_secs(60);

pub struct Client {
    endpoint: Endpoint,
    transport: Transport,
    patience: Patience,
    gate: Arc<Gate>,
    cache: Option<Cache>,
    price: Option<Price>,
    /// Why the service will not take this key or this model, whenever it is asked.
    refused: OnceLock<String>,
    has_answered: AtomicBool,
    noise: RandomState,
}

impl Client {
    /// Connects to nothing yet, but refuses times that make no sense.
    pub fn new(endpoint: Endpoint, patience: Patience, cache: Option<Cache>, price: Option<Price>) -> Result<Self, SetupError> {
        let positive = [("timeout_secs", patience.timeout_secs), ("idle_secs", patience.idle_secs)];
        if let Some((name, value)) = positive.into_iter().find(|(_, value)| !(0.001..=86_400.0).contains(value)) {
            return Err(SetupError::Client(format!("{name} must be between 0.001 and 86400, got {value}")));
        }
        let other = [("give_up_secs", patience.give_up_secs), ("backoff_secs", patience.backoff_secs)];
        if let Some((name, value)) = other.into_iter().find(|(_, value)| !(0.0..=86_400.0).contains(value)) {
            return Err(SetupError::Client(format!("{name} must be between 0 and 86400, got {value}")));
        }
        let (timeout, idle) = (Duration::from_secs_f64(patience.timeout_secs), Duration::from_secs_f64(patience.idle_secs));
        let transport = Transport::new(&endpoint, timeout, idle, patience.stream).map_err(SetupError::Client)?;
        let gate = Gate::of(&endpoint.base_url, patience.connections);
        Ok(Self {
            endpoint,
            transport,
            patience,
            gate,
            cache,
            price,
            refused: OnceLock::new(),
            has_answered: AtomicBool::new(false),
            noise: RandomState::new(),
        })
    }

    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// What the service tells of the model, such as the dated name behind a short one. Not all do, and none must: `None` is no
    /// fault.
    pub async fn revision(&self) -> Option<Value> {
        let told = self.transport.describe(&self.endpoint).await?;
        let told = told.as_object()?;
        let known = REVISION_FIELDS.iter().filter_map(|name| Some(((*name).to_owned(), told.get(*name)?.clone())));
        let known: Map<String, Value> = known.filter(|(_, value)| value.is_string() || value.is_number()).collect();
        (!known.is_empty()).then_some(Value::Object(known))
    }

    async fn ask_once(&self, request: &Request, repeat: u32) -> Result<Exchange, ModelError> {
        let api = self.endpoint.family.api();
        let mut body = api.body(&self.endpoint.model, request, self.transport.streams());
        adapt(&self.endpoint.name, &mut body);
        let key = self.cache.as_ref().map(|cache| (cache, CacheKey::new(&self.endpoint, &body, repeat)));
        if let Some(Kept { reply, secs }) = key.as_ref().and_then(|(cache, key)| cache.get(key)) {
            return Ok(Exchange { reply, secs, attempts: 0, from_cache: true, cost_usd: 0.0 });
        }
        let headers = api.headers(request).into_iter().chain([self.endpoint.key_header()]);
        let headers = headers.map(|(name, value)| (name.to_owned(), value)).collect::<Vec<_>>();
        let exchange = self.insist(body.to_string().as_bytes(), &headers).await?;
        if let Some((cache, key)) = key {
            cache.put(&key, &Kept { reply: exchange.reply.clone(), secs: exchange.secs });
        }
        Ok(exchange)
    }

    /// Tries until there is an answer or no hope.
    async fn insist(&self, body: &[u8], headers: &[(String, String)]) -> Result<Exchange, ModelError> {
        let model = || self.endpoint.name.clone();
        if let Some(detail) = self.refused.get() {
            return Err(ModelError::Broken { model: model(), detail: detail.clone() });
        }
        let give_up = Duration::from_secs_f64(self.patience.give_up_secs);
        // Set by the first attempt: waiting for a turn behind others uses up nobody's patience.
        let (mut begin, mut attempt) = (None, 0);
        loop {
            attempt += 1;
            let spent = begin.map_or(Duration::ZERO, |begin: Instant| begin.elapsed());
            let entered = self.gate.enter(give_up.saturating_sub(spent)).await;
            let pass = entered.map_err(|detail| ModelError::Broken { model: model(), detail })?;
            let asked = Instant::now();
            begin.get_or_insert(asked);
            let failure = match self.transport.send(&self.endpoint, body, headers).await {
                Ok(reply) => {
                    pass.succeeded();
                    self.has_answered.store(true, Ordering::Relaxed);
                    let secs = asked.elapsed().as_secs_f64();
                    // Whoever bills knows best.
                    let priced = || self.price.map_or(0.0, |price| price.cost(&reply.tokens));
                    let cost_usd = reply.billed_usd.filter(|cost| cost.is_finite() && *cost >= 0.0).unwrap_or_else(priced);
                    return Ok(Exchange { reply, secs, attempts: attempt, from_cache: false, cost_usd });
                }
                Err(failure) => failure,
            };
            pass.failed(&failure);
            let pause = self.pause(&failure, attempt);
            let is_late = begin.is_some_and(|begin| begin.elapsed() + pause > give_up);
            let is_last = attempt > self.patience.retries || is_late || self.gate.is_dead(give_up);
            match failure {
                failure if failure.may_pass() && !is_last => tokio::time::sleep(pause).await,
                failure => return Err(self.give_up(failure, attempt)),
            }
        }
    }

    fn give_up(&self, failure: Failure, attempts: u32) -> ModelError {
        let model = self.endpoint.name.clone();
        match failure {
            Failure::TooLong(detail) => ModelError::TooLong { model, detail },
            Failure::Refused { status, detail } => {
                // A wrong key or an unknown model is wrong for every trial; what comes after an answer is about its request.
                if FINAL_STATUSES.contains(&status) && !self.has_answered.load(Ordering::Relaxed) {
                    let _ = self.refused.set(format!("HTTP {status}: {detail}"));
                }
                ModelError::Refused { model, status, detail }
            }
            failure => {
                self.gate.gave_up(&failure);
                ModelError::Unavailable { model, attempts, last: failure.detail().into() }
            }
        }
    }

    /// How long to wait before the next attempt.
    fn pause(&self, failure: &Failure, attempt: u32) -> Duration {
        if let Failure::Busy { retry_after: Some(wait), .. } = failure {
            return *wait;
        }
        let doubled = self.patience.backoff_secs * f64::from(2_u32.saturating_pow(attempt - 1));
        let noise = self.noise.hash_one((attempt, Instant::now())) as f64 / u64::MAX as f64;
        Duration::from_secs_f64(doubled * (0.5 + noise / 2.0)).min(LONGEST_BACKOFF)
    }
}

/// Changes a body to what a provider takes that differs from the inventor of its API.
pub(crate) fn adapt(name: &str, body: &mut Value) {
    let Some(fields) = body.as_object_mut().filter(|_| name.starts_with("mistral/")) else { return };
    // It refuses fields that it does not know, has another name for one, and counts tokens of streams without being asked.
    if let Some(seed) = fields.remove("seed") {
        fields.insert("random_seed".into(), seed);
    }
    fields.remove("stream_options");
}

impl Model for Client {
    fn ask<'a>(&'a self, request: &'a Request, repeat: u32) -> BoxFuture<'a, Result<Exchange, ModelError>> {
        Box::pin(self.ask_once(request, repeat))
    }
}
