//! `agon deploy`: workers on the clusters that people have, as files for their own tools.

use crate::exit;
use crate::ui::Ui;
use agon_store::Store;
use anyhow::{Context as _, bail};
use clap::Subcommand;
use std::path::{Path, PathBuf};

/// Files that start workers of a run on Kubernetes or Slurm
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon deploy k8s s3://bucket/mine --image registry/agon:web -o k8s
  agon deploy slurm s3://bucket/mine --workers 50 > agon.sbatch
  agon deploy slurm /shared/mine --apptainer agon.sif > agon.sbatch")]
pub(crate) struct Args {
    #[command(subcommand)]
    where_to: WhereTo,
}

#[derive(Subcommand)]
enum WhereTo {
    /// Write job.yaml (an indexed Job) and chart/ (the same as a Helm chart) into a folder
    K8s {
        #[command(flatten)]
        shape: Shape,
        /// The image, built from deploy/Dockerfile
        #[arg(long)]
        image: String,
        /// The secret with the store's keys and the models', as variables
        #[arg(long, default_value = "agon-keys")]
        secret: String,
        /// The folder to write; it must not exist
        #[arg(short, long)]
        out: PathBuf,
    },
    /// Print an array script for sbatch
    Slurm {
        #[command(flatten)]
        shape: Shape,
        /// The longest a worker may run, as Slurm writes it
        #[arg(long, default_value = "24:00:00")]
        time: String,
        /// How often a worker that ran out of time is queued again
        #[arg(long, default_value_t = 10)]
        restarts: u32,
        /// Run agon in this image by Apptainer [default: the agon of the node's path]
        #[arg(long, value_name = "IMAGE.sif")]
        apptainer: Option<String>,
        /// The program on the nodes, where it is not on their path
        #[arg(long, conflicts_with = "apptainer", default_value = "agon")]
        program: String,
    },
}

/// How many workers, and how large.
#[derive(clap::Args)]
struct Shape {
    /// The run's address, as `agon run --store` had it
    #[arg(value_name = "RUN-URL")]
    store: String,
    /// Workers
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    workers: u32,
    /// Trials at a time in each worker
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    slots: u32,
    /// Memory of a worker in MiB
    #[arg(long, default_value_t = 4096, value_name = "MIB")]
    memory: u32,
    /// What the job is called [default: agon- and the last part of the address]
    #[arg(long)]
    name: Option<String>,
    /// Seconds for the trials that run when a worker is told to go
    #[arg(long, default_value_t = 120, value_name = "SECS")]
    grace: u32,
}

const JOB: &str = include_str!("job.yaml");
const CHART: &str = include_str!("chart/Chart.yaml");
const VALUES: &str = include_str!("chart/values.yaml");
const SLURM: &str = include_str!("slurm.sh");

/// What the chart takes from values.yaml.
const IN_VALUES: [&str; 8] = ["store", "image", "workers", "slots", "cpu", "memory", "secret", "grace"];

pub(crate) fn run(args: Args, ui: &Ui) -> anyhow::Result<u8> {
    match args.where_to {
        WhereTo::K8s { shape, image, secret, out } => k8s(&shape, &image, &secret, &out, ui),
        WhereTo::Slurm { shape, time, restarts, apptainer, program } => {
            let command = match &apptainer {
                Some(image) => format!("apptainer exec {} agon", quoted(image)?),
                None => quoted(&program)?,
            };
            let mut values = shape.values()?;
            check(&time, "a time of Slurm's", |c| c.is_ascii_digit() || ":-".contains(c))?;
            values.extend([("command", command), ("time", time), ("restarts", restarts.to_string())]);
            values.push(("last", (shape.workers - 1).to_string()));
            // Slurm counts memory in megabytes; a plain letter is what all its versions take.
            values.push(("memory", format!("{}M", shape.memory)));
            ui.out(&filled(SLURM, &values));
            Ok(exit::DONE)
        }
    }
}

