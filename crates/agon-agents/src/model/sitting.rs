//! The loop: look, ask, read, act.

use super::compact::{CLEAR_AT, Measure, SUMMARISE_AT};
use super::config::{ModelConfig, Window};
use super::history::{History, pictures};
use super::log::{CallRecord, Change, NOTE, Outcome};
use super::{grounding, prompt, usual_dialect};
use agon_core::{Action, Agent, AgentError, BoxFuture, Brief, Call, Cause, Fault, Frame, Seat, Turn, Usage};
use agon_dialect::{Dialect, Environment, Policy, Reading, Said, View, keep};
use agon_model::{Exchange, Fit, Model, ModelError, Picture, Repeats, Reply, Request, Stop, Tool};
use serde_json::json;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// A model and the way it writes its actions.
#[derive(Clone)]
pub(super) struct Voice {
    pub(super) model: Arc<dyn Model>,
    /// `None` is as suits the task.
    pub(super) dialect: Option<&'static dyn Dialect>,
}

/// One sitting of a model.
pub(super) struct ModelAgent {
    config: ModelConfig,
    voice: Voice,
    grounder: Option<Voice>,
    repeat: u32,
    /// The task shows its goal with the first observation.
    pub(super) shows_goal: bool,
    /// What its screen belongs to.
    pub(super) environment: Environment,
    /// The last request of each model, which the record of its next refers to.
    last: HashMap<Option<&'static str>, Request>,
    measure: Measure,
    /// It once had nothing to say about older turns, and is not paid to say it again.
    gave_no_summary: bool,
}

/// What does not change during a sitting.
struct Scene {
    brief: Brief,
    system: String,
    dialect: &'static dyn Dialect,
    policy: Policy,
    window: Window,
}

const PLANNER: &str = "planner";
const GROUNDER: &str = "grounder";
const KEEP_TURNS: usize = 4;
/// So much of a reply without an action stands in the record of the step; the whole is in the note of the call.
const MAX_UNREAD_CHARS: usize = 2000;

impl ModelAgent {
    pub(super) fn new(config: ModelConfig, voice: Voice, grounder: Option<Voice>, repeat: u32) -> Self {
        let (last, measure) = (HashMap::new(), Measure::default());
        let environment = Environment::default();
        Self { config, voice, grounder, repeat, shows_goal: false, environment, last, measure, gave_no_summary: false }
    }

    async fn run(&mut self, seat: &mut dyn Seat) -> Result<(), AgentError> {
        let broken = |problem: String| AgentError::Fault(Fault::new(Cause::Agent, problem));
        let brief = seat.brief().clone();
        let dialect = self.voice.dialect.unwrap_or_else(|| usual_dialect(&brief));
        let scene = Scene {
            system: self.config.system.clone().unwrap_or_else(|| prompt::system(&brief)),
            dialect,
            policy: self.config.policy().map_err(broken)?.unwrap_or_else(|| dialect.several()),
            window: self.config.window().map_err(broken)?,
            brief,
        };
        let fits = self.config.fits();
        let functions = scene.brief.functions.iter().map(|function| function.name.clone()).collect();
        let mut view = View { environment: self.environment, functions, ..View::default() };
        look(&mut view, seat.turn(), &fits);
        let mut task = prompt::task(&scene.brief, scene.dialect, &view);
        if self.grounder.is_some() {
            task = format!("{task}\n\n{}", prompt::PLANNER);
        }
        let mut history = History::new(task, self.config.thought_rule());
        history.goal_in_text = self.shows_goal;
        let (mut turn, mut performed) = (seat.turn().clone(), 0..0);
        while turn.ending.is_none() {
            let frames = turn.observation.frames.clone();
            let sizes = fits.clone();
            let encoded = tokio::task::spawn_blocking(move || pictures(&frames, &sizes)).await;
            let shown = encoded.map_err(|error| broken(error.to_string()))?.map_err(broken)?;
            look(&mut view, &turn, &fits);
            let screen = shown.iter().find(|shown| shown.name == Frame::SCREEN).map(|shown| {
                view.sent = Some(shown.size);
                shown.picture.clone()
            });
            history.show(&turn, shown, performed);
            let is_last = turn.budget.steps == Some(1);
            let reply = self.converse(seat, &scene, &mut history, &view, is_last).await?;
            let reading = self.read(seat, &scene, &reply, screen, &view).await?;
            (turn, performed) = act(seat, &scene, &reply, reading, &mut view).await?;
        }
        Ok(())
    }

