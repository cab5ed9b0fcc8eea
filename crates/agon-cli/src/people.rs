//! People as agents of a run: who is let in, where, and what they are told.

use crate::ui::Ui;
use agon_agents::PERSON;
use agon_core::AgentMaker;
use agon_record::AgentEntry;
use agon_run::Todo;
use agon_server::people::{Participant, People, PeopleServer, PeopleSettings};
use anyhow::Context as _;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(clap::Args)]
#[command(next_help_heading = "People (-a person)")]
pub(crate) struct PeopleArgs {
    /// The port of the participants' page [default: any that is free]
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// The address to listen on; others than this machine are let in by their access codes alone, so put TLS in front
    #[arg(long, default_value = "127.0.0.1")]
    host: IpAddr,
    /// What participants agree to before they begin, as Markdown [default: a short text]
    #[arg(long, value_name = "FILE")]
    consent: Option<PathBuf>,
    /// What participants read before they begin, and can read again, as Markdown [default: how the page is used]
    #[arg(long, value_name = "FILE")]
    instructions: Option<PathBuf>,
    /// A video for participants: an .mp4 or .webm file [default: none]
    #[arg(long, value_name = "FILE")]
    demo: Option<PathBuf>,
}

/// Whether an agent is a person.
pub(crate) fn is_person(entry: &AgentEntry) -> bool {
    entry.kind == PERSON
}

/// Adds the people to the agents of a run and opens their page; `None` where nobody has anything to sit.
pub(crate) async fn admit(
    args: &PeopleArgs,
    entries: &[AgentEntry],
    todo: &[Todo],
    agents: &mut BTreeMap<String, Arc<dyn AgentMaker>>,
    as_json: bool,
    ui: &Ui,
) -> anyhow::Result<Option<PeopleServer>> {
    let count = |label: &str| todo.iter().filter(|todo| todo.planned.agent == label).count();
    let labels = entries.iter().filter(|entry| is_person(entry)).map(|entry| (entry.label.clone(), count(&entry.label) as u32));
    let labels: Vec<(String, u32)> = labels.filter(|(_, tasks)| *tasks > 0).collect();
    if labels.is_empty() {
        return Ok(None);
    }
    let settings = PeopleSettings {
        consent: text(args.consent.as_deref(), include_str!("people/consent.md"))?,
        instructions: text(args.instructions.as_deref(), include_str!("people/instructions.md"))?,
        demo: args.demo.clone(),
    };
    if let Some(demo) = &settings.demo {
        fs::metadata(demo).with_context(|| format!("the video {} cannot be read", demo.display()))?;
    }
    let people = People::new(settings, &labels).context("no random numbers for access codes")?;
    for (place, (label, _)) in labels.iter().enumerate() {
        agents.insert(label.clone(), Arc::new(Participant::new(&people, place)));
    }
    let server = PeopleServer::start(people.clone(), args.host, args.port).await?;
    if as_json {
        // On one line, before the figures of the run: whoever started this goes on from here.
        let codes = people.codes().into_iter().map(|(participant, code)| json!({"participant": participant, "code": code}));
        let codes: Vec<Value> = codes.collect();
        let opened = json!({"people": {"url": server.url(), "operator_url": server.operator_url(), "codes": codes}});
        ui.out(&opened.to_string());
        return Ok(Some(server));
    }
    ui.say("participants open this page and enter their codes, each of which can be used once:");
    ui.out(server.url());
    for (label, code) in people.codes() {
        ui.say(&format!("  {label}: {}", code.unwrap_or_default()));
    }
    ui.say(&format!("the operator's page, which shows how far they are and gives new codes: {}", server.operator_url()));
    Ok(Some(server))
}

/// A file's text, or the usual one.
fn text(file: Option<&Path>, usual: &str) -> anyhow::Result<String> {
    match file {
        Some(file) => fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display())),
        None => Ok(usual.to_owned()),
    }
}
