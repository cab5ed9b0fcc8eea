//! `agon app`: open one of the web applications in a browser of your own.

use crate::exit;
use crate::nearest::meant;
use crate::ui::Ui;
use agon_assets::{NOT_BUILT, Site};
use agon_server::{Apps, Route, Server};
use agon_web::apps;
use anyhow::{Context as _, bail};
use std::path::PathBuf;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon app                                  # list the applications
  agon app circuit --port 8000
  agon app flight --day states_2022-06-27.csv   # a real day")]
pub(crate) struct Args {
    /// Which application; all are listed unless given
    name: Option<String>,
    /// The port to listen on, on this machine only; 0 is any that is free
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// For the Flight Analyser: a table of OpenSky's state vectors (CSV) to show instead of a day made from a seed
    #[arg(long, value_name = "FILE")]
    day: Option<PathBuf>,
}

pub(crate) async fn run(args: Args, ui: &Ui) -> anyhow::Result<u8> {
    let known: Vec<(&str, &str)> = apps::APPS.iter().map(|app| (app.name(), app.title())).collect();
    let Some(name) = args.name else {
        for (name, title) in known {
            ui.out(&format!("{name:12} {title}"));
        }
        return Ok(exit::DONE);
    };
    let Some((_, title)) = known.iter().find(|(known, _)| *known == name) else {
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        let meant = meant(&name, names.iter().copied()).map_or_else(String::new, |meant| format!("; {meant}"));
        bail!("there is no application {name:?}; there are: {}{meant}", names.join(", "));
    };
    let query = match args.day {
        None => String::new(),
        Some(_) if name != "flight" => bail!("only the application flight shows days; leave --day out"),
        Some(table) => {
            let (day, _) = apps::flight::table(&table).with_context(|| format!("{} cannot be shown", table.display()))?;
            format!("?day={day}")
        }
    };
    let site = Site::embedded();
    if !site.has_app(&name) {
        bail!("the web applications were not built into this binary: {NOT_BUILT}");
    }
    let server = Server::start(args.port, Apps::new(site, Route::Only(name)).with_made(apps::made))
        .await
        .with_context(|| format!("port {} cannot be listened on; try another, or 0 for any", args.port))?;
    ui.say(&format!("{title} is open; end it with Ctrl-C"));
    ui.out(&format!("http://{}/{query}", server.address()));
    tokio::select! {
        () = server.forever() => {}
        _ = tokio::signal::ctrl_c() => {}
    }
    Ok(exit::DONE)
}