    /// Asks with as much of the history as fits.
    async fn converse(
        &mut self,
        seat: &mut dyn Seat,
        scene: &Scene,
        history: &mut History,
        view: &View,
        is_last: bool,
    ) -> Result<Reply, AgentError> {
        let who = self.grounder.is_some().then_some(PLANNER);
        let model = self.voice.model.clone();
        let tools = tools(scene.dialect, &scene.brief, view);
        history.open(&scene.system, &tools);
        self.make_room(seat, scene, history, &tools).await?;
        loop {
            let messages = history.messages(scene.window);
            let repeats = if is_last { Repeats::Nothing } else { history.repeats(scene.window) };
            let (system, tools, options) = (scene.system.clone(), tools.clone(), self.config.options());
            let request = Request { system, messages, tools, options, repeats };
            match self.ask(seat, &model, who, &request).await? {
                Ok(exchange) => {
                    self.measure.learn(&request.messages, exchange.reply.tokens.input);
                    history.answered(&request.messages, &exchange.reply);
                    return Ok(exchange.reply);
                }
                // The service knows better than our estimate how much it takes.
                Err(ModelError::TooLong { .. }) if history.shorten(scene.window) => {}
                Err(error) => return Err(error.to_fault().into()),
            }
        }
    }

    /// Keeps the conversation within its bound, where it has one.
    async fn make_room(
        &mut self,
        seat: &mut dyn Seat,
        scene: &Scene,
        history: &mut History,
        tools: &[Tool],
    ) -> Result<(), AgentError> {
        let Some(bound) = self.config.context_tokens.map(|tokens| tokens as f64) else { return Ok(()) };
        let keep = self.config.keep_turns.unwrap_or(KEEP_TURNS);
        let filled = |history: &History, measure: Measure| measure.tokens(&history.messages(scene.window)) / bound;
        if filled(history, self.measure) <= CLEAR_AT {
            return Ok(());
        }
        history.clear(keep);
        if filled(history, self.measure) > SUMMARISE_AT
            && !self.gave_no_summary
            && let Some((count, messages)) = history.to_summarise(keep)
        {
            let who = self.grounder.is_some().then_some(PLANNER);
            let model = self.voice.model.clone();
            // With the tools, though none is to be called: a history of calls is not taken without them.
            let (system, tools) = (scene.system.clone(), tools.to_vec());
            let (options, repeats) = (self.config.options(), Repeats::Nothing);
            let request = Request { system, messages, tools, options, repeats };
            let summary = match self.ask(seat, &model, who, &request).await? {
                Ok(exchange) => exchange.reply.text(),
                // Sent too late to be taken: the last tier needs nobody.
                Err(ModelError::TooLong { .. }) => String::new(),
                Err(error) => return Err(error.to_fault().into()),
            };
            self.gave_no_summary = summary.trim().is_empty();
            if !self.gave_no_summary {
                history.summary = Some(summary);
                history.forget(count);
            }
        }
        while filled(history, self.measure) > 1.0 && !history.exchanges.is_empty() {
            history.forget(1);
        }
        Ok(())
    }

    /// One call, recorded and paid for. The outer error ends the sitting, the inner is the service's.
    async fn ask(
        &mut self,
        seat: &mut dyn Seat,
        model: &Arc<dyn Model>,
        who: Option<&'static str>,
        request: &Request,
    ) -> Result<Result<Exchange, ModelError>, AgentError> {
        seat.pause();
        let asked = model.ask(request, self.repeat).await;
        let last = self.last.entry(who).or_default();
        let record =
            CallRecord { who: who.map(str::to_owned), request: Change::between(last, request), outcome: Outcome::of(&asked) };
        *last = request.clone();
        // Written while the clock stands: what was said is kept even if it came too late.
        let logged = seat.log(NOTE, serde_json::to_value(record).unwrap_or_default());
        seat.resume(asked.as_ref().map_or(0.0, |exchange| exchange.secs));
        // A reply that could not be written down has been paid for all the same.
        let paid = asked.as_ref().map_or(Ok(()), |exchange| seat.spend(who, &usage_of(exchange)));
        logged?;
        paid?;
        Ok(asked)
    }

    /// What a reply says to do; where the model only planned, its grounder is asked where.
    async fn read(
        &mut self,
        seat: &mut dyn Seat,
        scene: &Scene,
        reply: &Reply,
        screen: Option<Picture>,
        view: &View,
    ) -> Result<Reading, AgentError> {
        let said = said_of(reply);
        let reading = scene.dialect.read(&said, view);
        let Some(grounder) = self.grounder.clone().filter(|_| reading.actions.is_empty() && !said.text.trim().is_empty()) else {
            return Ok(reading);
        };
        let dialect = grounder.dialect.unwrap_or(scene.dialect);
        let request = grounding::request(&self.config, &said.text, screen, dialect, &scene.brief, view);
        match self.ask(seat, &grounder.model, Some(GROUNDER), &request).await? {
            Ok(exchange) => Ok(dialect.read(&said_of(&exchange.reply), view)),
            Err(error) => Err(error.to_fault().into()),
        }
    }
}

