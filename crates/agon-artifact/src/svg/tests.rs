use crate::Marked;
use crate::testing::{mark, part, problem, torture};

const DRAWING: &str = r##"<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="2in" viewBox="0 0 100 50.8">
<title>Bracket</title><g id="holes" fill="red"><circle cx="10" cy="10" r="2.5"/><circle cx="90" cy="10" r="2.504"/></g>
<rect id="plate" class="part outline" x="0" y="0" width="100" height="50" style="fill:none;stroke:#00F"/>
<text x="5" y="45">M<tspan>5 thread</tspan></text></svg>"##;

fn svg(settings: &str) -> Marked {
    mark(&format!("mode = 'svg'\nfile = 'd.svg'\n{settings}"), "d.svg", DRAWING.as_bytes())
}

#[test]
fn structure_is_found() {
    let marked = svg(
        "counts = { circle = 2, rect = { min = 1 }, script = 0 }\nids = ['plate', 'holes']\nview_box = [0, 0, 100, 50.8]\n\
        width_mm = { value = 100, absolute = 0.1 }\nheight_mm = { value = 50.8, absolute = 0.1 }\nrequires = [{ phrase = '5 thread' }]\n\
        elements = [{ of = 'circle', attributes = { r = 2.5, fill = '#ff0000' }, times = 2 }, { of = '#plate', attributes = { width = 100, stroke = 'blue' } }, { of = 'rect.outline', attributes = { fill = 'none' } }, { of = 'text', text = 'm 5 thread' }]",
    );
    assert_eq!(marked.score, 1.0, "{marked:#?}");
}

#[test]
fn what_is_wrong_is_told() {
    let marked = svg(
        "counts = { circle = 3 }\nids = ['plate', 'nut']\nelements = [{ of = '#plate', attributes = { width = 90 } }]\nforbids = [{ phrase = 'bracket' }]",
    );
    assert_eq!(part(&marked, "count of circle").seen, "2");
    assert_eq!(part(&marked, "ids").seen, "missing: nut");
    assert_eq!(part(&marked, "#plate").seen, "0 of 1 such elements; the first has width 100");
    assert!((marked.score - 0.125).abs() < 1e-12);
}

#[test]
fn hostile_drawings_score_nothing() {
    let settings = "mode = 'svg'\nfile = 'd'\ncounts = { circle = 2 }\nelements = [{ of = 'circle', attributes = { fill = 'red' } }]\nrequires = [{ phrase = 'x' }]";
    let deep = format!("<svg>{}{}</svg>", "<g>".repeat(50_000), "</g>".repeat(50_000));
    for junk in ["<svg>", "<html/>", "<!DOCTYPE svg [<!ENTITY a 'b'>]><svg>&a;</svg>", "\u{0}", &deep] {
        assert_eq!(mark(settings, "d", junk.as_bytes()).score, 0.0);
    }
    torture(settings, "d", DRAWING.as_bytes(), &[]);
    assert!(problem("mode = 'svg'\nfile = 'd'").contains("looks for nothing"));
    assert!(problem("mode = 'svg'\nfile = 'd'\nwidth_mm = 3").contains("needs a `value`"));
    assert!(problem("mode = 'svg'\nfile = 'd'\nelements = [{ of = 'a' }]").contains("asks for nothing"));
}
