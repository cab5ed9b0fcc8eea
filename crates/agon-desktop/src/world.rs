//! The desktop world: one trial's desk behind the surfaces of a seat.

use crate::desk::Part;
use crate::input::{Marks, Refusal};
use crate::marks;
use crate::programs::Program;
use crate::tree::Reader;
use crate::{Desk, DeskError, DeskOptions};
use agon_core::{
    Action, BoxFuture, Door, Evidence, Fault, Frame, Image, Observation, Pixels, Point, Region, Status, Step, Tree, World,
};
use agon_reap::Keeper;
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::time::Duration;

/// What a trial is set in.
pub struct Scene {
    pub program: &'static dyn Program,
    /// What the task tells the program.
    pub setup: toml::Table,
    /// Files in the agent's HOME at the start.
    pub files: Vec<(PathBuf, Vec<u8>)>,
    pub width: u32,
    pub height: u32,
    pub shows: Shows,
    /// Commands that the examiner runs once the agent has left; what they print is evidence.
    pub probes: Vec<Probe>,
    /// Files in HOME that are evidence.
    pub kept: Vec<String>,
}

/// What an observation holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shows {
    pub screen: bool,
    pub tree: bool,
    /// Numbers on the screenshot, which actions may name.
    pub marks: bool,
}

/// A command of the examiner's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    pub name: String,
    pub argv: Vec<String>,
    pub stdin: String,
}

/// How long the screen must be still to count as settled, and how long that is waited for: programs that animate never rest.
const QUIET: Duration = Duration::from_millis(40);
const SETTLE: Duration = Duration::from_millis(1500);
const MAX_WAIT_SECS: f64 = 30.0;
const DEFAULT_SHELL_SECS: f64 = 30.0;
const MAX_SHELL_SECS: f64 = 120.0;

struct DesktopWorld {
    desk: Desk,
    reader: Reader,
    scene: Scene,
    /// What the numbers on the last screenshot stand for.
    marks: Marks,
    evidence: Option<Evidence>,
}

/// Starts the desk, lets the program come to the task's start state, and gives the world.
pub async fn open(scene: Scene, keeper: &Keeper) -> Result<Box<dyn World>, Fault> {
    let mut launch = scene.program.launch(&scene.setup).map_err(Fault::world)?;
    launch.files.extend(scene.files.iter().cloned());
    let options = DeskOptions { width: scene.width, height: scene.height, launch };
    let desk = Desk::start(options, keeper).await.map_err(Fault::world)?;
    let reader = Reader::connect(desk.accessibility_address()).await.map_err(Fault::world)?;
    scene.program.prepare(&desk, &scene.setup).await?;
    Ok(Box::new(DesktopWorld { desk, reader, scene, marks: Marks::new(), evidence: None }))
}

impl DesktopWorld {
    async fn look(&mut self, zoom: Option<Region>) -> Result<Observation, DeskError> {
        self.desk.display().settle(QUIET, SETTLE).await?;
        let Shows { screen, tree, marks } = self.scene.shows;
        let mut observation = Observation::default();
        self.marks.clear();
        let mut nodes = Tree::default();
        if tree || marks {
            let size = (self.scene.width, self.scene.height);
            // A program that does not answer in time is shown without its tree; it may be at work.
            nodes = self.reader.read(size).await.unwrap_or_default();
        }
        if screen {
            let mut image = self.desk.display().capture()?;
            if let Some(region) = zoom {
                observation.frames.push(Frame { name: "zoom", image: cut(&image, region).into() });
            }
            if marks {
                image = marks::draw(&image, &mut nodes);
            }
            observation.frames.insert(0, Frame::screen(image));
        }
        if marks {
            let middle = |region: &Region| Point { x: region.x + region.width / 2.0, y: region.y + region.height / 2.0 };
            let marked = nodes.nodes.iter().filter_map(|node| Some((node.mark?, middle(node.bounds.as_ref()?))));
            self.marks = marked.collect();
            nodes.nodes.retain(|node| tree || node.mark.is_some());
        }
        observation.tree = (tree || marks).then_some(nodes);
        Ok(observation)
    }

