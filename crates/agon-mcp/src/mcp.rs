//! The seat as an MCP server: a tool call becomes a step, its result a text and pictures.

use crate::screen::{Screen, ServeSettings};
use crate::shared::{Over, SharedSeat};
use crate::tools::{BRIEF, CURSOR_POSITION, is_free, tools};
use agon_core::{Action, Call, Seat, SeatError, Status, Turn};
use agon_dialect::{Dialect as _, Said};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, Resource, ResourceContents,
    ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::{ErrorData, ServerHandler};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// One seat over MCP, for any number of connections. Clones are the same server.
#[derive(Clone)]
pub struct McpServer {
    seat: SharedSeat,
    tools: Arc<[Tool]>,
    /// The brief, and how its tools are used.
    prompt: Arc<str>,
    screen: Arc<Mutex<Screen>>,
    /// Whether the record names the client.
    introduced: Arc<AtomicBool>,
    waits_for_record: bool,
}

const BRIEF_URI: &str = "agon://brief";
/// What the record keeps of a call that cannot be read.
const KEPT_CHARS: usize = 1000;

impl McpServer {
    /// Serves a seat.
    pub fn new(seat: SharedSeat, settings: ServeSettings) -> Self {
        let brief = seat.brief();
        let screen = Screen::new(settings, brief);
        let taught = settings.dialect().teach(brief, screen.view());
        let form = format!("{taught} The tool observe shows what there is to see now; done says that the task is finished.");
        let prompt = brief.assemble(&form);
        let tools = tools(brief, &settings).into();
        let screen = Arc::new(Mutex::new(screen));
        let waits_for_record = settings.waits_for_record;
        Self { tools, prompt: prompt.into(), screen, introduced: Arc::default(), seat, waits_for_record }
    }

    /// Does what a call says, and answers when the client may go.
    async fn call(&self, call: Call) -> Result<CallToolResult, Refused> {
        let answer = self.answer(call).await;
        if self.waits_for_record {
            self.seat.until_recorded().await;
        }
        answer
    }

    async fn answer(&self, call: Call) -> Result<CallToolResult, Refused> {
        if !self.tools.iter().any(|tool| tool.name == call.name) {
            let known: Vec<&str> = self.tools.iter().map(|tool| tool.name.as_ref()).collect();
            let problem = format!("there is no tool '{}'; there are: {}", clipped(&call.name, 60), known.join(", "));
            self.refuse(&call, problem.clone()).await?;
            return Err(Refused::Unknown(problem));
        }
        if is_free(&call.name, self.seat.brief()) {
            return Ok(self.look(&call.name).await?);
        }
        let screen = self.screen.clone();
        Ok(self.seat.with(move |seat| Box::pin(perform(seat, call, screen))).await?)
    }

    /// Costs a step, so that a client that only calls what there is not comes to an end.
    async fn refuse(&self, call: &Call, problem: String) -> Result<(), Over> {
        let action = Action::Unread { text: clipped(&call.to_string(), KEPT_CHARS), problem };
        self.seat.with(move |seat| Box::pin(async move { seat.act(action).await.map(|_| ()) })).await
    }

    /// What costs no step.
    async fn look(&self, name: &str) -> Result<CallToolResult, Over> {
        self.seat.count_free();
        match name {
            BRIEF => Ok(CallToolResult::success(vec![ContentBlock::text(&*self.prompt)])),
            CURSOR_POSITION => {
                let pointer = lock(&self.screen).pointer();
                let told = match pointer {
                    Some((x, y)) => format!("The pointer is at ({x}, {y})."),
                    None => "The pointer was not moved yet.".to_owned(),
                };
                Ok(CallToolResult::success(vec![ContentBlock::text(told)]))
            }
            _ => {
                let screen = self.screen.clone();
                let shown = move |seat: &mut dyn Seat| lock(&screen).show(&seat.turn().message, seat.turn());
                let content = self.seat.with(move |seat| Box::pin(async move { shown(seat) })).await?;
                Ok(CallToolResult::success(content))
            }
        }
    }