/// Does what a reply says; a reply without an action costs a step too. Gives what is seen then, and which were done.
async fn act(
    seat: &mut dyn Seat,
    scene: &Scene,
    reply: &Reply,
    reading: Reading,
    view: &mut View,
) -> Result<(Turn, Range<usize>), AgentError> {
    let kept = keep(reading, scene.policy);
    if let Some(violation) = &kept.violation {
        seat.note("protocol", json!({"violation": violation}))?;
    }
    let mut actions = kept.actions;
    if actions.is_empty() {
        let mut problem = kept.violation.unwrap_or_default();
        if reply.stop == Stop::Length {
            problem.push_str("; it was cut off at the limit of tokens");
        }
        let text = reply.text().chars().take(MAX_UNREAD_CHARS).collect();
        actions.push(Action::Unread { text, problem });
    }
    let mut messages = Vec::new();
    let mut turn = seat.turn().clone();
    for action in actions {
        view.follow(&action);
        turn = seat.act(action).await?.clone();
        messages.push(turn.message.clone());
        if turn.ending.is_some() {
            break;
        }
    }
    turn.message = messages.join("\n");
    Ok((turn, kept.which))
}

impl Agent for ModelAgent {
    fn sit<'a>(&'a mut self, seat: &'a mut dyn Seat) -> BoxFuture<'a, Result<(), AgentError>> {
        Box::pin(self.run(seat))
    }
}

/// Takes in what is seen now, and in which size it is sent; where the pointer is stays.
fn look(view: &mut View, turn: &Turn, fits: &[Fit]) {
    view.screen = turn.observation.screen().map(|frame| (frame.image.width, frame.image.height));
    view.sent = view.screen.map(|size| fits.iter().fold(size, |(width, height), fit| fit.size(width, height)));
    let nodes = turn.observation.tree.iter().flat_map(|tree| &tree.nodes);
    view.labels = nodes.filter(|node| node.label.is_some()).cloned().collect();
}

fn said_of(reply: &Reply) -> Said {
    let calls = reply.tool_calls().map(|call| Call::new(&call.name, call.args.clone()));
    Said { text: reply.text(), calls: calls.collect() }
}

fn usage_of(exchange: &Exchange) -> Usage {
    let tokens = exchange.reply.tokens;
    Usage {
        tokens_in: tokens.input,
        tokens_out: tokens.output,
        tokens_cached: tokens.cached,
        tokens_reasoning: tokens.reasoning,
        cost_usd: exchange.cost_usd,
        model_secs: exchange.secs,
    }
}

/// A dialect's tools in the form requests have.
pub(super) fn tools(dialect: &dyn Dialect, brief: &Brief, view: &View) -> Vec<Tool> {
    let tool = |tool| match tool {
        agon_dialect::Tool::Function(function) => {
            Tool::Function { schema: function.json_schema(), name: function.name, about: function.about }
        }
        agon_dialect::Tool::Schema { name, about, schema } => Tool::Function { name, about, schema },
        agon_dialect::Tool::Native { name, definition } => Tool::Native { name, definition },
    };
    dialect.tools(brief, view).into_iter().map(tool).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::SeatError;
    use agon_model::Message;
    use serde_json::Value;

    /// A seat whose record is full.
    #[derive(Default)]
    struct Full {
        spent: u64,
    }

    impl Seat for Full {
        fn brief(&self) -> &Brief {
            unreachable!("nobody asks")
        }

        fn turn(&self) -> &Turn {
            unreachable!("nobody looks")
        }

        fn act(&mut self, _: Action) -> BoxFuture<'_, Result<&Turn, SeatError>> {
            unreachable!("nobody acts")
        }

        fn spend(&mut self, _: Option<&str>, usage: &Usage) -> Result<(), SeatError> {
            self.spent += usage.tokens();
            Ok(())
        }

        fn note(&mut self, _: &str, _: Value) -> Result<(), SeatError> {
            Err(SeatError::Fault(Fault::new(Cause::Record, "the disk is full")))
        }
    }

    struct Talker;

    impl Model for Talker {
        fn ask<'a>(&'a self, _: &'a Request, _: u32) -> BoxFuture<'a, Result<Exchange, ModelError>> {
            let mut reply = Reply::default();
            reply.tokens.input = 7;
            Box::pin(async { Ok(Exchange { reply, secs: 0.0, attempts: 1, from_cache: false, cost_usd: 0.0 }) })
        }
    }

    #[tokio::test]
    async fn a_reply_that_cannot_be_written_down_is_paid_for() {
        let model: Arc<dyn Model> = Arc::new(Talker);
        let voice = Voice { model: model.clone(), dialect: None };
        let mut sitter = ModelAgent::new(ModelConfig::default(), voice, None, 0);
        let mut seat = Full::default();
        let request = Request { messages: vec![Message::user(Vec::new())], ..Request::default() };
        let asked = sitter.ask(&mut seat, &model, None, &request).await;
        assert!(matches!(asked, Err(AgentError::Fault(Fault { cause: Cause::Record, .. }))));
        assert_eq!(seat.spent, 7);
    }
}
