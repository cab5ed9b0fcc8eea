//! `agon view`: look at runs in a browser.

use crate::ui::Ui;
use agon_assets::NOT_BUILT;
use agon_server::Server;
use agon_viewer::{Library, Viewer};
use anyhow::Context as _;
use std::path::PathBuf;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon view                  # every run under runs/
  agon view runs/first       # one run
  agon view runs --port 8000")]
pub(crate) struct Args {
    /// A folder of runs, or one run
    #[arg(default_value = "runs")]
    folder: PathBuf,
    /// The port, on this machine only; 0 is any that is free
    #[arg(long, default_value_t = 0)]
    port: u16,
}

pub(crate) async fn run(args: Args, ui: &Ui) -> anyhow::Result<u8> {
    let viewer = Viewer::new(Library::open(&args.folder)?);
    let viewer = viewer.with_context(|| format!("the pages are not built into this agon: {NOT_BUILT}"))?;
    let port = args.port;
    let listening = || format!("port {port} cannot be listened on; try another, or 0 for any");
    let server = Server::start(port, viewer).await.with_context(listening)?;
    ui.say("open this page in a browser on this machine; Ctrl-C ends it");
    ui.out(&format!("http://{}/", server.address()));
    tokio::signal::ctrl_c().await?;
    Ok(0)
}
