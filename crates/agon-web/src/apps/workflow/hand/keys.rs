//! By keys alone: nodes and connections are picked by name.

use super::fields::{typed_case, typed_settings};
use crate::apps::workflow::graph::{Edge, Graph};
use crate::apps::workflow::state::Workflow;
use crate::apps::workflow::steps::Step;
use crate::hand::{chord, typed};
use agon_core::Action;

pub(super) struct Keys;

impl Keys {
    pub(super) fn act(&self, workflow: &Workflow, visit: &[Step], actions: &mut Vec<Action>) -> Result<(), String> {
        let graph = &workflow.graph;
        let Some(first) = visit.first() else { return Ok(()) };
        match first {
            Step::New(name) => actions.push(typed(&format!("{name}\n"))),
            // From the name of a new workflow over Create; Import is off.
            Step::Template(index) => actions.push(typed(&format!("{}\n", "\t".repeat(2 + index)))),
            Step::Add { kind, .. } => actions.push(typed(&format!("/{}\n", kind.name))),
            Step::Set { id, .. } => {
                let node = graph.node(id).ok_or("it is not there")?;
                let text = typed_settings(node.kind, &node.data, visit)?;
                actions.extend([typed(&format!("{}\n{text}", go_to(graph, id))), chord(&["escape"])]);
            }
            Step::Case { id, label, expression } => {
                let node = graph.node(id).ok_or("it is not there")?;
                let text = typed_case(&node.data, label, expression.as_deref());
                actions.extend([typed(&format!("{}\n{text}", go_to(graph, id))), chord(&["escape"])]);
            }
            Step::Json { id, data } => {
                let json = serde_json::to_string(data).map_err(|error| error.to_string())?;
                actions.extend([
                    typed(&format!("{}\n", go_to(graph, id))),
                    // From the first field back to the tabs.
                    chord(&["shift", "tab"]),
                    chord(&["right"]),
                    typed(&format!("\t{json}")),
                    chord(&["escape"]),
                ]);
            }
            Step::Connect(edge) => {
                let source = graph.node(&edge.source).ok_or("it is not there")?;
                let label = source.ports().into_iter().find(|port| port.handle == edge.handle).map(|port| port.label);
                let wanted = format!("{} {}", label.unwrap_or_default(), graph.title(&edge.target));
                actions.push(typed(&format!("{}c{}\n", go_to(graph, &edge.source), wanted.trim())));
            }
            Step::Disconnect(edge) => {
                let pick = pick_connection(graph, edge);
                actions.extend([typed(&format!("{}{pick}", go_to(graph, &edge.source))), chord(&["delete"])]);
            }
            Step::Delete(id) => actions.extend([typed(&go_to(graph, id)), chord(&["delete"])]),
            Step::Run => actions.push(typed("r")),
            Step::Rename(_) | Step::Back => return Err("this is done by mouse".into()),
        }
        Ok(())
    }
}

fn go_to(graph: &Graph, id: &str) -> String {
    format!("g{}\n", graph.title(id))
}

/// With one of its ends selected.
pub(super) fn pick_connection(graph: &Graph, edge: &Edge) -> String {
    // Signs do not count where names are looked for.
    format!("e{}\n", graph.edge_title(edge).replace(" › ", " "))
}
