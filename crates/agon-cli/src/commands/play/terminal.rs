//! A person at this terminal.

use super::ImageChoice;
use super::keys::read_line;
use super::notation::{Typed, help, read};
use agon_core::{Agent, AgentError, AgentMaker, BoxFuture, Brief, Fault, Image, Instance, Limits, Placement, Seat, Turn};
use agon_image::terminal::{Protocol, show as show_image};
use std::io::{IsTerminal as _, Write as _};

#[derive(Clone)]
pub(super) struct Person {
    protocol: Option<Protocol>,
}

impl Person {
    pub(super) fn new(image: ImageChoice) -> Self {
        Self { protocol: protocol(image) }
    }
}

impl AgentMaker for Person {
    fn make(&self, _: &Placement<'_>) -> Result<Box<dyn Agent>, Fault> {
        Ok(Box::new(self.clone()))
    }

    fn limits(&self, instance: &Instance) -> Limits {
        instance.limits_for_people()
    }
}

impl Agent for Person {
    fn sit<'a>(&'a mut self, seat: &'a mut dyn Seat) -> BoxFuture<'a, Result<(), AgentError>> {
        Box::pin(async move {
            self.print(&whole(seat.brief()));
            self.print(&format!("\n{}", help(seat.brief())));
            self.show(seat.turn(), seat.brief());
            while seat.turn().ending.is_none() {
                self.print("> ");
                let Some(line) = read_line().await else { return Ok(()) };
                match read(&line, seat.brief()) {
                    Typed::Nothing => {}
                    Typed::Help => self.print(&help(seat.brief())),
                    Typed::Brief => self.print(&whole(seat.brief())),
                    Typed::Quit => return Ok(()),
                    Typed::Unclear(why) => self.print(&format!("{why}\n")),
                    Typed::Act(action) => {
                        seat.act(action).await?;
                        self.show(seat.turn(), seat.brief());
                    }
                }
            }
            Ok(())
        })
    }
}

impl Person {
    fn show(&self, turn: &Turn, brief: &Brief) {
        for frame in &turn.observation.frames {
            self.print(&format!("{}:\n{}", frame.name, self.picture(&frame.image)));
        }
        if let Some(text) = &turn.observation.text {
            self.print(&format!("{text}\n"));
        }
        self.print(&format!("{}\n", turn.message));
        match &turn.ending {
            Some(ending) => self.print(&format!("{ending}.\n")),
            None => self.print(&format!("{}\n", reminder(brief))),
        }
    }

    fn picture(&self, image: &Image) -> String {
        let hint = format!(
            "({} by {} pixels; this terminal shows no pictures: try --image, or a text form of the task where `agon show` lists one)\n",
            image.width, image.height
        );
        let shown = self.protocol.map(|protocol| show_image(image, protocol, terminal_columns()));
        shown.and_then(Result::ok).unwrap_or(hint)
    }

    /// The game is the data of this command.
    fn print(&self, text: &str) {
        let mut stdout = std::io::stdout().lock();
        let _ = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    }
}

/// The whole task, as it is told to agents.
fn whole(brief: &Brief) -> String {
    format!("{}\n\n{}\n", brief.title, brief.prompt())
}

/// The task in one line, which stays in sight: its title and its first sentence.
fn reminder(brief: &Brief) -> String {
    const COMMANDS: &str = " [help, brief, done, quit]";
    let task = brief.instruction.lines().next().unwrap_or_default();
    let task = task.split_inclusive(". ").next().unwrap_or_default().trim();
    let line = format!("{}: {task}", brief.title);
    let room = (terminal_columns() as usize).saturating_sub(COMMANDS.len());
    let line = match line.char_indices().nth(room) {
        Some(_) => line.chars().take(room.saturating_sub(1)).chain(['…']).collect(),
        None => line,
    };
    line + COMMANDS
}

/// What the terminal can show. Terminals name themselves in the environment; one that does not gets half blocks, which
/// every terminal with colors shows.
pub(crate) fn protocol(choice: ImageChoice) -> Option<Protocol> {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    match choice {
        ImageChoice::Kitty => Some(Protocol::Kitty),
        ImageChoice::Sixel => Some(Protocol::Sixel),
        ImageChoice::Blocks => Some(Protocol::HalfBlocks),
        ImageChoice::None => None,
        ImageChoice::Auto if !std::io::stdout().is_terminal() => None,
        ImageChoice::Auto => {
            let (term, program) = (variable("TERM"), variable("TERM_PROGRAM"));
            let kitty = term.contains("kitty") || term.contains("ghostty") || ["WezTerm", "ghostty"].contains(&program.as_str());
            let sixel = ["foot", "mlterm", "yaft"].iter().any(|name| term.starts_with(name)) || term.contains("sixel");
            Some(match (kitty, sixel) {
                (true, _) => Protocol::Kitty,
                (_, true) => Protocol::Sixel,
                _ => Protocol::HalfBlocks,
            })
        }
    }
}

fn terminal_columns() -> u32 {
    let size = rustix::termios::tcgetwinsize(std::io::stdout()).ok().map(|size| u32::from(size.ws_col));
    // Some terminals do not know how wide they are and say 0.
    size.filter(|columns| *columns > 0).unwrap_or(80).clamp(40, 100)
}
