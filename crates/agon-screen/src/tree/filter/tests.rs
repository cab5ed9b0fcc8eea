use super::super::bus::States;
use super::*;

const SCREEN: (u32, u32) = (800, 600);

fn facts(parent: Option<usize>, role: Role, name: &str) -> Facts {
    let states = States::of(&[State::Enabled, State::Showing, State::Visible]);
    let bounds = (role != Role::Application).then_some(Region { x: 10.0, y: 10.0, width: 50.0, height: 20.0 });
    Facts { parent, role, states, shows: true, name: name.into(), content: String::new(), bounds }
}

fn with(states: &[State], facts: Facts) -> Facts {
    Facts { states: States::of(states), ..facts }
}

/// A window with these in it.
fn in_a_window(inside: impl IntoIterator<Item = Facts>) -> Vec<Facts> {
    let mut all = vec![facts(None, Role::Application, "app"), facts(Some(0), Role::Frame, "Window")];
    all.extend(inside);
    all
}

fn read(all: Vec<Facts>, filter: Filter) -> Tree {
    let mut tree = Tree::default();
    append(&mut tree, &Application::Read(all), SCREEN, &ReadOptions { filter, ..ReadOptions::default() });
    tree
}

/// Role, name and value of what is in the window.
fn said(inside: impl IntoIterator<Item = Facts>, filter: Filter) -> Vec<(String, String, String)> {
    let tree = read(in_a_window(inside), filter);
    tree.nodes.into_iter().skip(2).map(|node| (node.role.clone(), node.name.clone(), node.value_and_states())).collect()
}

fn value_of(facts: Facts) -> String {
    said([facts], Filter::default()).remove(0).2
}

#[test]
fn containers_without_a_name_go_and_their_children_stay_in_order() {
    let tree = read(
        in_a_window([
            facts(Some(1), Role::Filler, ""),
            facts(Some(1), Role::Label, "last"),
            facts(Some(2), Role::Panel, ""),
            facts(Some(2), Role::Button, "second"),
            facts(Some(4), Role::Button, "first"),
            facts(Some(4), Role::Separator, "no"),
            facts(Some(1), Role::Panel, "Information"),
        ]),
        Filter::default(),
    );
    let kept: Vec<(&str, Option<u32>)> = tree.nodes.iter().map(|node| (node.name.as_str(), node.parent)).collect();
    let expected = [
        ("app", None),
        ("Window", Some(0)),
        ("first", Some(1)),
        ("second", Some(1)),
        ("last", Some(1)),
        ("Information", Some(1)),
    ];
    assert_eq!(kept, expected);
}

#[test]
fn a_label_that_repeats_its_button_is_left_out() {
    let button = facts(Some(1), Role::Button, "OK");
    let kept = said([button, facts(Some(2), Role::Label, "OK"), facts(Some(1), Role::Label, "OK")], Filter::default());
    let roles: Vec<&str> = kept.iter().map(|(role, ..)| role.as_str()).collect();
    assert_eq!(roles, ["push button", "label"]);
}

#[test]
fn states_are_words_behind_the_content() {
    use State::{Checkable, Checked, Editable, Enabled, Expandable, Focused, Indeterminate, Pressed, Selected};
    let of = |role, states: &[State]| value_of(with(states, facts(Some(1), role, "x")));
    assert_eq!(of(Role::CheckBox, &[Enabled]), "[unchecked]");
    assert_eq!(of(Role::CheckBox, &[Enabled, Checked]), "[checked]");
    assert_eq!(of(Role::CheckBox, &[Enabled, Indeterminate]), "[partly checked]");
    assert_eq!(of(Role::ToggleButton, &[Enabled, Pressed]), "[checked]");
    assert_eq!(of(Role::MenuItem, &[Checkable, Checked]), "[checked, disabled]");
    assert_eq!(of(Role::ListItem, &[Enabled, Selected, Focused]), "[selected, focused]");
    assert_eq!(of(Role::PageTab, &[Enabled, Focused]), "[selected]", "as Qt marks the tab in front");
    assert_eq!(of(Role::TreeItem, &[Enabled, Expandable]), "[collapsed]");
    assert_eq!(of(Role::Label, &[]), "", "a label cannot be disabled");
    let field = Facts { content: "2+2 ".into(), ..facts(Some(1), Role::Text, "") };
    assert_eq!(value_of(with(&[Enabled, Editable], field.clone())), "2+2");
    assert_eq!(value_of(with(&[Enabled, Editable, Focused], field.clone())), "2+2 [focused]");
    assert_eq!(value_of(with(&[Enabled], field)), "2+2 [read-only]");
}

