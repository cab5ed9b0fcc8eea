use super::*;
use agon_core::Region;
use proptest::prelude::*;

fn node(role: &str, x: i32, y: i32, width: i32, height: i32) -> TreeNode {
    let bounds = Region { x: x.into(), y: y.into(), width: width.into(), height: height.into() };
    TreeNode { bounds: Some(bounds), ..TreeNode::new(role) }
}

fn blank(width: u32, height: u32) -> Image {
    Image::rgb8(width, height, vec![200; (width * height * 3) as usize])
}

fn numbers(tree: &Tree) -> Vec<Option<u32>> {
    tree.nodes.iter().map(|node| node.label).collect()
}

#[test]
fn only_what_one_can_act_on_takes_a_mark() {
    let mut tree = Tree {
        nodes: vec![
            node("frame", 0, 0, 200, 100),
            node("push button", 10, 20, 60, 20),
            node("label", 80, 20, 60, 20),
            TreeNode { states: vec![NodeState::Disabled], ..node("menu item", 10, 50, 60, 20) },
            TreeNode {
                value: "4".into(),
                states: vec![NodeState::Focused, NodeState::Disabled],
                ..node("slider", 80, 50, 60, 20)
            },
            TreeNode { bounds: None, ..node("text", 0, 0, 0, 0) },
            node("text", 10, 75, 60, 20),
            node("page tab", 10, 75, 60, 20),
            node("push button", 150, 75, 2, 20),
        ],
    };
    draw(&blank(200, 100), &mut tree);
    let expected = [None, Some(1), None, None, None, None, Some(2), None, None];
    assert_eq!(
        numbers(&tree),
        expected,
        "neither the disabled, nor the placeless, nor a second one in the same place, nor specks"
    );
}

#[test]
fn a_tree_that_was_marked_is_marked_anew() {
    let mut tree = Tree { nodes: vec![TreeNode { label: Some(7), ..node("label", 0, 0, 50, 20) }, node("link", 0, 40, 50, 20)] };
    draw(&blank(100, 80), &mut tree);
    assert_eq!(numbers(&tree), [None, Some(1)]);
}

#[test]
fn what_an_open_menu_covers_takes_no_mark() {
    let mut tree = Tree {
        nodes: vec![
            node("push button", 20, 40, 40, 20),
            node("push button", 120, 40, 40, 20),
            node("popup menu", 10, 10, 80, 80),
            TreeNode { parent: Some(2), ..node("menu item", 10, 40, 80, 20) },
        ],
    };
    draw(&blank(200, 100), &mut tree);
    assert_eq!(numbers(&tree), [None, Some(1), None, Some(2)]);
}

#[test]
fn a_label_stands_beside_its_element_where_there_is_room() {
    let image = blank(300, 200);
    let mut tree = Tree { nodes: vec![node("push button", 50, 50, 60, 20), node("push button", 110, 50, 60, 20)] };
    let labels = number(&image, &mut tree);
    assert!(labels.iter().all(|a| labels.iter().all(|b| a.place.intersection(b.element).is_none())), "{labels:?}");
}

#[test]
fn a_label_keeps_off_what_is_written() {
    let mut image = blank(60, 40);
    let Pixels::Rgb8(pixels) = &mut image.pixels else { unreachable!() };
    // Stripes on the left half; the element fills the picture, so that its label must stand on it.
    for (index, pixel) in pixels.chunks_exact_mut(3).enumerate() {
        if index % 60 < 30 && index % 2 == 0 {
            pixel.fill(0);
        }
    }
    let mut tree = Tree { nodes: vec![node("table cell", 0, 0, 60, 40)] };
    let labels = number(&image, &mut tree);
    assert!(labels[0].place.x >= 30, "{labels:?}");
}

#[test]
fn an_encoded_picture_is_numbered_but_not_drawn_on() {
    let image = Image::png(100, 100, vec![1, 2, 3]);
    let mut tree = Tree { nodes: vec![node("push button", 10, 10, 50, 20)] };
    assert_eq!(draw(&image, &mut tree), image);
    assert_eq!(numbers(&tree), [Some(1)]);
}

fn any_tree() -> impl Strategy<Value = Tree> {
    let role = prop_oneof![Just("push button"), Just("text"), Just("table cell"), Just("label"), Just("popup menu")];
    let any_node = (role, -40..260, -40..200, 0..150, 0..90, prop::option::of(0u32..40));
    let make = |(role, x, y, width, height, parent)| TreeNode { parent, ..node(role, x, y, width, height) };
    prop::collection::vec(any_node.prop_map(make), 0..40).prop_map(|nodes| Tree { nodes })
}

proptest! {
    #[test]
    fn marks_are_unique_and_nothing_but_boxes_and_labels_is_drawn(mut tree in any_tree(), width in 1u32..240, height in 1u32..160) {
        let image = blank(width, height);
        let drawn = draw(&image, &mut tree);
        let labels = number(&image, &mut tree.clone());
        let mut again = tree.clone();
        prop_assert_eq!(&draw(&image, &mut again), &drawn, "the same picture every time");
        prop_assert_eq!(&again, &tree);

        let given: Vec<u32> = tree.nodes.iter().filter_map(|node| node.label).collect();
        prop_assert_eq!(given, (1..=labels.len() as u32).collect::<Vec<_>>());
        let screen = Rectangle { x: 0, y: 0, width: width as i32, height: height as i32 };
        for label in &labels {
            prop_assert_eq!(label.element.intersection(screen), Some(label.element));
            prop_assert_eq!(label.place.intersection(screen), Some(label.place));
        }
        let (Pixels::Rgb8(before), Pixels::Rgb8(after)) = (&image.pixels, &drawn.pixels) else { unreachable!() };
        for (index, (old, new)) in before.chunks_exact(3).zip(after.chunks_exact(3)).enumerate() {
            let at = (index as i32 % width as i32, index as i32 / width as i32);
            let drawn_on = |label: &Label| label.place.contains(at) || outline(label.element).iter().any(|line| line.contains(at));
            prop_assert!(old == new || labels.iter().any(drawn_on), "{at:?} is nobody's");
        }
    }
}
