//! What a client sees of a turn: a text, then pictures in sizes that clients take.

use agon_core::{Action, Cause, Fault, Frame, Image, SeatError, Surface, Target, Turn};
use agon_dialect::{DesktopTools, Dialect as _, Reading, Said, View};
use agon_image::{encode, shrink};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rmcp::model::ContentBlock;

/// How a seat is served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServeSettings {
    /// What the numbers of a place on the screen mean.
    pub coordinates: Coordinates,
    /// The longer side of the pictures that are sent; larger ones are made smaller.
    pub longest_side_px: u32,
    /// Whether MCP calls at the end of the trial are answered only after [`SharedSeat::recorded`](crate::SharedSeat::recorded): for
    /// clients that end this process as soon as they have their answer.
    pub waits_for_record: bool,
}

/// What the numbers of a place on the screen mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coordinates {
    /// Pixels of the picture that was sent.
    Pixels,
    /// From 0 at the left and top to 1000 at the right and bottom.
    Thousand,
}

/// Some clients make larger pictures smaller, after which places in them are no longer those of the screen.
const LONGEST_SIDE_PX: u32 = 1920;
/// Clients discard messages of more than 16 MiB; three pictures of this size fit, written as text.
const MOST_PICTURE_BYTES: usize = 3_500_000;
/// A picture of fewer pixels in a row shows nothing.
const LEAST_SIDE_PX: u32 = 64;

impl Default for ServeSettings {
    fn default() -> Self {
        Self { coordinates: Coordinates::Pixels, longest_side_px: LONGEST_SIDE_PX, waits_for_record: false }
    }
}

impl ServeSettings {
    pub(crate) fn dialect(&self) -> &'static DesktopTools {
        match self.coordinates {
            Coordinates::Pixels => &DesktopTools::PIXELS,
            Coordinates::Thousand => &DesktopTools::THOUSAND,
        }
    }
}

/// What clients were shown last, by which their places are understood.
pub(crate) struct Screen {
    settings: ServeSettings,
    view: View,
    surfaces: Vec<Surface>,
}

impl Screen {
    pub(crate) fn new(settings: ServeSettings, brief: &agon_core::Brief) -> Self {
        let functions = brief.functions.iter().map(|function| function.name.clone()).collect();
        Self { settings, view: View { functions, ..View::default() }, surfaces: brief.surfaces.clone() }
    }

    pub(crate) fn view(&self) -> &View {
        &self.view
    }

    /// The actions of a call.
    pub(crate) fn read(&mut self, said: &Said, turn: &Turn) -> Reading {
        self.look(turn);
        self.settings.dialect().read(said, &self.view)
    }

    /// Moves the pointer as an action did.
    pub(crate) fn follow(&mut self, action: &Action) {
        self.view.follow(action);
    }

    /// Where the pointer is, in the client's numbers.
    pub(crate) fn pointer(&self) -> Option<(f64, f64)> {
        let point = match self.view.pointer? {
            Target::Point(point) => point,
            Target::Label(label) => self.view.labels.iter().find(|node| node.label == Some(label))?.bounds.as_ref()?.middle(),
        };
        self.settings.dialect().space().from_screen(point, &self.view)
    }

    /// A turn as a client is given it. `told` stands before everything else.
    pub(crate) fn show(&mut self, told: &str, turn: &Turn) -> Result<Vec<ContentBlock>, SeatError> {
        self.look(turn);
        let mut pictures = Vec::new();
        let mut sizes = Vec::new();
        for frame in &turn.observation.frames {
            let (file, size) = picture(frame, self.settings.longest_side_px).map_err(|error| {
                SeatError::Fault(Fault::new(Cause::Agent, format!("a picture could not be delivered: {error}")))
            })?;
            if frame.name == Frame::SCREEN {
                self.view.sent = Some(size);
            }
            sizes.push(format!("{} ({}×{} pixels)", frame.name, size.0, size.1));
            pictures.push(ContentBlock::image(STANDARD.encode(file), "image/png"));
        }
        let mut parts = vec![told.to_owned()];
        parts.extend(turn.ending.as_ref().map(|ending| format!("The trial has ended: {ending}.")));
        parts.extend(turn.observation.text.clone());
        let space = self.settings.dialect().space();
        let tree = turn.observation.tree.as_ref().map(|tree| space.tree_from_screen(tree, &self.view).outline());
        parts.extend(tree.map(|outline| format!("The accessibility tree:\n{outline}")));
        if !sizes.is_empty() {
            parts.push(format!("Pictures: {}.", sizes.join(", ")));
        }
        if self.surfaces.contains(&Surface::Screen) && self.view.seen().is_some() {
            parts.push(format!("Coordinates are {}.", self.settings.dialect().places(&self.view)));
        }
        parts.retain(|part| !part.is_empty());
        let mut content = vec![ContentBlock::text(parts.join("\n"))];
        content.extend(pictures);
        Ok(content)
    }

