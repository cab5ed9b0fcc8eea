//! The desktop world: one trial's desk behind the surfaces of a seat.

mod evidence;

use crate::desk::EXAMINER_TIMEOUT;
use crate::input::{Marks, Refusal};
use crate::marks;
use crate::programs::Program;
use crate::science::{Opening, Service, Shows};
use crate::tree::Reader;
use crate::{Desk, DeskError, DeskOptions};
use agon_core::{
    Action, BindError, BoxFuture, Call, Door, Evidence, Fault, Frame, Function, Image, Observation, Pixels, Point, Region,
    Status, Step, Tree, World,
};
use agon_reap::Keeper;
use std::time::Duration;
use toml::Table;

/// How long the screen must be still to count as settled, and how long that is waited for: programs that animate never rest.
const QUIET: Duration = Duration::from_millis(40);
const SETTLE: Duration = Duration::from_millis(1500);
const MAX_WAIT_SECS: f64 = 30.0;
const DEFAULT_SHELL_SECS: f64 = 30.0;
const MAX_SHELL_SECS: f64 = 120.0;

struct DesktopWorld {
    desk: Desk,
    reader: Reader,
    opening: Opening,
    shows_screen: bool,
    /// What the numbers on the last screenshot stand for.
    marks: Marks,
    /// Processes of the agent's own have been on the desk.
    had_strangers: bool,
    evidence: Option<Evidence>,
}

/// Starts the desk, lets the program come to the task's start state, and gives the world.
pub async fn open(opening: Opening, keeper: &Keeper) -> Result<Box<dyn World>, Fault> {
    open_watched(opening, keeper, &|_| {}).await
}

/// The same; `watch` sees the desk before the agent does.
pub async fn open_watched(
    opening: Opening,
    keeper: &Keeper,
    watch: &(dyn Fn(&Desk) + Send + Sync),
) -> Result<Box<dyn World>, Fault> {
    let mut launch = opening.program.launch(&opening.setup).map_err(Fault::world)?;
    launch.files.extend(opening.files.iter().cloned());
    let beside: Result<_, String> = opening.beside.iter().map(|(program, setup)| program.launch(setup)).collect();
    let beside = beside.map_err(Fault::world)?;
    let (width, height) = opening.screen;
    let mut desk = Desk::set_up(DeskOptions { width, height, launch, beside }, keeper).await.map_err(Fault::world)?;
    let reader = match start(&mut desk, &opening).await {
        Ok(reader) => reader,
        // What has ended tells more than the error it led to.
        Err(fault) => return Err(desk.check().err().map_or(fault, Fault::world)),
    };
    watch(&desk);
    let shows_screen = opening.shows.screen();
    Ok(Box::new(DesktopWorld { desk, reader, opening, shows_screen, marks: Marks::new(), had_strangers: false, evidence: None }))
}

async fn start(desk: &mut Desk, opening: &Opening) -> Result<Reader, Fault> {
    // One after the other, the task's own last: each has the keyboard while it is prepared, and this one keeps it.
    for (place, (program, setup)) in programs(opening).into_iter().enumerate().rev() {
        desk.open(place).await.map_err(Fault::world)?;
        program.prepare(desk, setup).await?;
    }
    desk.arrange().await.map_err(Fault::world)?;
    desk.settle_down().await?;
    desk.reader().await
}

/// The task's own program, then those beside it.
fn programs(opening: &Opening) -> Vec<(&'static dyn Program, &Table)> {
    let own = std::iter::once((opening.program, &opening.setup));
    own.chain(opening.beside.iter().map(|(program, setup)| (*program, setup))).collect()
}