fn k8s(shape: &Shape, image: &str, secret: &str, out: &Path, ui: &Ui) -> anyhow::Result<u8> {
    if out.exists() {
        bail!("{} is there already; choose a folder that is not", out.display());
    }
    check(image, "the name of an image", |c| c.is_ascii_alphanumeric() || "-_.:/@".contains(c))?;
    check(secret, "the name of a secret", |c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')?;
    let mut values = shape.values()?;
    values.extend([("image", image.to_owned()), ("secret", secret.to_owned()), ("memory", format!("{}Mi", shape.memory))]);
    values.push(("cpu", shape.slots.to_string()));
    let from_values: Vec<(&str, String)> = IN_VALUES.iter().map(|name| (*name, format!("{{{{ .Values.{name} }}}}"))).collect();
    let template = filled(JOB, &[&from_values[..], &[("name", "{{ .Release.Name }}".to_owned())]].concat());
    let files = [
        ("job.yaml", filled(JOB, &values)),
        ("chart/Chart.yaml", filled(CHART, &[("version", env!("CARGO_PKG_VERSION").to_owned())])),
        ("chart/values.yaml", filled(VALUES, &values)),
        ("chart/templates/job.yaml", template),
    ];
    for (name, text) in files {
        let path = out.join(name);
        let folder = path.parent().unwrap_or(out);
        let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, text));
        written.with_context(|| format!("{} could not be written", path.display()))?;
    }
    let shown = out.display();
    ui.say(&format!(
        "kubectl apply -f {shown}/job.yaml starts {} workers; helm install NAME {shown}/chart does the same",
        shape.workers
    ));
    ui.say("pods run without privileges: docs/scale.md says which sandboxes work there");
    Ok(exit::DONE)
}

impl Shape {
    fn values(&self) -> anyhow::Result<Vec<(&'static str, String)>> {
        Store::open(&self.store)?;
        // It stands in quotes, in YAML and in a shell.
        check(&self.store, "an address that can be written into a script", |c| !c.is_control() && !"'\"\\".contains(c))?;
        let last = self.store.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
        let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
        let derived = format!("agon-{}", last.chars().map(plain).take(40).collect::<String>().trim_matches('-'));
        let name = self.name.clone().unwrap_or_else(|| derived.trim_matches('-').to_owned());
        check(&name, "the name of a job", |c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')?;
        Ok(vec![
            ("store", self.store.clone()),
            ("workers", self.workers.to_string()),
            ("slots", self.slots.to_string()),
            ("grace", self.grace.to_string()),
            ("name", name),
        ])
    }
}

/// Refuses what would mean something else where it is written.
fn check(text: &str, what: &str, is_allowed: impl Fn(char) -> bool) -> anyhow::Result<()> {
    match text.chars().find(|c| !is_allowed(*c)) {
        _ if text.is_empty() => bail!("{what} must not be empty"),
        Some(c) => bail!("{text:?} is not {what}: it has {c:?} in it"),
        None => Ok(()),
    }
}

/// As one word of a shell.
fn quoted(text: &str) -> anyhow::Result<String> {
    check(text, "a path that can be written into a script", |c| !c.is_control() && c != '\'')?;
    Ok(if text.chars().all(|c| c.is_ascii_alphanumeric() || "-_./".contains(c)) { text.to_owned() } else { format!("'{text}'") })
}

/// A template with its places filled. What is not named stays.
fn filled(template: &str, values: &[(&str, String)]) -> String {
    values.iter().fold(template.to_owned(), |text, (name, value)| text.replace(&format!("{{{{{name}}}}}"), value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_of_a_template_is_filled() {
        let shape = Shape { store: "s3://bucket/My Run".into(), workers: 3, slots: 2, memory: 512, name: None, grace: 30 };
        let values = shape.values().unwrap();
        assert!(values.contains(&("name", "agon-my-run".into())), "{values:?}");
        let ui = Ui { color: false, live: false };
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("k8s");
        assert_eq!(k8s(&shape, "registry/agon:web", "agon-keys", &out, &ui).unwrap(), exit::DONE);
        for name in ["job.yaml", "chart/Chart.yaml", "chart/values.yaml"] {
            let text = std::fs::read_to_string(out.join(name)).unwrap();
            assert!(!text.contains("{{"), "{name}: {text}");
        }
        let template = std::fs::read_to_string(out.join("chart/templates/job.yaml")).unwrap();
        assert!(template.contains("parallelism: {{ .Values.workers }}"), "{template}");
        let places = template.matches("{{").count();
        assert_eq!(
            places,
            template.matches("{{ .Values.").count() + template.matches("{{ .Release.Name }}").count(),
            "{template}"
        );
        assert!(k8s(&shape, "registry/agon:web", "agon-keys", &out, &ui).unwrap_err().to_string().contains("is there already"));
    }

    #[test]
    fn nothing_gets_out_of_its_quotes() {
        let named = |store: &str| Shape { store: store.into(), workers: 1, slots: 1, memory: 1, name: None, grace: 1 }.values();
        for hostile in ["s3://bucket/a'b", "s3://bucket/a\"b", "s3://bucket/a\nb", "ftp://bucket/a"] {
            assert!(named(hostile).is_err(), "{hostile:?}");
        }
        assert_eq!(quoted("/opt/agon 1/agon").unwrap(), "'/opt/agon 1/agon'");
        assert!(quoted("agon'; rm -rf /").is_err());
    }
}
