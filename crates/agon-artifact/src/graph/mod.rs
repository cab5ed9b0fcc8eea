//! `graph`: nodes and edges, by their names or by their structure alone.
//!
//! | setting | meaning |
//! |---|---|
//! | `file`, `reference` | paths below `output/` and `reference/`: an edge list (CSV with `source`, `target` and perhaps `weight`), GraphML, DOT or JSON (`{ "nodes": […], "edges": [["a", "b"], …] }`) |
//! | `format` | `csv`, `graphml`, `dot` or `json`; default: by the file's name |
//! | `directed` | whether edges have a direction; default: what the file says, else `true` |
//! | `nodes`, `edges` | F-measure of nodes, and of edges by the names of their ends, at least |
//! | `weight_within` | edges are the same only if their weights are this near too |
//! | `isomorphic` | `true`: the same structure as the reference, whatever its nodes are called |
//! | `node_count`, `edge_count`, `components` | tolerance against the reference or a `value` |
//! | `acyclic`, `connected` | `true` or `false`: what it must be |
//! | `paths` | list of `{ from, to, length, absolute, weighted, weight, gate }`: the length of the shortest path, in edges or (`weighted`) in weights; `length = inf` where there must be none |

mod dot;
mod isomorphism;
mod read;
mod structure;

use crate::comparison::{Mode, Problem};
use crate::input::{Input, Stop};
use crate::marks::Parts;
use crate::number::{ratio, shown};
use crate::settings::{Rule, Target, Tolerance, check_weight, one};
use crate::written;
use isomorphism::Verdict;
use read::GraphFormat;
use structure::Graph;

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GraphMode {
    file: String,
    reference: Option<String>,
    format: Option<GraphFormat>,
    directed: Option<bool>,
    nodes: Option<Target>,
    edges: Option<Target>,
    weight_within: Option<f64>,
    #[serde(default)]
    isomorphic: bool,
    node_count: Option<Tolerance>,
    edge_count: Option<Tolerance>,
    components: Option<Tolerance>,
    acyclic: Option<bool>,
    connected: Option<bool>,
    #[serde(default)]
    paths: Vec<PathCheck>,
}

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct PathCheck {
    from: String,
    to: String,
    length: f64,
    #[serde(default)]
    absolute: f64,
    #[serde(default)]
    weighted: bool,
    #[serde(default = "one")]
    weight: f64,
    #[serde(default)]
    gate: bool,
}

impl PathCheck {
    fn label(&self) -> String {
        format!("{} to {}", self.from, self.to)
    }

    fn mark(&self, parts: &mut Parts, graph: &Graph) {
        let found = graph.shortest(&self.from, &self.to, self.weighted);
        let fine = match found {
            Some(length) if self.length.is_finite() => Tolerance::absolute(self.absolute).score(self.length, length) >= 1.0,
            Some(_) => false,
            None => self.length.is_infinite() && graph.has(&self.from) && graph.has(&self.to),
        };
        let words = |length: Option<f64>| length.map_or_else(|| "no path".to_owned(), shown);
        let expected = words(Some(self.length).filter(|length| length.is_finite()));
        parts.check(self.label(), Rule { weight: self.weight, gate: self.gate }, fine, expected, words(found));
    }
}

