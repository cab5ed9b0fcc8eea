//! Labels: numbered boxes on the screenshot, for what one can act on (elsewhere called a set of marks).

mod digits;
mod place;

use crate::tree::roles;
use agon_core::{Image, NodeState, Pixels, Tree, TreeNode};
use place::{Places, Rectangle};

/// Neighbours in number differ in colour; white digits are legible on each.
const COLOURS: [[u8; 3]; 8] =
    [[192, 28, 40], [26, 95, 180], [38, 122, 62], [145, 65, 172], [156, 82, 0], [0, 112, 120], [180, 30, 120], [94, 92, 0]];
const WHITE: [u8; 3] = [255; 3];
/// What is smaller cannot be hit.
const MIN_SIDE: i32 = 4;
/// From this width and height on, a box has a line of two pixels.
const ROOMY: i32 = 24;

/// A number on the screenshot: the box around its element, and where the number stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Label {
    number: u32,
    element: Rectangle,
    place: Rectangle,
}

/// Numbers the nodes one can act on, from 1 in the tree's order, and draws the numbers on a copy of the screenshot. A picture
/// that is not raw pixels comes back as it is, though its nodes are numbered.
pub fn draw(image: &Image, tree: &mut Tree) -> Image {
    let labels = number(image, tree);
    let Pixels::Rgb8(pixels) = &image.pixels else { return image.clone() };
    let mut canvas = Canvas { width: image.width as usize, pixels: pixels.clone() };
    for label in &labels {
        canvas.outline(label.element, colour(label.number));
    }
    for label in &labels {
        canvas.label(label);
    }
    Image::rgb8(image.width, image.height, canvas.pixels)
}

/// Numbers a tree and finds a place for each label.
fn number(image: &Image, tree: &mut Tree) -> Vec<Label> {
    let screen = Rectangle { x: 0, y: 0, width: image.width as i32, height: image.height as i32 };
    let mut chosen: Vec<(usize, Rectangle)> = Vec::new();
    for (index, node) in tree.nodes.iter().enumerate() {
        let Some(element) = element(node, screen) else { continue };
        let taken = chosen.iter().any(|(_, other)| *other == element);
        if !taken && !is_under_a_menu(tree, index, element) {
            chosen.push((index, element));
        }
    }
    tree.nodes.iter_mut().for_each(|node| node.label = None);
    let elements: Vec<Rectangle> = chosen.iter().map(|(_, element)| *element).collect();
    let mut places = Places::new(image, screen, &elements);
    let label = |(number, (index, element)): (u32, (usize, Rectangle))| {
        tree.nodes[index].label = Some(number);
        Label { number, element, place: places.find(element, digits::label_size(number)) }
    };
    (1..).zip(chosen).map(label).collect()
}

/// The pixels of a node that gets a label.
fn element(node: &TreeNode, screen: Rectangle) -> Option<Rectangle> {
    if !roles::can_act_on(&node.role) || node.is(NodeState::Disabled) {
        return None;
    }
    let element = Rectangle::of(node.bounds?).intersection(screen)?;
    (element.width >= MIN_SIDE && element.height >= MIN_SIDE).then_some(element)
}

/// Whether an open menu covers a node's middle: menus are above everything, and programs do not say what they cover.
fn is_under_a_menu(tree: &Tree, index: usize, element: Rectangle) -> bool {
    let middle = (element.x + element.width / 2, element.y + element.height / 2);
    let covers = |menu: &TreeNode| menu.bounds.is_some_and(|bounds| Rectangle::of(bounds).contains(middle));
    let mut menus = tree.nodes.iter().enumerate().filter(|(_, node)| node.role == "popup menu");
    menus.any(|(menu, node)| covers(node) && !is_within(tree, index, menu))
}

fn is_within(tree: &Tree, index: usize, ancestor: usize) -> bool {
    let parent = |at: &usize| tree.nodes.get(*at).and_then(|node| node.parent).map(|parent| parent as usize);
    // A parent stands before its children; a tree that says otherwise must not send us in circles.
    std::iter::successors(Some(index), |at| parent(at).filter(|parent| parent < at)).any(|at| at == ancestor)
}

fn colour(number: u32) -> [u8; 3] {
    COLOURS[number as usize % COLOURS.len()]
}

struct Canvas {
    width: usize,
    pixels: Vec<u8>,
}

impl Canvas {
    /// A box just inside the element's edge.
    fn outline(&mut self, element: Rectangle, colour: [u8; 3]) {
        for line in outline(element) {
            self.fill(line, colour);
        }
    }

    fn label(&mut self, label: &Label) {
        self.fill(label.place, WHITE);
        self.fill(label.place.shrunk(digits::BORDER), colour(label.number));
        for (x, y) in digits::pixels(label.number) {
            let pixel = Rectangle { x: label.place.x + x, y: label.place.y + y, width: 1, height: 1 };
            // A picture smaller than a label cuts it.
            if let Some(pixel) = pixel.intersection(label.place) {
                self.fill(pixel, WHITE);
            }
        }
    }

    fn fill(&mut self, area: Rectangle, colour: [u8; 3]) {
        for y in area.y..area.bottom() {
            let start = (y as usize * self.width + area.x as usize) * 3;
            for pixel in self.pixels[start..start + area.width as usize * 3].chunks_exact_mut(3) {
                pixel.copy_from_slice(&colour);
            }
        }
    }
}

/// The four lines of a box.
fn outline(element: Rectangle) -> [Rectangle; 4] {
    let Rectangle { x, y, width, height } = element;
    let line = if width >= ROOMY && height >= ROOMY { 2 } else { 1 };
    [
        Rectangle { x, y, width, height: line },
        Rectangle { x, y: element.bottom() - line, width, height: line },
        Rectangle { x, y, width: line, height },
        Rectangle { x: element.right() - line, y, width: line, height },
    ]
}

#[cfg(test)]
mod tests;
