//! End states made by hand, in the page's own words: unusual ones that are right, and plausible ones that are wrong.

mod right;
mod wrong;

use super::WorkflowBuilder;
use super::app::{Lines, WorkflowKey};
use crate::apps::{AnswerKey, script_tests as proof};
use agon_core::Marks;
use agon_grade::all_of;
use serde_json::{Value, json};

/// The key of a task of the suite.
fn key(name: &str) -> WorkflowKey {
    proof::key::<Lines>(&WorkflowBuilder, name)
}

fn node(id: &str, kind: &str, data: Value) -> Value {
    json!({"id": id, "type": kind, "position": {"x": 0, "y": 0}, "data": data, "width": 240, "height": 141})
}

/// `a.onTrue -> b`
fn edge(text: &str) -> Value {
    let (source, target) = text.split_once(" -> ").unwrap();
    let (source, handle) = source.split_once('.').map_or((source, Value::Null), |(source, handle)| (source, handle.into()));
    json!({"id": format!("edge-{text}"), "source": source, "sourceHandle": handle, "target": target, "targetHandle": null})
}

fn state(name: &str, nodes: Vec<Value>, edges: &[&str]) -> Value {
    let edges: Vec<Value> = edges.iter().map(|text| edge(text)).collect();
    json!({"app": "workflow", "view": "editor", "current": "w", "workflows": [
        {"id": "w", "name": name, "createdAt": 1, "updatedAt": 2, "version": 1, "metadata": {"description": "", "thumbnail": ""},
         "graph": {"nodes": nodes, "edges": edges}}
    ]})
}

fn marks(task: &str, state: &Value) -> Marks {
    all_of(key(task).mark(state, None).expect("a state of the workflow builder"))
}

fn failed(task: &str, state: &Value) -> Vec<String> {
    proof::failed(&marks(task, state))
}

/// The decision tree with its tables in either order, and whatever is changed in it.
fn decision_tree(tables: [&str; 2], change: impl FnOnce(&mut Value)) -> Value {
    let table = || json!({"tableName": "records", "operation": "get", "keyField": "id"});
    let test = |least: u32| json!({"expression": format!("item.score >= {least}"), "notes": ""});
    let mut state = state(
        "Simple Decision Tree Pipeline",
        vec![
            node(tables[0], "dataTable", table()),
            node("low", "if", test(20)),
            node("root", "if", test(50)),
            node(tables[1], "dataTable", table()),
            node("start", "manualTrigger", json!({})),
            node("high", "if", test(80)),
        ],
        &[
            "start.trigger -> root",
            "root.onTrue -> high",
            "root.onFalse -> low",
            "high.onTrue -> yes",
            "low.onTrue -> yes",
            "high.onFalse -> no",
            "low.onFalse -> no",
        ],
    );
    change(&mut state["workflows"][0]);
    state
}
