//! `agon publish`: runs as a static site and a signed bundle that checks itself.

use crate::ui::Ui;
use crate::{exit, home, stored};
use agon_publish::{SigningKey, publish};
use agon_record::Run;
use agon_report::{HtmlOptions, html};
use agon_store::Extent;
use anyhow::Context as _;
use std::path::PathBuf;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon publish runs/a runs/b -o site       # report, records, signed manifest
  agon publish runs/a -o site --key my.key # with a minisign key of your own")]
pub(crate) struct Args {
    /// Folders or addresses of runs
    #[arg(required = true, value_name = "RUN")]
    runs: Vec<PathBuf>,
    /// The folder to write; it must not exist
    #[arg(short, long, value_name = "FOLDER")]
    out: PathBuf,
    /// A minisign secret key without a password [default: the key in agon's state folder, made when it is first needed]
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
}

pub(crate) async fn run(args: Args, ui: &Ui) -> anyhow::Result<u8> {
    let runs = stored::all(args.runs, Extent::Everything, ui).await?;
    let runs = runs.iter().map(|folder| Run::open(folder)).collect::<Result<Vec<_>, _>>()?;
    runs.iter().for_each(|run| home::say_problems(run, ui));
    let all: Vec<&Run> = runs.iter().collect();
    let key = match &args.key {
        Some(path) => SigningKey::read(path)?,
        None => own_key(ui)?,
    };
    let page = html::page(&all, &HtmlOptions::default())?;
    let written = publish(&all, &page, &key, &args.out)?;
    let (folder, mib) = (args.out.display(), written.bytes as f64 / f64::from(1 << 20));
    ui.say(&format!("{folder} has {} files, {mib:.1} MiB, signed by {}", written.files, key.public()));
    ui.say(&format!("readers check it with: agon verify {folder} --publisher {}", key.public()));
    Ok(exit::DONE)
}

/// The key of whoever uses this machine.
fn own_key(ui: &Ui) -> anyhow::Result<SigningKey> {
    let folder = home::state_folder();
    let path = folder.join("publisher.key");
    if path.exists() {
        return Ok(SigningKey::read(&path)?);
    }
    std::fs::create_dir_all(&folder).with_context(|| format!("{} could not be made", folder.display()))?;
    let key = SigningKey::make(&path)?;
    ui.say(&format!("made a signing key: {}; keep it, for it is how readers know you", path.display()));
    Ok(key)
}
