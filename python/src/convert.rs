//! Python values as JSON and back. Everything a caller may hand over is bounded: containers that hold themselves, and
//! numbers that JSON cannot write, are refused with a sentence rather than followed.

use agon_core::Action;
use pyo3::exceptions::{PyException, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde_json::{Map, Number, Value};

/// As deep as the text form of a call may be nested.
const MAX_DEPTH: usize = 32;
/// No action or setting comes near; a list that holds itself twice would.
const MAX_PARTS: usize = 10_000;

const ACTION_FORMS: &str = "an action is text such as \"('move', 0)\", a pair (name, args), or a dict with name and args";

/// Reads any of the forms an action may have. What it asks for is the world's affair; here only its type is.
pub(crate) fn action(value: &Bound<'_, PyAny>) -> PyResult<Action> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Action::Text { text: string(text)? });
    }
    let (name, args) = if let Ok(pair) = value.cast::<PyTuple>() {
        pair_of(pair.as_any(), pair.len())?
    } else if let Ok(pair) = value.cast::<PyList>() {
        pair_of(pair.as_any(), pair.len())?
    } else if let Ok(dict) = value.cast::<PyDict>() {
        named(dict)?
    } else {
        return Err(PyTypeError::new_err(format!("{ACTION_FORMS}; got {}", type_name(value))));
    };
    let Ok(name) = name.cast::<PyString>() else {
        return Err(PyTypeError::new_err(format!("{ACTION_FORMS}; got {} for the name", type_name(&name))));
    };
    let args = args.map_or(Ok(Value::Null), |args| json(&args))?;
    Ok(Action::Call { name: string(name)?, args })
}

/// As [`action`], but a value that is none becomes an action that says why it cannot be read and costs a step: what one member
/// of many gets wrong is not the others' affair. Ctrl-C and its like are nobody's action and go on up.
pub(crate) fn action_or_unread(value: &Bound<'_, PyAny>) -> PyResult<Action> {
    action(value).or_else(|error| {
        let py = value.py();
        if !error.is_instance_of::<PyException>(py) {
            return Err(error);
        }
        let problem =
            error.value(py).str().map_or_else(|_| "it is no action".to_owned(), |text| text.to_string_lossy().into_owned());
        Ok(Action::Unread { text: String::new(), problem: problem.chars().take(MAX_PROBLEM_CHARS).collect() })
    })
}

/// As long as a feedback that quotes somebody's exception may be.
const MAX_PROBLEM_CHARS: usize = 300;

type NameAndArgs<'py> = (Bound<'py, PyAny>, Option<Bound<'py, PyAny>>);

fn pair_of<'py>(sequence: &Bound<'py, PyAny>, len: usize) -> PyResult<NameAndArgs<'py>> {
    if len != 2 {
        return Err(PyValueError::new_err(format!("{ACTION_FORMS}; got a sequence of {len}")));
    }
    Ok((sequence.get_item(0)?, Some(sequence.get_item(1)?)))
}

fn named<'py>(dict: &Bound<'py, PyDict>) -> PyResult<NameAndArgs<'py>> {
    let Some(name) = dict.get_item("name")? else {
        return Err(PyValueError::new_err(format!("{ACTION_FORMS}; got a dict without a name")));
    };
    let args = dict.get_item("args")?;
    if dict.len() > 1 + usize::from(args.is_some()) {
        return Err(PyValueError::new_err(format!("{ACTION_FORMS}; got a dict with more keys than these")));
    }
    Ok((name, args))
}

/// Keyword settings as a map.
pub(crate) fn settings(dict: &Bound<'_, PyDict>) -> PyResult<Map<String, Value>> {
    match json(dict.as_any())? {
        Value::Object(map) => Ok(map),
        _ => Ok(Map::new()),
    }
}

pub(crate) fn json(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    Reader { parts: 0 }.read(value, 0)
}

struct Reader {
    parts: usize,
}

impl Reader {
    fn read(&mut self, value: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value> {
        self.parts += 1;
        if depth > MAX_DEPTH {
            return Err(PyValueError::new_err(format!("a value is nested more than {MAX_DEPTH} levels deep")));
        }
        if self.parts > MAX_PARTS {
            return Err(PyValueError::new_err(format!("a value has more than {MAX_PARTS} parts")));
        }
        if value.is_none() {
            return Ok(Value::Null);
        }
        // Before integers: Python's True is one.
        if let Ok(truth) = value.cast::<PyBool>() {
            return Ok(truth.is_true().into());
        }
        if value.is_instance_of::<PyInt>() {
            return integer(value);
        }
        if value.is_instance_of::<PyFloat>() {
            return real(value.extract()?);
        }
        if let Ok(text) = value.cast::<PyString>() {
            return string(text).map(Value::String);
        }
        if let Ok(list) = value.cast::<PyList>() {
            return list.iter().map(|item| self.read(&item, depth + 1)).collect();
        }
        if let Ok(tuple) = value.cast::<PyTuple>() {
            return tuple.iter().map(|item| self.read(&item, depth + 1)).collect();
        }
        if let Ok(dict) = value.cast::<PyDict>() {
            let mut map = Map::new();
            for (key, item) in dict.iter() {
                let Ok(key) = key.cast::<PyString>() else {
                    return Err(PyTypeError::new_err(format!("the keys of a dict must be strings; got {}", type_name(&key))));
                };
                map.insert(string(key)?, self.read(&item, depth + 1)?);
            }
            return Ok(Value::Object(map));
        }
        // Arrays and scalars of numpy and torch; and paths.
        for method in ["tolist", "__fspath__"] {
            if let Ok(function) = value.getattr(method) {
                return self.read(&function.call0()?, depth + 1);
            }
        }
        Err(PyTypeError::new_err(format!(
            "expected None, a bool, number, string, list, tuple, dict or array; got {}",
            type_name(value)
        )))
    }
}

/// Integers beyond 64 bits become reals, as in the text form: the world answers that they are out of range.
fn integer(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    if let Ok(number) = value.extract::<i64>() {
        return Ok(number.into());
    }
    match value.extract::<f64>() {
        Ok(number) => real(number),
        Err(_) => Err(PyValueError::new_err("an integer is too large to be an argument")),
    }
}

fn real(number: f64) -> PyResult<Value> {
    let finite = Number::from_f64(number).map(Value::Number);
    finite.ok_or_else(|| PyValueError::new_err(format!("{number} is not a finite number")))
}

fn string(text: &Bound<'_, PyString>) -> PyResult<String> {
    match text.to_str() {
        Ok(text) => Ok(text.to_owned()),
        Err(_) => Err(PyValueError::new_err("a string holds half a surrogate pair, which is no character")),
    }
}

fn type_name(value: &Bound<'_, PyAny>) -> String {
    value.get_type().name().map_or_else(|_| "something nameless".into(), |name| name.to_string())
}

/// JSON as Python values; arrays become tuples, the form prompts teach.
pub(crate) fn python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(truth) => PyBool::new(py, *truth).to_owned().into_any(),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(number), _) => number.into_pyobject(py)?.into_any(),
            (_, Some(number)) => number.into_pyobject(py)?.into_any(),
            _ => PyFloat::new(py, number.as_f64().unwrap_or(f64::NAN)).into_any(),
        },
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Array(items) => {
            let items: Vec<_> = items.iter().map(|item| python(py, item)).collect::<PyResult<_>>()?;
            PyTuple::new(py, items)?.into_any()
        }
        Value::Object(map) => {
            let dict = PyDict::new(py);
            for (key, item) in map {
                dict.set_item(key, python(py, item)?)?;
            }
            dict.into_any()
        }
    })
}
