//! Replies of models as steps: what the dialects of the model agents read, teach, offer and write, for one episode.

use crate::convert;
use crate::episode::{Episode, StepParts};
use crate::errors::{Failure, guarded};
use agon_core::{Action, Brief, Budget, Call, Function, Image, Surface};
use agon_dialect::{DIALECTS, Dialect, Json, Pair, Policy, Reading, Said, Tools, View, keep};
use numpy::{PyReadonlyArray3, PyUntypedArrayMethods as _};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCFunction};
use serde_json::{Map, Value, json};

/// The functions of this file, for the module.
pub(crate) fn functions<'py>(module: &Bound<'py, PyModule>) -> PyResult<[Bound<'py, PyCFunction>; 7]> {
    Ok([
        wrap_pyfunction!(step_reply, module)?,
        wrap_pyfunction!(write_reply, module)?,
        wrap_pyfunction!(prompt_in, module)?,
        wrap_pyfunction!(tools, module)?,
        wrap_pyfunction!(function_list, module)?,
        wrap_pyfunction!(message, module)?,
        wrap_pyfunction!(png, module)?,
    ])
}

/// What a reply comes to.
struct Heard {
    action: Action,
    /// The call that is performed, as text.
    call: Option<String>,
    /// What is wrong with the reply: no call, or more than one.
    violation: Option<String>,
}

/// One step with what a model replied: its text, and its tool calls with their arguments as JSON text. `info` holds, beside
/// what every step's does, the `call` that was read and the `violation`, if the reply was not exactly one call.
#[pyfunction]
#[pyo3(signature = (episode, text, calls, dialect=None))]
fn step_reply<'py>(
    py: Python<'py>,
    episode: &Bound<'py, Episode>,
    text: String,
    calls: Vec<(String, String)>,
    dialect: Option<&str>,
) -> PyResult<StepParts<'py>> {
    let dialect = dialect.map(known).transpose()?;
    // Some servers send arguments that are no JSON; the world answers that they do not fit.
    let args = |text: String| serde_json::from_str(&text).unwrap_or(Value::String(text));
    let said = Said { text, calls: calls.into_iter().map(|(name, text)| Call { name, args: args(text) }).collect() };
    let episode = episode.get();
    let heard = py.detach(|| {
        let view = view(episode.lock().episode()?.functions());
        guarded(|| Ok(hear(&said, &view, dialect)))
    })?;
    let parts = episode.perform(py, &heard.action, None)?;
    parts.4.set_item("call", heard.call)?;
    parts.4.set_item("violation", heard.violation)?;
    Ok(parts)
}

fn hear(said: &Said, view: &View, dialect: Option<&'static dyn Dialect>) -> Heard {
    let (reading, policy) = match dialect {
        Some(dialect) => (dialect.read(said, view), dialect.several()),
        None => read_any(said, view),
    };
    let kept = keep(reading, policy);
    let action = match kept.actions.into_iter().next() {
        // As on a seat: `done` submits what there is.
        Some(Action::Done) => Call::bare("stop").into(),
        Some(action) => action,
        None => Action::Unread { text: String::new(), problem: kept.violation.clone().unwrap_or_default() },
    };
    let call = matches!(action, Action::Call { .. }).then(|| action.summary());
    Heard { action, call, violation: kept.violation }
}

/// Native tool calls where there are any; else pairs, which prompts teach; else JSON.
fn read_any(said: &Said, view: &View) -> (Reading, Policy) {
    if !said.calls.is_empty() {
        return (Tools.read(said, view), Tools.several());
    }
    let pair = Pair.read(said, view);
    if pair.actions.is_empty() {
        let json = Json.read(said, view);
        if !json.actions.is_empty() {
            return (json, Json.several());
        }
    }
    (pair, Pair.several())
}

/// What a model that speaks a dialect replies to make a call: its text, and its tool calls with their arguments as JSON text.
#[pyfunction]
fn write_reply(
    py: Python<'_>,
    episode: &Bound<'_, Episode>,
    action: &Bound<'_, PyAny>,
    dialect: &str,
) -> PyResult<(String, Vec<(String, String)>)> {
    let (action, dialect) = (convert::action(action)?, known(dialect)?);
    let episode = episode.get();
    let functions = py.detach(|| Ok::<_, Failure>(episode.lock().episode()?.functions().to_vec()))?;
    let call = match &action {
        Action::Text { text } => text.parse::<Call>().map_err(|error| PyValueError::new_err(error.to_string()))?,
        Action::Call { name, args } => Call { name: name.clone(), args: args.clone() },
        other => return Err(PyValueError::new_err(format!("{} is no call", other.summary()))),
    };
    let said = dialect.write(&[call.into()], &view(&functions));
    let said = said.ok_or_else(|| PyValueError::new_err(format!("{} has no words for {}", dialect.name(), action.summary())))?;
    let named = said.calls.into_iter().map(|call| (call.name.clone(), by_name(&functions, &call).to_string()));
    Ok((said.text, named.collect()))
}