impl DesktopWorld {
    async fn look(&mut self, zoom: Option<Region>) -> Result<Observation, DeskError> {
        self.desk.display().settle(QUIET, SETTLE).await?;
        let (tree, marks) = (self.opening.shows.tree(), self.opening.shows == Shows::Marks);
        let mut observation = Observation::default();
        self.marks.clear();
        let mut nodes = Tree::default();
        if tree {
            // A program that does not answer in time is shown without its tree; it may be at work.
            nodes = self.reader.read(self.opening.screen).await.unwrap_or_default();
        }
        if self.shows_screen {
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
        }
        observation.tree = tree.then_some(nodes);
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
                let secs = shell_secs(*timeout_secs);
                let outcome = self.desk.shell(command, Duration::from_secs_f64(secs)).await?;
                (Status::Executed, Some(outcome.told(secs)))
            }
            Action::Call { name, args } => self.call(&Call::new(name, args.clone())).await?,
            Action::Text { text } => match text.parse() {
                Ok(call) => self.call(&call).await?,
                Err(error) => (Status::Malformed, Some(format!("No call: {error}."))),
            },
            Action::Zoom { region } => match within(region, self.opening.screen) {
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
        let says = matches!(action, Action::Shell { .. } | Action::Call { .. } | Action::Text { .. });
        let feedback = feedback.filter(|_| self.opening.feedback || says);
        let feedback = match (feedback, self.desk.memory_notice()) {
            (Some(feedback), Some(notice)) => Some(format!("{feedback}\n{notice}")),
            (feedback, notice) => feedback.or(notice),
        };
        Ok(Step { status, feedback, observation, ended: false })
    }

    /// Lets one of the task's functions answer.
    async fn call(&self, call: &Call) -> Result<(Status, Option<String>), DeskError> {
        let functions: Vec<Function> = self.opening.services.iter().map(Service::function).collect();
        let (function, args) = match Function::bind(&functions, call) {
            Ok(bound) => bound,
            Err(error) => return Ok((status(&error), Some(error.to_string()))),
        };
        let Some(service) = self.opening.services.iter().find(|service| service.name == function.name) else {
            return Ok((Status::UnknownFunction, None));
        };
        let given = (0..function.params.len()).map(|place| args.text(place));
        let argv: Vec<&str> = service.argv.iter().map(String::as_str).chain(given).collect();
        let outcome = self.desk.examine(&argv, service.stdin.as_bytes()).await?;
        Ok((Status::Executed, Some(outcome.told(MAX_SHELL_SECS))))
    }
}

impl World for DesktopWorld {
    fn observe(&mut self) -> BoxFuture<'_, Result<Observation, Fault>> {
        Box::pin(async move {
            self.closed()?;
            self.look(None).await.map_err(Fault::world)
        })
    }

    fn act<'a>(&'a mut self, action: &'a Action) -> BoxFuture<'a, Result<Step, Fault>> {
        Box::pin(async move {
            self.had_strangers |= self.desk.had_strangers(&self.helpers());
            let step = self.perform(action).await;
            // What has ended tells more than the error it led to.
            self.closed()?;
            step.map_err(|error| self.blamed(Fault::world(error), None))
        })
    }

    fn allowance(&self, action: &Action) -> Duration {
        match action {
            Action::Shell { timeout_secs, .. } => Duration::from_secs_f64(shell_secs(*timeout_secs)),
            Action::Wait { secs } if (0.0..=MAX_WAIT_SECS).contains(secs) => Duration::from_secs_f64(*secs),
            Action::Call { .. } | Action::Text { .. } => EXAMINER_TIMEOUT,
            _ => Duration::ZERO,
        }
    }

    fn door(&mut self) -> &mut dyn Door {
        self
    }

    fn skip_frames(&mut self) {
        self.shows_screen = false;
    }
}

impl Door for DesktopWorld {
    /// Read once: a program that goes on by itself would tell another state each time.
    fn evidence(&mut self) -> BoxFuture<'_, Result<Evidence, Fault>> {
        Box::pin(async move {
            if self.evidence.is_none() {
                let gathered = self.gather().await;
                if !self.desk.is_finished() {
                    self.closed()?;
                }
                self.evidence = Some(gathered.map_err(|fault| self.blamed(fault, None))?);
            }
            Ok(self.evidence.clone().unwrap_or_default())
        })
    }

    fn allowance(&self) -> Duration {
        self.reading_limit()
    }
}

/// How long a command may take.
fn shell_secs(asked: Option<f64>) -> f64 {
    match asked {
        Some(secs) if secs.is_finite() => secs.clamp(0.1, MAX_SHELL_SECS),
        _ => DEFAULT_SHELL_SECS,
    }
}

fn status(error: &BindError) -> Status {
    match error {
        BindError::Unknown { .. } => Status::UnknownFunction,
        BindError::Type(_) => Status::BadArguments,
        BindError::Range(_) => Status::OutOfRange,
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