#[test]
fn bounds_are_cut_to_the_screen_and_what_is_off_it_is_left_out() {
    let place = |x, y, width, height| Some(Region { x, y, width, height });
    let button = |bounds| Facts { bounds, ..facts(Some(1), Role::Button, "b") };
    let all = in_a_window([
        button(place(-10.0, 590.0, 30.0, 30.0)),
        button(place(800.0, 0.0, 30.0, 30.0)),
        button(place(5.0, 5.0, 0.0, 30.0)),
        button(None),
        Facts { shows: false, ..button(place(5.0, 5.0, 30.0, 30.0)) },
    ]);
    let bounds = |tree: Tree| tree.nodes.into_iter().skip(2).map(|node| node.bounds).collect::<Vec<_>>();
    assert_eq!(bounds(read(all.clone(), Filter::default())), [place(0.0, 590.0, 20.0, 10.0)]);
    let hidden_too = Filter { visible: false, ..Filter::default() };
    assert_eq!(bounds(read(all, hidden_too)), [place(0.0, 590.0, 20.0, 10.0), None, None, None, None]);
}

#[test]
fn rows_show_as_far_as_their_list_reaches() {
    let place = |y, height| Some(Region { x: 0.0, y, width: 50.0, height });
    let list = |y, height| Facts { bounds: place(y, height), ..facts(Some(1), Role::List, "") };
    let row = |list, y, height| Facts { bounds: place(y, height), ..facts(Some(list), Role::ListItem, "row") };
    let open = [list(100.0, 30.0), row(2, 80.0, 20.0), row(2, 90.0, 20.0), row(2, 110.0, 20.0), row(2, 130.0, 20.0)];
    let tree = read(in_a_window(open), Filter::default());
    let bounds: Vec<Option<Region>> = tree.nodes.iter().skip(3).map(|node| node.bounds).collect();
    assert_eq!(bounds, [place(100.0, 10.0), place(110.0, 20.0)]);
    let folded = [list(0.0, 0.0), row(2, 0.0, 20.0), row(2, 20.0, 20.0)];
    assert_eq!(said(folded, Filter::default()), []);
}

#[test]
fn roles_and_availability_can_be_chosen() {
    let off = with(&[], facts(Some(1), Role::Button, "off"));
    let all = [off, facts(Some(1), Role::Filler, ""), facts(Some(3), Role::PageTab, "tab")];
    let names = |filter| said(all.clone(), filter).into_iter().map(|(_, name, _)| name).collect::<Vec<_>>();
    assert_eq!(names(Filter::default()), ["off", "tab"]);
    assert_eq!(names(Filter { available: true, ..Filter::default() }), ["tab"]);
    assert_eq!(names(Filter { roles: Roles::All, ..Filter::default() }), ["off", "", "tab"]);
    let tabs = read(in_a_window(all.clone()), Filter { roles: Roles::Only(vec!["page tab".into()]), ..Filter::default() });
    assert_eq!(tabs.nodes.iter().map(|node| (node.name.as_str(), node.parent)).collect::<Vec<_>>(), [("tab", None)]);
}

#[test]
fn a_service_without_a_window_is_left_out_and_a_silent_program_is_not() {
    assert!(read(vec![facts(None, Role::Application, "service")], Filter::default()).nodes.is_empty());
    let mut tree = Tree::default();
    append(&mut tree, &Application::Silent, SCREEN, &ReadOptions::default());
    assert_eq!((tree.nodes[0].role.as_str(), tree.nodes[0].states.as_slice()), ("application", &[NodeState::NotResponding][..]));
}
