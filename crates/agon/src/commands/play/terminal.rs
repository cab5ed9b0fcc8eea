//! A person at this terminal.

use super::ImageChoice;
use agon_core::{Action, Agent, AgentError, AgentMaker, BoxFuture, Fault, Image, Placement, Seat, Surface, Turn};
use agon_image::terminal::{Protocol, show as show_image};
use std::io::{BufRead as _, IsTerminal, Write as _};

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
}

impl Agent for Person {
    fn sit<'a>(&'a mut self, seat: &'a mut dyn Seat) -> BoxFuture<'a, Result<(), AgentError>> {
        Box::pin(async move {
            self.print(&format!("{}\n\n{}\n", seat.brief().title, seat.brief().prompt()));
            let calls = seat.brief().surfaces.contains(&Surface::Calls);
            let how = if calls {
                "Type a call"
            } else {
                "Type an action as JSON, such as {\"kind\": \"click\", \"at\": {\"point\": {\"x\": 100, \"y\": 40}}}"
            };
            self.print(&format!("\n{how}, `done` to hand in, or end the input to leave.\n"));
            self.show(seat.turn());
            while seat.turn().ending.is_none() {
                self.print("> ");
                let Some(line) = read_line().await else { return Ok(()) };
                let action = match line.trim() {
                    "" => continue,
                    "done" => Action::Done,
                    text if text.starts_with('{') => match serde_json::from_str(text) {
                        Ok(action) => action,
                        Err(_) if calls => Action::Text { text: text.into() },
                        Err(error) => {
                            self.print(&format!("This is no action: {error}. docs/formats.md lists them all.\n"));
                            continue;
                        }
                    },
                    text if calls => Action::Text { text: text.into() },
                    _ => {
                        self.print(&format!("{how}. docs/formats.md lists them all.\n"));
                        continue;
                    }
                };
                seat.act(action).await?;
                self.show(seat.turn());
            }
            Ok(())
        })
    }
}

impl Person {
    fn show(&self, turn: &Turn) {
        for frame in &turn.observation.frames {
            self.print(&format!("{}:\n{}", frame.name, self.picture(&frame.image)));
        }
        if let Some(text) = &turn.observation.text {
            self.print(&format!("{text}\n"));
        }
        self.print(&format!("{}\n", turn.message));
        if let Some(ending) = &turn.ending {
            self.print(&format!("{ending}.\n"));
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

/// A line from standard input, or nothing at its end.
async fn read_line() -> Option<String> {
    let read = tokio::task::spawn_blocking(|| {
        let mut line = Vec::new();
        let read = std::io::stdin().lock().read_until(b'\n', &mut line);
        read.ok().filter(|count| *count > 0).map(|_| String::from_utf8_lossy(&line).into_owned())
    });
    read.await.ok().flatten()
}

/// What the terminal can show. Terminals name themselves in the environment; one that does not gets half blocks, which
/// every terminal with colors shows.
fn protocol(choice: ImageChoice) -> Option<Protocol> {
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
    rustix::termios::tcgetwinsize(std::io::stdout()).map_or(80, |size| u32::from(size.ws_col)).clamp(20, 100)
}