impl GraphMode {
    #[expect(clippy::type_complexity, reason = "it is read once, a line below")]
    fn tolerances(&self) -> [(&'static str, &Option<Tolerance>, fn(&Graph) -> f64); 3] {
        [
            ("node_count", &self.node_count, |graph| graph.names.len() as f64),
            ("edge_count", &self.edge_count, |graph| graph.edges.len() as f64),
            ("components", &self.components, |graph| graph.components() as f64),
        ]
    }

    fn needs_reference(&self) -> bool {
        self.nodes.is_some()
            || self.edges.is_some()
            || self.isomorphic
            || self.tolerances().iter().any(|(_, t, _)| t.is_some_and(|t| t.value.is_none()))
    }

    fn mark_both(&self, parts: &mut Parts, seen: &Graph, reference: &Graph) {
        let f_measure = |parts: &mut Parts, name: &str, target: &Target, common: usize, wanted: usize, given: usize| {
            let f = ratio(2 * common, wanted + given);
            let words = format!("{common} common of {given}: F {}", shown((f * 1e4).round() / 1e4));
            parts.add(name, target.rule, target.at_least(f), format!("{wanted}, F at least {}", shown(target.full)), words);
        };
        if let Some(target) = &self.nodes {
            let common = seen.names.iter().filter(|name| reference.has(name)).count();
            f_measure(parts, "nodes", target, common, reference.names.len(), seen.names.len());
        }
        if let Some(target) = &self.edges {
            let common = structure::common_edges(seen, reference, self.weight_within);
            f_measure(parts, "edges", target, common, reference.edges.len(), seen.edges.len());
        }
        if self.isomorphic {
            let verdict = isomorphism::compare(reference, seen);
            let words = match verdict {
                Verdict::Same => "the same structure",
                Verdict::Different => "another structure",
                Verdict::Undecided => "a structure too large or too regular to be compared",
            };
            parts.check("isomorphic", Rule::ONE, verdict == Verdict::Same, "the reference's structure", words);
        }
    }
}

impl Mode for GraphMode {
    fn check(&self) -> Result<(), Problem> {
        for (name, tolerance, _) in self.tolerances() {
            tolerance.as_ref().map_or(Ok(()), |tolerance| tolerance.check(name))?;
        }
        for (name, target) in [("nodes", &self.nodes), ("edges", &self.edges)] {
            target.as_ref().map_or(Ok(()), |target| target.check_at_least(name))?;
        }
        if self.weight_within.is_some_and(|within| !within.is_finite() || within < 0.0) {
            return Err(Problem::new("`weight_within` is 0 or more"));
        }
        for path in &self.paths {
            check_weight(&path.label(), path.weight)?;
            Tolerance::absolute(path.absolute).check(&path.label())?;
            if path.length.is_nan() || path.length < 0.0 {
                return Err(Problem::new(format!("path `{}`: `length` is 0 or more, or inf", path.label())));
            }
        }
        if self.needs_reference() && self.reference.is_none() {
            return Err(Problem::new("what it compares needs a `reference`"));
        }
        let alone = self.acyclic.is_some()
            || self.connected.is_some()
            || !self.paths.is_empty()
            || self.tolerances().iter().any(|(_, tolerance, _)| tolerance.is_some());
        if alone || self.needs_reference() {
            Ok(())
        } else {
            Err(Problem::new("it compares nothing: give `edges` or another measure"))
        }
    }

    fn references(&self) -> Vec<&str> {
        self.reference.iter().map(String::as_str).collect()
    }

    fn artifacts(&self) -> Vec<&str> {
        vec![&self.file]
    }

    fn compare(&self, input: &Input<'_>) -> Result<Parts, Stop> {
        let open = |bytes: &[u8], path: &str, format: Option<GraphFormat>| {
            let mut graph = read::read(bytes, format.unwrap_or_else(|| GraphFormat::guess(path)))?;
            if let Some(directed) = self.directed {
                graph.directed = directed;
            }
            Ok(graph)
        };
        let reference = match &self.reference {
            Some(path) => Some(input.reference(path, |bytes| open(bytes, path, None))?),
            None => None,
        };
        let seen = input.artifact(&self.file, "a graph", |bytes| open(bytes, &self.file, self.format))?;
        let mut parts = Parts::default();
        if let Some(reference) = &reference {
            self.mark_both(&mut parts, &seen, reference);
        }
        for (name, tolerance, measure) in self.tolerances() {
            if let Some(tolerance) = tolerance {
                tolerance.mark(&mut parts, name, reference.as_ref().map(measure), measure(&seen), "");
            }
        }
        let words = |is: bool, what: &str| if is { what.to_owned() } else { format!("not {what}") };
        if let Some(wanted) = self.acyclic {
            let is = seen.is_acyclic();
            parts.check("acyclic", Rule::ONE, is == wanted, words(wanted, "acyclic"), words(is, "acyclic"));
        }
        if let Some(wanted) = self.connected {
            let is = seen.components() == 1;
            parts.check("connected", Rule::ONE, is == wanted, words(wanted, "connected"), words(is, "connected"));
        }
        for path in &self.paths {
            path.mark(&mut parts, &seen);
        }
        Ok(parts)
    }
}

/// Names of nodes are compared without regard to spaces around them; case counts.
fn name_of(text: &str) -> String {
    written::spaced(text)
}

#[cfg(test)]
mod tests;
