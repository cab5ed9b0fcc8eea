//! `agon view`: look at runs in a browser.

use super::run::told_to_stop;
use crate::exit;
use crate::stored;
use crate::suites::SuiteFolders;
use crate::ui::Ui;
use agon_server::Server;
use agon_store::Extent;
use agon_viewer::{Catalogue, Library, PeopleCommand, ViewOptions, Viewer};
use anyhow::Context as _;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How often a run in a store is looked at for new trials.
const LOOK_EVERY: Duration = Duration::from_secs(10);

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon view                  # every run under runs/
  agon view runs/first       # one run
  agon view runs --port 8000
  agon view runs --control   # with buttons that pause, stop and begin runs
  agon view runs --host 0.0.0.0 --metadata-only  # for other machines, in part")]
pub(crate) struct Args {
    /// A folder of runs, one run, or the address of a run in a store
    #[arg(default_value = "runs")]
    folder: PathBuf,
    /// The port; 0 is any that is free
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// The address to listen on. Anything but this machine's own (127.0.0.1, ::1) lets other machines ask: then the printed address has a
    /// token in it, without which nobody is answered
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_name = "ADDRESS")]
    host: IpAddr,
    /// Let the pages pause and stop runs that are going on, and begin runs that people sit
    #[arg(long)]
    control: bool,
    /// Tell tasks, agents, steps, times and outcomes only: no frames, texts or replies
    #[arg(long)]
    metadata_only: bool,
}

pub(crate) async fn run(args: Args, folders: SuiteFolders, ui: &Ui) -> anyhow::Result<u8> {
    let suites = folders.open()?;
    let catalogue = Catalogue::of(suites.iter().flat_map(|suite| suite.tasks().to_vec()));
    let is_public = !args.host.is_loopback();
    let options = ViewOptions { is_public, control: args.control, metadata_only: args.metadata_only };
    let folder = stored::folder(args.folder.clone(), Extent::Everything, ui).await?;
    let library = Library::open(&folder, catalogue)?;
    let admits_people = args.control && !library.is_one_run();
    let people = admits_people.then(|| people_command(&args, &folders)).transpose()?;
    let viewer = Viewer::new(library, options, people)?;
    let path = viewer.base_path();
    let address = SocketAddr::new(args.host, args.port);
    let listening = || format!("{address} cannot be listened on; try another --port, or 0 for any");
    let server = Server::start_at(address, viewer).await.with_context(listening)?;
    match is_public {
        true => ui.say("whoever has this address can look, on any machine that reaches this one; Ctrl-C ends it"),
        false => ui.say("open this page in a browser on this machine; Ctrl-C ends it"),
    }
    ui.out(&format!("http://{}{path}", server.address()));
    tokio::select! {
        () = told_to_stop() => {}
        () = follow(&args.folder, &folder, ui) => {}
    }
    Ok(exit::DONE)
}

/// Brings what workers add to a run in a store, for as long as somebody looks at it.
async fn follow(run: &Path, mirror: &Path, ui: &Ui) {
    let Some(address) = stored::address(run) else { return std::future::pending().await };
    let mut said = String::new();
    loop {
        // Stores tell nobody of changes.
        tokio::time::sleep(LOOK_EVERY).await;
        let brought = async { stored::mirror(&stored::open(&address).await?, mirror, Extent::Everything).await };
        match brought.await {
            Ok(_) => said.clear(),
            Err(error) if error.to_string() != said => {
                said = error.to_string();
                ui.say(&format!("warning: {address} cannot be followed now: {error:#}"));
            }
            Err(_) => {}
        }
    }
}

/// How runs for people are begun from the pages.
fn people_command(args: &Args, folders: &SuiteFolders) -> anyhow::Result<PeopleCommand> {
    let program = std::env::current_exe().context("the path of agon itself cannot be found")?;
    Ok(PeopleCommand { program, flags: folders.flags(), folder: args.folder.clone(), host: args.host })
}
