//! The loop: look, ask, read, act.

use super::calls::{Caller, Calls};
use super::compact::{CLEAR_AT, Measure, SUMMARISE_AT};
use super::config::{ModelConfig, Window};
use super::history::{History, pictures};
use super::{grounding, prompt, usual_dialect};
use agon_core::{Action, Agent, AgentError, BoxFuture, Brief, Call, Cause, Fault, Frame, Seat, Turn};
use agon_dialect::{Dialect, Environment, Policy, Reading, Said, View, keep};
use agon_model::{Fit, Model, ModelError, Picture, Repeats, Reply, Request, Stop, Tool};
use serde_json::json;
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
    calls: Calls,
    /// The task shows its goal with the first observation.
    pub(super) shows_goal: bool,
    /// What its screen belongs to.
    pub(super) environment: Environment,
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
        let (calls, measure) = (Calls::new(repeat), Measure::default());
        let environment = Environment::default();
        Self { config, voice, grounder, calls, shows_goal: false, environment, measure, gave_no_summary: false }
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
            let shown = pictures(&turn.observation.frames, &fits).await.map_err(broken)?;
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
        let who = Caller::model(self.grounder.is_some().then_some(PLANNER));
        let model = self.voice.model.clone();
        let tools = tools(scene.dialect, &scene.brief, view);
        history.open(&scene.system, &tools);
        self.make_room(seat, scene, history, &tools).await?;
        loop {
            let messages = history.messages(scene.window);
            let repeats = if is_last { Repeats::Nothing } else { history.repeats(scene.window) };
            let (system, tools, options) = (scene.system.clone(), tools.clone(), self.config.options());
            let request = Request { system, messages, tools, options, repeats };
            match self.calls.ask(seat, &model, who, &request).await? {
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
            let who = Caller::model(self.grounder.is_some().then_some(PLANNER));
            let model = self.voice.model.clone();
            // With the tools, though none is to be called: a history of calls is not taken without them.
            let (system, tools) = (scene.system.clone(), tools.to_vec());
            let (options, repeats) = (self.config.options(), Repeats::Nothing);
            let request = Request { system, messages, tools, options, repeats };
            let summary = match self.calls.ask(seat, &model, who, &request).await? {
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
        match self.calls.ask(seat, &grounder.model, Caller::model(Some(GROUNDER)), &request).await? {
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
pub(crate) fn look(view: &mut View, turn: &Turn, fits: &[Fit]) {
    view.screen = turn.observation.screen().map(|frame| (frame.image.width, frame.image.height));
    view.sent = view.screen.map(|size| fits.iter().fold(size, |(width, height), fit| fit.size(width, height)));
    let nodes = turn.observation.tree.iter().flat_map(|tree| &tree.nodes);
    view.labels = nodes.filter(|node| node.label.is_some()).cloned().collect();
}

fn said_of(reply: &Reply) -> Said {
    let calls = reply.tool_calls().map(|call| Call::new(&call.name, call.args.clone()));
    Said { text: reply.text(), calls: calls.collect() }
}

/// A dialect's tools in the form requests have.
pub(crate) fn tools(dialect: &dyn Dialect, brief: &Brief, view: &View) -> Vec<Tool> {
    let tool = |tool| match tool {
        agon_dialect::Tool::Function(function) => {
            Tool::Function { schema: function.json_schema(), name: function.name, about: function.about }
        }
        agon_dialect::Tool::Schema { name, about, schema } => Tool::Function { name, about, schema },
        agon_dialect::Tool::Native { name, definition } => Tool::Native { name, definition },
    };
    dialect.tools(brief, view).into_iter().map(tool).collect()
}