/// The arguments of a call under their names, as tool calls have them; as they are if they do not fit.
fn by_name(functions: &[Function], call: &Call) -> Value {
    match Function::bind(functions, call) {
        Ok((function, args)) => {
            let named = function.params.iter().enumerate().map(|(index, param)| (param.name.clone(), args.value(index).clone()));
            Value::Object(named.collect::<Map<_, _>>())
        }
        Err(_) => call.args.clone(),
    }
}

/// The prompt, in which a dialect says how a call is written.
#[pyfunction]
#[pyo3(signature = (episode, dialect=None))]
fn prompt_in(py: Python<'_>, episode: &Bound<'_, Episode>, dialect: Option<&str>) -> PyResult<String> {
    let dialect = dialect.map(known).transpose()?;
    let brief = brief(py, episode)?;
    Ok(match dialect {
        Some(dialect) => brief.assemble(&dialect.teach(&brief, &view(&brief.functions))),
        None => brief.prompt(),
    })
}

/// The functions with their names, descriptions and parameters as JSON Schema.
#[pyfunction]
fn tools<'py>(py: Python<'py>, episode: &Bound<'py, Episode>) -> PyResult<Bound<'py, PyAny>> {
    let tool =
        |function: &Function| json!({"name": function.name, "description": function.about, "parameters": function.json_schema()});
    let tools: Vec<Value> = brief(py, episode)?.functions.iter().map(tool).collect();
    // Through JSON text, because JSON Schema has lists where arguments have tuples.
    py.import("json")?.call_method1("loads", (Value::Array(tools).to_string(),))
}

/// The functions with their parameters in words, as in the prompt.
#[pyfunction]
fn function_list(py: Python<'_>, episode: &Bound<'_, Episode>) -> PyResult<String> {
    Ok(brief(py, episode)?.function_list())
}

/// What an agent is told with an observation: the feedback, and how many steps are left.
#[pyfunction]
#[pyo3(signature = (episode, feedback=None))]
fn message(py: Python<'_>, episode: &Bound<'_, Episode>, feedback: Option<&str>) -> String {
    let episode = episode.get();
    let left = py.detach(|| episode.lock().steps_left());
    Budget { steps: Some(left), ..Budget::default() }.message(feedback.filter(|text| !text.is_empty()), false)
}

/// A frame as the bytes of a PNG file.
#[pyfunction]
fn png<'py>(py: Python<'py>, frame: PyReadonlyArray3<'py, u8>) -> PyResult<Bound<'py, PyBytes>> {
    let shape = frame.shape();
    let (height, width, channels) = (shape[0], shape[1], shape[2]);
    let (Ok(wide), Ok(high), 3) = (u32::try_from(width), u32::try_from(height), channels) else {
        return Err(PyValueError::new_err(format!("a frame has height, width and three colours, got {shape:?}")));
    };
    let pixels = frame.as_slice()?.to_vec();
    let file = py.detach(|| {
        let encoded = agon_image::encode(&Image::rgb8(wide, high, pixels)).map(|bytes| bytes.to_vec());
        encoded.map_err(|error| Failure::Broken(error.to_string()))
    })?;
    Ok(PyBytes::new(py, &file))
}

fn brief(py: Python<'_>, episode: &Bound<'_, Episode>) -> PyResult<Brief> {
    let (title, episode) = (episode.get().setup.get().kind.title(), episode.get());
    Ok(py.detach(|| {
        let member = episode.lock();
        let episode = member.episode()?;
        guarded(|| Ok(episode.brief(title)))
    })?)
}

fn view(functions: &[Function]) -> View {
    View { functions: functions.iter().map(|function| function.name.clone()).collect(), ..View::default() }
}

/// The dialect of a name, of those that have words for function calls.
fn known(name: &str) -> Result<&'static dyn Dialect, Failure> {
    let mut speakers = DIALECTS.iter().copied().filter(|dialect| dialect.speaks(Surface::Calls));
    speakers.clone().find(|dialect| dialect.name() == name).ok_or_else(|| {
        let names: Vec<&str> = speakers.by_ref().map(|dialect| dialect.name()).collect();
        Failure::Value(format!("there is no dialect {name:?} for function calls; there are: {}", names.join(", ")))
    })
}