    /// Takes in what there is to see; where the pointer is stays.
    fn look(&mut self, turn: &Turn) {
        let screen = turn.observation.screen().map(|frame| (frame.image.width, frame.image.height));
        if screen != self.view.screen {
            self.view.sent = screen.map(|(width, height)| fitted(width, height, self.settings.longest_side_px));
        }
        self.view.screen = screen;
        let nodes = turn.observation.tree.iter().flat_map(|tree| &tree.nodes);
        self.view.labels = nodes.filter(|node| node.label.is_some()).cloned().collect();
    }
}

/// A frame as a PNG file that clients take, and its size.
fn picture(frame: &Frame, longest: u32) -> Result<(Vec<u8>, (u32, u32)), agon_image::ImageError> {
    let image: &Image = &frame.image;
    let (mut width, mut height) = fitted(image.width, image.height, longest);
    loop {
        let file = match (width, height) == (image.width, image.height) {
            true => encode(image)?.into_owned(),
            false => encode(&shrink(image, width, height)?)?.into_owned(),
        };
        if file.len() <= MOST_PICTURE_BYTES || width.min(height) <= LEAST_SIDE_PX {
            return Ok((file, (width, height)));
        }
        (width, height) = (width * 3 / 4, height * 3 / 4);
    }
}

/// A size of the same shape whose longer side is at most so long.
fn fitted(width: u32, height: u32, longest: u32) -> (u32, u32) {
    let long = width.max(height);
    if long <= longest || longest == 0 {
        return (width, height);
    }
    let scaled = |side: u32| ((u64::from(side) * u64::from(longest) + u64::from(long) / 2) / u64::from(long)).max(1) as u32;
    (scaled(width), scaled(height))
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Brief, Budget, Call, Observation, Point, Region, Tree, TreeNode};
    use serde_json::json;

    fn turn(width: u32, height: u32) -> Turn {
        let pixels = (0..width * height * 3).map(|byte| (byte.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        let bounds = Some(Region { x: 200.0, y: 100.0, width: 400.0, height: 200.0 });
        let tree = Tree { nodes: vec![TreeNode { bounds, ..TreeNode::new("button") }] };
        let frames = vec![Frame::screen(Image::rgb8(width, height, pixels))];
        let observation = Observation { frames, tree: Some(tree), text: None };
        Turn { observation, status: None, message: String::new(), budget: Budget::default(), ending: None }
    }

    fn screen(coordinates: Coordinates) -> Screen {
        let brief = Brief { surfaces: vec![Surface::Screen, Surface::Tree], ..Brief::default() };
        Screen::new(ServeSettings { coordinates, ..ServeSettings::default() }, &brief)
    }

    fn text(content: &[ContentBlock]) -> String {
        content[0].as_text().map(|text| text.text.clone()).unwrap_or_default()
    }

    #[test]
    fn sizes_keep_their_shape() {
        assert_eq!(fitted(1280, 720, 1920), (1280, 720));
        assert_eq!(fitted(2560, 1440, 1920), (1920, 1080));
        assert_eq!(fitted(1440, 2560, 1920), (1080, 1920));
        assert_eq!(fitted(10_000, 1, 1920), (1920, 1));
    }

    #[test]
    fn a_large_screen_is_sent_smaller_and_its_places_are_the_pictures() {
        let turn = turn(2560, 1440);
        let mut seen = screen(Coordinates::Pixels);
        let told = text(&seen.show("Clicked.", &turn).unwrap());
        // Noise does not fit into the bytes that clients take, so it is sent smaller still.
        let (width, height) = seen.view().sent.unwrap();
        assert!(width <= 1440 && told.starts_with("Clicked.\n"), "{width}: {told}");
        assert!(told.contains(&format!("Pictures: screen ({width}×{height} pixels).")), "{told}");
        assert!(told.contains(&format!("({width}, {height}) at the bottom right")), "{told}");
        let call = Call::new("mouse_move", json!({"x": f64::from(width) / 2.0, "y": f64::from(height) / 2.0}));
        let reading = seen.read(&Said::calls(vec![call]), &turn);
        let [Action::Move { to: Target::Point(point) }] = reading.actions[..] else { panic!("{reading:?}") };
        assert!((point.x - 1280.0).abs() < 3.0 && (point.y - 720.0).abs() < 3.0, "{point:?}");
        seen.follow(&reading.actions[0]);
        assert_eq!(seen.pointer(), Some((f64::from(width) / 2.0, f64::from(height) / 2.0)));
    }

    #[test]
    fn the_tree_and_the_pointer_are_told_in_the_clients_numbers() {
        let turn = turn(2000, 1000);
        let mut seen = screen(Coordinates::Thousand);
        let told = text(&seen.show("", &turn).unwrap());
        assert!(told.contains("button at (100, 100), 200×200"), "{told}");
        assert!(told.contains("from 0 at the left and top to 1000"), "{told}");
        assert_eq!(seen.pointer(), None);
        seen.follow(&Action::Move { to: Target::Point(Point { x: 500.0, y: 500.0 }) });
        assert_eq!(seen.pointer(), Some((250.0, 500.0)));
    }
}
