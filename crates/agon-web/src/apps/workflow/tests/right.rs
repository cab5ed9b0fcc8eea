//! Unusual, and right.

use super::*;

#[test]
fn two_tables_that_are_alike_stand_in_either_order() {
    for tables in [["yes", "no"], ["no", "yes"]] {
        assert_eq!(failed("decision-tree", &decision_tree(tables, |_| {})), Vec::<String>::new());
    }
}

#[test]
fn a_blank_setting_is_an_absent_one() {
    let tree = decision_tree(["yes", "no"], |workflow| {
        for node in workflow["graph"]["nodes"].as_array_mut().unwrap() {
            let is_table = node["type"] == "dataTable";
            let data = node["data"].as_object_mut().unwrap();
            data.remove("notes");
            if is_table {
                data.insert("note".into(), "".into());
                data.insert("filter".into(), json!({}));
            }
        }
    });
    assert_eq!(failed("decision-tree", &tree), Vec::<String>::new());
}

#[test]
fn expressions_go_by_their_meaning() {
    for expression in ["item.value>5", "  (item.value > 5) ", "5 < item.value", "item['value'] > 5.0;"] {
        let router = state(
            "Value Router",
            vec![
                node("a", "noOperation", json!({})),
                node("b", "if", json!({"expression": expression})),
                node("c", "manualTrigger", json!({})),
                node("d", "dataTable", json!({"tableName": " records ", "operation": "get", "keyField": "id"})),
            ],
            &["b.onFalse -> a", "b.onTrue -> d", "c.trigger -> b"],
        );
        assert_eq!(failed("value-router", &router), Vec::<String>::new(), "{expression}");
    }
}

#[test]
fn names_have_no_outer_space_and_another_workflow_beside_it_does_not_matter() {
    let mut tree = decision_tree(["yes", "no"], |workflow| workflow["name"] = " Simple Decision Tree Pipeline ".into());
    let other = json!({"id": "x", "name": "Scratch", "graph": {"nodes": [node("a", "merge", json!({}))], "edges": []}});
    tree["workflows"].as_array_mut().unwrap().insert(0, other);
    // The list is open, and this one was in the editor last.
    tree["view"] = "hub".into();
    assert_eq!(failed("decision-tree", &tree), Vec::<String>::new());
}

#[test]
fn a_case_may_have_a_blank_expression_and_stand_anywhere() {
    let key = key("urgent-case");
    let mut seen = key.attempts.solution.state.clone();
    let nodes = seen["workflows"][0]["graph"]["nodes"].as_array_mut().unwrap();
    let router = nodes.iter_mut().find(|node| node["type"] == "switch").unwrap();
    let cases = router["data"]["cases"].as_array_mut().unwrap();
    cases[3]["expr"] = "  ".into();
    cases.reverse();
    assert_eq!(failed("urgent-case", &seen), Vec::<String>::new());
}

#[test]
fn labels_places_sizes_and_ids_do_not_matter() {
    let key = key("urgent-case");
    let mut seen = key.attempts.solution.state.clone();
    let graph = &mut seen["workflows"][0]["graph"];
    for (i, edge) in graph["edges"].as_array_mut().unwrap().iter_mut().enumerate() {
        edge["id"] = format!("e{i}").into();
        edge["label"] = "called otherwise".into();
    }
    for (i, node) in graph["nodes"].as_array_mut().unwrap().iter_mut().enumerate() {
        node["position"] = json!({"x": -17.5 * i as f64, "y": i});
        node["selected"] = true.into();
    }
    seen["workflows"][0]["name"] = "Renamed".into();
    assert_eq!(failed("urgent-case", &seen), Vec::<String>::new(), "this task asks for no name");
}