    async fn perform(&mut self, action: &Action) -> Result<Step, DeskError> {
        let mut zoom = None;
        let (status, feedback) = match action {
            Action::Wait { secs } if !(0.0..=MAX_WAIT_SECS).contains(secs) => {
                (Status::BadArguments, Some(format!("A wait takes from 0 to {MAX_WAIT_SECS} seconds.")))
            }
            Action::Wait { secs } => {
                tokio::time::sleep(Duration::from_secs_f64(*secs)).await;
                (Status::Executed, None)
            }
            Action::Shell { command, timeout_secs } => {
                let secs = timeout_secs.unwrap_or(DEFAULT_SHELL_SECS);
                let secs = if secs.is_finite() { secs.clamp(0.1, MAX_SHELL_SECS) } else { DEFAULT_SHELL_SECS };
                let outcome = self.desk.shell(command, Duration::from_secs_f64(secs)).await?;
                (Status::Executed, Some(outcome.told(secs)))
            }
            Action::Zoom { region } => match within(region, (self.scene.width, self.scene.height)) {
                Some(region) => {
                    zoom = Some(region);
                    (Status::Executed, None)
                }
                None => (Status::OutOfRange, Some("The part to look at must lie on the screen.".to_owned())),
            },
            Action::Navigate { .. } => (Status::Blocked, Some("There is no page to go to: this is a desktop.".to_owned())),
            action => match self.desk.input(action, &self.marks).await? {
                None => (Status::Executed, None),
                Some(Refusal { status, feedback }) => (status, Some(feedback)),
            },
        };
        let observation = self.look(zoom).await?;
        Ok(Step { status, feedback, observation, ended: false })
    }

    /// A part of the desk that has ended makes the trial void; a program that the agent closed in its own way does not.
    fn is_closed(&self) -> Result<bool, Fault> {
        let mut closed = false;
        for end in self.desk.ended() {
            if end.part == Part::Program && end.exit == 0 {
                closed = true;
            } else {
                return Err(Fault::world(format!("{} has gone (exit status {})", end.part, end.exit)));
            }
        }
        Ok(closed)
    }

    async fn gather(&mut self) -> Result<Evidence, Fault> {
        let closed = self.is_closed()?;
        let state = if closed { Value::Null } else { self.scene.program.state(&self.desk).await? };
        let mut files = Map::new();
        for path in &self.scene.kept {
            let content = self.desk.read_file(path).await.map_err(Fault::world)?;
            let text = content.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            files.insert(path.clone(), text.map_or(Value::Null, Value::String));
        }
        let mut probes = Map::new();
        for Probe { name, argv, stdin } in &self.scene.probes {
            let argv: Vec<&str> = argv.iter().map(String::as_str).collect();
            let outcome = self.desk.examine(&argv, stdin.as_bytes()).await.map_err(Fault::world)?;
            let told = json!({"exit": outcome.exit, "stdout": outcome.stdout_text(), "stderr": outcome.stderr_text()});
            probes.insert(name.clone(), told);
        }
        Ok(Evidence(json!({"state": state, "closed": closed, "files": files, "probes": probes})))
    }
}

impl World for DesktopWorld {
    fn observe(&mut self) -> BoxFuture<'_, Result<Observation, Fault>> {
        Box::pin(async move {
            self.is_closed()?;
            self.look(None).await.map_err(Fault::world)
        })
    }

    fn act<'a>(&'a mut self, action: &'a Action) -> BoxFuture<'a, Result<Step, Fault>> {
        Box::pin(async move {
            let step = self.perform(action).await;
            // What has ended tells more than the error it led to.
            self.is_closed()?;
            step.map_err(Fault::world)
        })
    }

    fn door(&mut self) -> &mut dyn Door {
        self
    }

    fn skip_frames(&mut self) {
        self.scene.shows.screen = false;
    }
}

impl Door for DesktopWorld {
    /// Read once: a program that goes on by itself would tell another state each time.
    fn evidence(&mut self) -> BoxFuture<'_, Result<Evidence, Fault>> {
        Box::pin(async move {
            if self.evidence.is_none() {
                let evidence = self.gather().await?;
                self.evidence = Some(evidence);
            }
            Ok(self.evidence.clone().unwrap_or_default())
        })
    }
}

/// A part of the screen, if it is one.
fn within(region: &Region, (width, height): (u32, u32)) -> Option<Region> {
    let fits = region.x >= 0.0
        && region.y >= 0.0
        && region.width >= 1.0
        && region.height >= 1.0
        && region.x + region.width <= f64::from(width)
        && region.y + region.height <= f64::from(height);
    fits.then_some(*region)
}

/// A part of a picture, pixel by pixel.
fn cut(image: &Image, region: Region) -> Image {
    let Pixels::Rgb8(pixels) = &image.pixels else { return image.clone() };
    let (left, top) = (region.x as usize, region.y as usize);
    let (width, height) = (region.width as usize, region.height as usize);
    let rows = pixels.chunks_exact(3 * image.width as usize).skip(top).take(height);
    let part: Vec<u8> = rows.flat_map(|row| row[3 * left..3 * (left + width)].iter().copied()).collect();
    Image::rgb8(width as u32, height as u32, part)
}
