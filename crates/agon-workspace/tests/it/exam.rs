//! The files of the exam suite: every task has what an exam needs.

use agon_core::{Fault, Suite};
use agon_taskfile::{TaskFileSuite, TaskFolder};
use agon_workspace::{WorkspaceKind, exam};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The domains and their subdomains, as the paper's public release names them.
const DOMAINS: [(&str, &[&str]); 13] = [
    (
        "engineering",
        &[
            "Aerospace & Mechanical",
            "Electronics",
            "Civil, Architectural & Geospatial",
            "Manufacturing & Industrial Systems",
            "Energy, Power & Nuclear",
            "Semiconductor & Microelectronics Design",
            "Urban & Spatial Planning",
            "Robotics & Autonomous Systems",
        ],
    ),
    (
        "physical_sciences",
        &["Physics", "Chemistry & Materials Computation", "Astronomy & Astrophysics", "Earth & Atmospheric Sciences"],
    ),
    (
        "life_sciences",
        &[
            "Biomolecular Structure & Design",
            "Genomics & Sequence Analysis",
            "Cell & Imaging Biology",
            "Systems & Microbial Biology",
        ],
    ),
    (
        "health_medicine",
        &[
            "Clinical Diagnostics & Imaging",
            "Therapeutic & Oncology Services",
            "Clinical Informatics & Care Operations",
            "Public Health & Epidemiology",
            "Clinical Research & Trial Operations",
        ],
    ),
    ("psychology_neuro", &["Computational Neuroscience", "Experimental Psychology & Neuroimaging"]),
    (
        "business_finance",
        &[
            "Accounting & Finance",
            "Actuarial & Risk Modeling",
            "Enterprise Analytics & Planning",
            "Compliance & Regulatory",
            "HR & Project Management",
            "Sales & Marketing",
            "Quantitative Finance & Trading",
            "Supply Chain & Logistics",
        ],
    ),
    ("legal", &["Litigation Support & Discovery", "Doctrinal Legal Research"]),
    (
        "visual_media",
        &["3D, Animation & Interactive Media", "Graphic, Visual & Product Design", "Audio, Music & Post-Production Media"],
    ),
    (
        "computing_math",
        &[
            "Software Engineering",
            "Data & Analytics Engineering",
            "AI Engineering, Safety & CS Research",
            "Mathematical & Operations Research",
            "Cybersecurity & Digital Forensics",
            "Infrastructure Engineering & Cloud Operations",
            "Quantum Computing",
        ],
    ),
    ("transport_safety", &["Aviation & Airspace Operations", "Fire Science & Public Safety"]),
    ("education_info", &["Educational Technology", "Library & Information Science", "Translation & Localization"]),
    ("agriculture_env", &["Environmental Modeling, Engineering & Water Resources", "Precision Agriculture"]),
    ("social_sciences", &["Economics & Quantitative Social Research"]),
];

/// In every file that can hold a comment, so that data which was trained on it can be told.
const CANARY: &str = "AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7";
const COMMENTED: [&str; 6] = ["toml", "py", "sh", "R", "m", "md"];

fn tasks(folder: &TaskFolder) -> BTreeMap<String, toml::Table> {
    let read = |(name, text): (&str, &str)| (name.to_owned(), text.parse().unwrap());
    folder.tasks().unwrap().into_iter().map(read).collect()
}

#[test]
fn every_task_has_a_card_of_its_domain_and_two_variants() {
    for (name, task) in tasks(&exam::folder().unwrap()) {
        let domain = name.split('/').next().unwrap();
        let known =
            DOMAINS.into_iter().find(|(known, _)| *known == domain).unwrap_or_else(|| panic!("{name}: no domain {domain}"));
        let subdomain = task["card"]["subdomain"].as_str().unwrap();
        assert!(known.1.contains(&subdomain), "{name}: {subdomain:?} is none of {:?}", known.1);
        assert!(task["variant"].as_array().is_some_and(|variants| variants.len() >= 2), "{name} has fewer than two variants");
        let near_misses = task["key"]["near_miss"].as_array().map_or(0, Vec::len);
        assert!(near_misses >= 4, "{name} has {near_misses} near-misses");
    }
}

#[test]
fn every_file_that_can_has_the_canary_and_every_generator_is_there() {
    let folder = exam::folder().unwrap();
    let missing: BTreeSet<&str> = folder
        .files()
        .filter(|(path, _)| COMMENTED.contains(&path.rsplit('.').next().unwrap_or_default()))
        .filter(|(path, _)| !path.contains("/input/"))
        .filter(|(_, bytes)| !String::from_utf8_lossy(bytes).contains(CANARY))
        .map(|(path, _)| path)
        .collect();
    assert!(missing.is_empty(), "without the canary: {missing:?}");
    let data: BTreeSet<&str> = folder.files().filter_map(|(path, _)| path.strip_prefix("data/")?.split('/').next()).collect();
    // What the verifiers of several tasks share has no data of its own.
    for task in data.into_iter().filter(|task| *task != "common") {
        assert!(folder.file(&format!("data/{task}/generate.py")).is_some(), "data/{task} has no generate.py");
    }
}

#[test]
fn the_install_script_has_every_package_that_tasks_need() {
    let script = include_str!("../../../../scripts/install-exam");
    let closed: agon_workspace::Opener = Arc::new(|_| Box::pin(async { Err(Fault::world("nobody sits here")) }));
    let suite = TaskFileSuite::new(&exam::folder().unwrap(), Arc::new(WorkspaceKind::new(closed, Arc::default()))).unwrap();
    let core: Vec<_> =
        suite.tasks().iter().filter(|card| card.tags.iter().any(|tag| tag == "core")).map(|card| card.id.clone()).collect();
    let (for_core, _) = script.split_once("if [").unwrap();
    for need in suite.needs() {
        let package = need.remedy.rsplit(' ').next().unwrap();
        let installed = if core.iter().any(|task| need.concerns(task)) { for_core } else { script };
        let is_base = ["bash"].contains(&package);
        assert!(is_base || installed.split_whitespace().any(|word| word == package), "scripts/install-exam lacks {package}");
    }
}
