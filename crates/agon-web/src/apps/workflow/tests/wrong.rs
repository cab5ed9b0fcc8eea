//! Plausible, and wrong: each is refused on the check that tells why.

use super::*;

fn wrong_tree(check: &str, change: impl FnOnce(&mut Value)) {
    assert_eq!(failed("decision-tree", &decision_tree(["yes", "no"], change)), [check]);
}

fn edges(workflow: &mut Value) -> &mut Vec<Value> {
    workflow["graph"]["edges"].as_array_mut().unwrap()
}

fn data<'a>(workflow: &'a mut Value, id: &str) -> &'a mut Value {
    let nodes = workflow["graph"]["nodes"].as_array_mut().unwrap();
    &mut nodes.iter_mut().find(|node| node["id"] == id).unwrap()["data"]
}

#[test]
fn a_name_in_other_capitals() {
    wrong_tree("name", |workflow| workflow["name"] = "Simple decision tree pipeline".into());
}

#[test]
fn branches_that_are_exchanged() {
    wrong_tree("connections", |workflow| {
        let edges = edges(workflow);
        edges[1]["sourceHandle"] = "onFalse".into();
        edges[2]["sourceHandle"] = "onTrue".into();
    });
}

#[test]
fn one_leaf_at_the_other_table() {
    wrong_tree("connections", |workflow| edges(workflow)[6]["target"] = "yes".into());
}

#[test]
fn a_threshold_of_the_wrong_test() {
    // The thresholds of the inner tests are exchanged: everything is there, and leads elsewhere.
    wrong_tree("connections", |workflow| {
        data(workflow, "low")["expression"] = "item.score >= 80".into();
        data(workflow, "high")["expression"] = "item.score >= 20".into();
    });
}

#[test]
fn greater_instead_of_at_least() {
    wrong_tree("settings", |workflow| data(workflow, "root")["expression"] = "item.score > 50".into());
}

#[test]
fn a_table_of_another_name() {
    wrong_tree("settings", |workflow| data(workflow, "no")["tableName"] = "failures".into());
}

#[test]
fn a_connection_too_many() {
    wrong_tree("connections", |workflow| edges(workflow).push(edge("root.onTrue -> yes")));
}

#[test]
fn one_table_for_all() {
    let tree = decision_tree(["yes", "no"], |workflow| {
        let nodes = workflow["graph"]["nodes"].as_array_mut().unwrap();
        nodes.retain(|node| node["id"] != "no");
        for edge in edges(workflow) {
            if edge["target"] == "no" {
                edge["target"] = "yes".into();
            }
        }
    });
    assert_eq!(failed("decision-tree", &tree), ["nodes", "connections"]);
}

#[test]
fn a_node_that_was_left_lying_about() {
    let tree = decision_tree(["yes", "no"], |workflow| {
        workflow["graph"]["nodes"].as_array_mut().unwrap().push(node("x", "merge", json!({})));
    });
    assert_eq!(failed("decision-tree", &tree), ["nodes"]);
}

#[test]
fn loose_equality_where_strict_is_asked_for() {
    let key = key("completed-orders");
    let mut seen = key.attempts.solution.state.clone();
    let nodes = seen["workflows"][0]["graph"]["nodes"].as_array_mut().unwrap();
    nodes.iter_mut().find(|node| node["type"] == "filter").unwrap()["data"]["predicate"] = "item.status == 'completed'".into();
    assert_eq!(failed("completed-orders", &seen), ["settings"]);
}

#[test]
fn the_default_output_left_on() {
    let key = key("drop-default-branch");
    let mut seen = key.attempts.solution.state.clone();
    let nodes = seen["workflows"][0]["graph"]["nodes"].as_array_mut().unwrap();
    nodes.iter_mut().find(|node| node["type"] == "switch").unwrap()["data"]["default"] = true.into();
    assert_eq!(failed("drop-default-branch", &seen), ["settings"]);
}

#[test]
fn the_right_workflow_that_was_not_opened_last() {
    let mut tree = decision_tree(["yes", "no"], |_| {});
    tree["workflows"].as_array_mut().unwrap().push(json!({"id": "x", "name": "Scratch", "graph": {"nodes": [], "edges": []}}));
    tree["current"] = "x".into();
    assert_eq!(failed("decision-tree", &tree), ["name", "nodes", "settings", "connections"]);
}

#[test]
fn an_answer_without_a_workflow() {
    let nothing = json!({"app": "workflow", "view": "hub", "current": null, "workflows": []});
    assert_eq!(failed("decision-tree", &nothing), ["name", "nodes", "settings", "connections"]);
}

#[test]
fn what_is_no_state_is_a_fault_and_no_mark() {
    for state in [json!({}), json!({"app": "circuit", "parts": []}), json!({"app": "workflow", "current": "w", "workflows": []})]
    {
        assert!(key("decision-tree").mark(&state, None).is_none(), "{state}");
    }
    let mut twice = decision_tree(["yes", "no"], |_| {});
    twice["workflows"][0]["graph"]["nodes"][0]["id"] = "low".into();
    assert!(key("decision-tree").mark(&twice, None).is_none());
}

#[test]
fn a_flood_of_nodes_is_marked_all_the_same() {
    let tree = decision_tree(["yes", "no"], |workflow| {
        let nodes = workflow["graph"]["nodes"].as_array_mut().unwrap();
        nodes.extend((0..194).map(|i| node(&format!("x{i}"), "if", json!({"expression": "item.score >= 50"}))));
    });
    assert_eq!(failed("decision-tree", &tree), ["nodes"]);
}
