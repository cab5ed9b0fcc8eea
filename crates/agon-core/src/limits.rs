//! What a trial may spend, what it has spent, and what is left.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Bounds on one trial; `None` is no bound. The seat enforces them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// Actions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<u32>,
    /// Seconds of the agent's own time. What the world takes does not count: a slow browser is not a slow agent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wall_secs: Option<f64>,
    /// Model tokens, in and out together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u64>,
    /// Dollars.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_usd: Option<f64>,
}

/// The bound that ended a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// Actions.
    Steps,
    /// Seconds of the agent's own.
    WallSecs,
    /// Tokens, in and out.
    Tokens,
    /// Dollars.
    Cost,
}

/// What an agent's model calls consumed, as the agent reports it to its seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Usage {
    /// Tokens that models were given.
    pub tokens_in: u64,
    /// Tokens that models wrote.
    pub tokens_out: u64,
    /// The part of `tokens_in` the provider served from its cache.
    pub tokens_cached: u64,
    /// The part of `tokens_out` the model spent on thinking.
    pub tokens_reasoning: u64,
    /// Dollars.
    pub cost_usd: f64,
    /// Seconds spent waiting for a model.
    pub model_secs: f64,
}

/// What is left of the limits; part of everything an agent sees.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Budget {
    /// Actions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<u32>,
    /// Seconds of the agent's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wall_secs: Option<f64>,
    /// Tokens, in and out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u64>,
    /// Dollars.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_usd: Option<f64>,
}

impl Limits {
    /// So many steps and nothing else.
    pub fn steps(steps: u32) -> Self {
        Self { steps: Some(steps), ..Self::default() }
    }

    /// These limits where set, the others elsewhere.
    pub fn or(self, other: &Limits) -> Self {
        Self {
            steps: self.steps.or(other.steps),
            wall_secs: self.wall_secs.or(other.wall_secs),
            tokens: self.tokens.or(other.tokens),
            cost_usd: self.cost_usd.or(other.cost_usd),
        }
    }

    /// What is left when so much is used.
    pub fn left(&self, steps: u32, wall_secs: f64, usage: &Usage) -> Budget {
        Budget {
            steps: self.steps.map(|n| n.saturating_sub(steps)),
            wall_secs: self.wall_secs.map(|s| (s - wall_secs).max(0.0)),
            tokens: self.tokens.map(|n| n.saturating_sub(usage.tokens())),
            cost_usd: self.cost_usd.map(|c| (c - usage.cost_usd).max(0.0)),
        }
    }
}

impl Budget {
    /// The first bound of which nothing is left.
    pub fn exhausted(&self) -> Option<Limit> {
        if self.steps == Some(0) {
            Some(Limit::Steps)
        } else if self.wall_secs.is_some_and(|s| s <= 0.0) {
            Some(Limit::WallSecs)
        } else if self.tokens == Some(0) {
            Some(Limit::Tokens)
        } else if self.cost_usd.is_some_and(|c| c <= 0.0) {
            Some(Limit::Cost)
        } else {
            None
        }
    }

    /// What an agent is told with an observation: the [message](crate::step_message) about its last action, then how many steps are
    /// left; on a line of its own after the output of a command, whose last line it would seem to be.
    pub fn message(&self, message: Option<&str>, has_output: bool) -> String {
        let left = self.steps.map(|n| if n == 1 { "You have 1 step left.".into() } else { format!("You have {n} steps left.") });
        [message.map(str::to_owned), left].into_iter().flatten().collect::<Vec<_>>().join(if has_output { "\n" } else { " " })
    }
}

impl Usage {
    /// In and out together.
    pub fn tokens(&self) -> u64 {
        self.tokens_in.saturating_add(self.tokens_out)
    }

    /// The most that one trial can have used: beyond it a report is a slip or a lie.
    pub const MOST: Self = Self {
        tokens_in: 100_000_000_000,
        tokens_out: 100_000_000_000,
        tokens_cached: 100_000_000_000,
        tokens_reasoning: 100_000_000_000,
        cost_usd: 100_000.0,
        model_secs: 10_000_000.0,
    };

    /// Whether it can be true: nobody spends less than nothing, an infinity, or more than [`Usage::MOST`].
    pub fn is_plausible(&self) -> bool {
        let most = &Self::MOST;
        (0.0..=most.cost_usd).contains(&self.cost_usd)
            && (0.0..=most.model_secs).contains(&self.model_secs)
            && self.tokens_in <= most.tokens_in
            && self.tokens_out <= most.tokens_out
            && self.tokens_cached <= most.tokens_cached
            && self.tokens_reasoning <= most.tokens_reasoning
    }

    /// Adds up without ever leaving the numbers that can be written down and read again.
    pub fn add(&mut self, more: &Usage) {
        self.tokens_in = self.tokens_in.saturating_add(more.tokens_in);
        self.tokens_out = self.tokens_out.saturating_add(more.tokens_out);
        self.tokens_cached = self.tokens_cached.saturating_add(more.tokens_cached);
        self.tokens_reasoning = self.tokens_reasoning.saturating_add(more.tokens_reasoning);
        self.cost_usd = (self.cost_usd + more.cost_usd).min(f64::MAX);
        self.model_secs = (self.model_secs + more.model_secs).min(f64::MAX);
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Steps => "steps",
            Self::WallSecs => "wall seconds",
            Self::Tokens => "model tokens",
            Self::Cost => "cost",
        })
    }
}