    /// Writes down who sits, once.
    async fn introduce(&self, context: &RequestContext<RoleServer>) {
        if self.introduced.swap(true, Ordering::Relaxed) {
            return;
        }
        let version = context.protocol_version();
        let client = context
            .client_info()
            .map(|client| json!({"name": clipped(&client.name, 200), "version": clipped(&client.version, 200)}));
        let note = json!({"client": client, "protocol": version.as_ref().map(|version| version.as_str())});
        // If it is over already, the call itself is told so.
        let _ = self.seat.with(move |seat| Box::pin(async move { seat.log("mcp", note) })).await;
    }
}

/// A call that led to no result.
enum Refused {
    Unknown(String),
    Over(Over),
}

impl From<Over> for Refused {
    fn from(over: Over) -> Self {
        Self::Over(over)
    }
}

/// Reads a call, does what it says, and shows what came of it.
async fn perform(seat: &mut dyn Seat, call: Call, screen: Arc<Mutex<Screen>>) -> Result<CallToolResult, SeatError> {
    let text = clipped(&call.to_string(), KEPT_CHARS);
    let reading = lock(&screen).read(&Said::calls(vec![call]), seat.turn());
    let actions = match reading.problem {
        Some(problem) => vec![Action::Unread { text, problem }],
        None => reading.actions,
    };
    let (mut told, mut is_error) = (Vec::new(), false);
    for (at, action) in actions.iter().enumerate() {
        let turn = seat.act(action.clone()).await?;
        let is_refused = is_refused(turn);
        // Of several steps, what was wrong with one is told, and how it stands after the last.
        if is_refused || at + 1 == actions.len() || turn.ending.is_some() {
            told.push(turn.message.clone());
        }
        is_error |= is_refused;
        if !is_refused {
            lock(&screen).follow(action);
        }
        if turn.ending.is_some() {
            break;
        }
    }
    let content = lock(&screen).show(&told.join("\n"), seat.turn())?;
    Ok(if is_error { CallToolResult::error(content) } else { CallToolResult::success(content) })
}

/// Whether the seat would not do it; what a world's rules forbid is a result like any other.
fn is_refused(turn: &Turn) -> bool {
    !matches!(turn.status, None | Some(Status::Executed | Status::Blocked))
}

fn lock(screen: &Mutex<Screen>) -> std::sync::MutexGuard<'_, Screen> {
    screen.lock().unwrap_or_else(PoisonError::into_inner)
}

fn clipped(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}

impl ServerHandler for McpServer {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("agon", env!("CARGO_PKG_VERSION")))
            .with_instructions(&*self.prompt)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools.to_vec()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.tools.iter().find(|tool| tool.name == name).cloned()
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.introduce(&context).await;
        let args = request.arguments.map_or(Value::Null, Value::Object);
        let answered = tokio::select! {
            answered = self.call(Call::new(request.name, args)) => answered,
            // A step that has begun is finished and recorded; nobody waits for it.
            () = context.ct.cancelled() => return Err(ErrorData::internal_error("the call was cancelled", None)),
        };
        let result = match answered {
            Ok(result) => result,
            Err(Refused::Over(over)) => CallToolResult::error(vec![ContentBlock::text(over.to_string())]),
            Err(Refused::Unknown(problem)) => return Err(ErrorData::invalid_params(problem, None)),
        };
        Ok(result.into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let brief = Resource::new(BRIEF_URI, BRIEF).with_description("The task").with_mime_type("text/markdown");
        Ok(ListResourcesResult::with_all_items(vec![brief]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        if request.uri != BRIEF_URI {
            let problem = format!("there is no resource {:?}; there is {BRIEF_URI}", clipped(&request.uri, 200));
            return Err(ErrorData::resource_not_found(problem, None));
        }
        let contents = ResourceContents::text(&*self.prompt, BRIEF_URI).with_mime_type("text/markdown");
        Ok(ReadResourceResult::new(vec![contents]).into())
    }
}
