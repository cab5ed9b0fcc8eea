use crate::Marked;
use crate::testing::{mark, mark_with, part, problem, torture};
use std::fmt::Write;

const EDGES: &str = "source,target,weight\nA,B,2\nB,C,3\nA,C,10\nC,D,1\n";
const ALL: &str = "nodes = 1\nedges = 1\nweight_within = 0.01\nisomorphic = true\nnode_count = 0\nedge_count = 0\ncomponents = 0\nacyclic = true\nconnected = true\n\
paths = [{ from = 'A', to = 'D', length = 2 }, { from = 'A', to = 'D', length = 6, weighted = true }, { from = 'D', to = 'A', length = inf }]";

fn marked(settings: &str, path: &str, file: &str) -> Marked {
    let settings = format!("mode = 'graph'\nfile = '{path}'\nreference = 'r.csv'\n{settings}");
    mark_with(&settings, &[(path, file.as_bytes())], &[("r.csv", EDGES.as_bytes())]).unwrap()
}

#[test]
fn one_graph_in_four_files() {
    let dot = "digraph G { // steps\n node [shape=box]; rankdir=LR;\n A -> B [weight=2, label=\"a -> b\"]; subgraph cluster_1 { B -> C [weight=3]; }\n \"A\" -> C:n [weight=10]\n C -> D [weight=\"1\"]; D }";
    let graphml = r#"<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><key id="w" for="edge" attr.name="weight" attr.type="double"/><graph edgedefault="directed">
        <node id="A"/><node id="B"/><node id="C"/><node id="D"/><edge source="A" target="B"><data key="w">2</data></edge><edge source="B" target="C"><data key="w">3</data></edge>
        <edge source="A" target="C"><data key="w">10</data></edge><edge source="C" target="D"><data key="w">1</data></edge></graph></graphml>"#;
    let json = r#"{"nodes": [{"id": "A"}, "B", "C", "D"], "edges": [["A", "B", 2], ["B", "C", 3], {"source": "A", "target": "C", "weight": 10}, ["C", "D", 1]]}"#;
    for (path, file) in [("g.csv", EDGES), ("g.dot", dot), ("g.graphml", graphml), ("g.json", json)] {
        let marked = marked(ALL, path, file);
        assert_eq!(marked.score, 1.0, "{path}: {marked:#?}");
    }
}

#[test]
fn names_structure_and_direction() {
    let renamed = marked("edges = { full = 1, zero = 0 }\nisomorphic = true", "g.csv", "w,x\nx,y\nw,y\ny,z\n");
    assert_eq!((part(&renamed, "edges").score, part(&renamed, "isomorphic").score), (0.0, 1.0), "{renamed:#?}");
    let turned = "source,target\nB,A\nC,B\nC,A\nD,C\n";
    assert_eq!(marked("edges = 1", "g.csv", turned).score, 0.0);
    assert_eq!(marked("edges = 1\ndirected = false", "g.csv", turned).score, 1.0);
    // A list of all edges there could be is not the answer.
    let all = "A,B\nA,C\nA,D\nB,A\nB,C\nB,D\nC,A\nC,B\nC,D\nD,A\nD,B\nD,C";
    assert_eq!(part(&marked("edges = { full = 1, zero = 0 }", "g.csv", all), "edges").seen, "4 common of 12: F 0.5");
    let cyclic = marked("acyclic = true", "g.csv", "A,B\nB,A\n");
    assert_eq!((cyclic.score, cyclic.parts[0].seen.as_str()), (0.0, "not acyclic"));
}

#[test]
fn alike_nodes_are_tried_out() {
    // Two triangles and a hexagon: every node has two neighbours.
    let settings = "mode = 'graph'\nfile = 'g'\nreference = 'r'\ndirected = false\nisomorphic = true";
    let (triangles, hexagon) = ("a,b\nb,c\nc,a\nd,e\ne,f\nf,d", "1,2\n2,3\n3,4\n4,5\n5,6\n6,1");
    let same = |one: &str, other: &str| mark_with(settings, &[("g", one.as_bytes())], &[("r", other.as_bytes())]).unwrap().score;
    assert_eq!(same(triangles, hexagon), 0.0);
    assert_eq!(same(hexagon, "p,q\nr,q\nr,s\nt,s\nt,u\nu,p"), 1.0);
    assert_eq!(same(triangles, "1,3\n3,5\n5,1\n2,4\n4,6\n6,2"), 1.0);
}

#[test]
fn hostile_graphs_score_nothing() {
    let mut nested = String::from("digraph {");
    nested.push_str(&"subgraph {".repeat(100_000));
    for (path, file) in [
        ("g.dot", "graph"),
        ("g.dot", "digraph { \"a"),
        ("g.dot", &nested),
        ("g.dot", "digraph { {a b} -> c }"),
        ("g.json", "[]"),
        ("g.json", "{\"edges\": [[1]]}"),
        ("g.graphml", "<graphml/>"),
        ("g.csv", "a"),
        ("g.graphml", "<graph><edge source='a'/></graph>"),
    ] {
        let marked = marked(ALL, path, file);
        assert_eq!((marked.score, marked.parts.len()), (0.0, 1), "{file:.30}: {marked:?}");
    }
    // A large regular graph against another: neither answer may take for ever.
    let (mut one, mut other) = (String::new(), String::new());
    for i in 0..1_000 {
        writeln!(one, "{i},{}\n{i},{}", (i + 1) % 1_000, (i + 2) % 1_000).unwrap();
        writeln!(other, "{i},{}\n{i},{}", (i + 1) % 1_000, (i + 3) % 1_000).unwrap();
    }
    let settings = "mode = 'graph'\nfile = 'g'\nreference = 'r'\ndirected = false\nisomorphic = true";
    assert_eq!(mark_with(settings, &[("g", one.as_bytes())], &[("r", other.as_bytes())]).unwrap().score, 0.0);
    for (path, file) in [("g.csv", EDGES), ("g.dot", "digraph { a -> b [weight=2]; \"c\" -> a }")] {
        torture(
            &format!("mode = 'graph'\nfile = '{path}'\nreference = 'r.csv'\n{ALL}"),
            path,
            file.as_bytes(),
            &[("r.csv", EDGES.as_bytes())],
        );
    }
}

#[test]
fn settings_must_make_sense() {
    let base = "mode = 'graph'\nfile = 'g.csv'";
    assert!(problem(base).contains("compares nothing"));
    assert!(problem(&format!("{base}\nedges = 1")).contains("needs a `reference`"));
    assert!(problem(&format!("{base}\npaths = [{{ from = 'a', to = 'b', length = -1 }}]")).contains("0 or more, or inf"));
    assert_eq!(mark(&format!("{base}\nconnected = true"), "g.csv", b"a,b\nb,c").score, 1.0);
}
