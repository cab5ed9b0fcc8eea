//! Coq: the checker against honest and hostile files, and CoqIDE on a desk.

use crate::program::{self, Seat};
use agon_core::Action;
use agon_desktop::Program;
use agon_desktop::programs::coq::Coq;
use agon_desktop::programs::coq::check::{Proof, Work, check};
use agon_desktop::programs::theorems::{Report, Theorem};
use serde_json::json;
use std::collections::BTreeMap;

const STATEMENT: &str = "forall n : nat, n + 0 = n";
const PROOF: &str = "Proof. induction n; simpl; [reflexivity | now rewrite IHn]. Qed.";

async fn checked_with(text: &str, statement: &str, given: &str, libraries: &[(&str, &str)]) -> Report<Proof> {
    let theorems = [Theorem { name: "goal".into(), statement: statement.into() }];
    let libraries: BTreeMap<String, String> = libraries.iter().map(|(name, text)| ((*name).into(), (*text).into())).collect();
    let work = Work { library: "proof", text, given, given_libraries: &libraries, theorems: &theorems };
    check(&work).await.unwrap_or_else(|fault| panic!("install the Debian packages coq and bubblewrap: {fault}"))
}

async fn checked(text: &str) -> Report<Proof> {
    checked_with(text, STATEMENT, "", &[]).await
}

#[tokio::test]
async fn a_proof_holds() {
    let report = checked(&format!("Theorem goal : {STATEMENT}. {PROOF}")).await;
    assert!(report.holds, "{report:?}");
}

#[tokio::test]
async fn another_way_of_proving_it_holds() {
    let text = format!("Require Import Lia. Lemma aid m : m + 0 = m. Proof. lia. Qed. Definition goal : {STATEMENT} := aid.");
    assert!(checked(&text).await.holds);
    let text = format!(
        "(* Admitted, admit *) Section S. Variable k : nat. Lemma aid : k + 0 = k. Proof. auto. Qed. End S. Lemma goal : {STATEMENT}. Proof. exact aid. Qed."
    );
    assert!(checked(&text).await.holds, "{:?}", checked(&text).await);
}

#[tokio::test]
async fn open_proofs_do_not_hold() {
    for text in [
        format!("Theorem goal : {STATEMENT}. Proof. Admitted."),
        format!("Theorem goal : {STATEMENT}. Proof. intro n. admit. Admitted."),
        format!("Lemma aid : False. Proof. give_up. Admitted. Theorem goal : {STATEMENT}. Proof. destruct aid. Qed."),
        format!("Axiom goal : {STATEMENT}."),
        format!("Parameter aid : False. Theorem goal : {STATEMENT}. Proof. destruct aid. Qed."),
        format!(
            "Module Type T. Axiom a : False. End T. Declare Module M : T. Theorem goal : {STATEMENT}. Proof. destruct M.a. Qed."
        ),
        format!("Hypothesis goal : {STATEMENT}."),
    ] {
        let report = checked(&text).await;
        let proof = &report.theorems["goal"];
        assert!(report.compiles && proof.proved && !proof.assumptions.is_empty() && !report.holds, "{text}\n{report:?}");
    }
    let report = checked(&format!("Theorem goal : {STATEMENT}. Proof. intro n.")).await;
    assert!(!report.compiles && !report.holds, "{report:?}");
}

#[tokio::test]
async fn other_statements_do_not_hold() {
    for text in [
        "Theorem goal : forall n : nat, n = n. Proof. reflexivity. Qed.".to_owned(),
        format!("(* Theorem goal : {STATEMENT}. {PROOF} *)"),
        format!("Definition text := \"Theorem goal : {STATEMENT}.\"%string."),
        format!(
            "Notation \"n + m\" := n (at level 50, left associativity, only parsing). Theorem goal : {STATEMENT}. Proof. reflexivity. Qed."
        ),
        format!(
            "Inductive nat := O. Definition add (n m : nat) := n. Notation \"n + m\" := (add n m). Notation \"0\" := O. Theorem goal : {STATEMENT}. Proof. reflexivity. Qed."
        ),
        format!(
            "Definition eq (A : Type) (x y : A) := True. Notation \"x = y\" := (eq _ x y). Theorem goal : {STATEMENT}. Proof. exact (fun _ => I). Qed."
        ),
        format!("Theorem goal : False -> {STATEMENT}. Proof. contradiction. Qed."),
        format!("Module goal. Theorem goal : {STATEMENT}. {PROOF} End goal."),
        format!("Theorem other : {STATEMENT}. {PROOF}"),
    ] {
        let report = checked(&text).await;
        assert!(!report.theorems["goal"].proved && !report.holds, "{text}\n{report:?}");
    }
}

#[tokio::test]
async fn rules_switched_off_do_not_hold() {
    for text in [
        format!(
            "Unset Guard Checking. Fixpoint bad (n : nat) : False := bad n. Set Guard Checking. Theorem goal : {STATEMENT}. Proof. destruct (bad 0). Qed."
        ),
        format!(
            "#[bypass_check(guard)] Fixpoint bad (n : nat) : False := bad n. Theorem goal : {STATEMENT}. Proof. destruct (bad 0). Qed."
        ),
        format!(
            "Unset Positivity Checking. Inductive bad := c : (bad -> False) -> bad. Set Positivity Checking. Definition no (b : bad) : False := match b with c f => f b end. Theorem goal : {STATEMENT}. Proof. destruct (no (c no)). Qed."
        ),
        format!(
            "Unset Universe Checking. Definition T := Type. Definition U : T := T. Theorem goal : {STATEMENT}. Proof. pose (U : T). {}",
            &PROOF[7..]
        ),
    ] {
        let report = checked(&text).await;
        assert!(report.compiles && !report.theorems["goal"].assumptions.is_empty() && !report.holds, "{text}\n{report:?}");
        assert!(!report.forbidden.is_empty(), "{text}");
    }
}

#[tokio::test]
async fn a_file_cannot_reach_around_the_checker() {
    // A plug-in of the agent's own, a file of its own, an endless computation's brief cousin, and options meant for our file.
    for text in [
        format!("Declare ML Module \"own\". Theorem goal : {STATEMENT}. Proof. Admitted."),
        format!("Load \"/etc/passwd\". Theorem goal : {STATEMENT}. Proof. Admitted."),
        format!("Require Import helper. Theorem goal : {STATEMENT}. Proof. Admitted."),
        format!(
            "Global Set Printing All. Global Unset Guard Checking. Global Set Silent. Theorem goal : {STATEMENT}. Proof. Admitted."
        ),
        "Drop.".to_owned(),
    ] {
        let report = checked(&text).await;
        assert!(!report.holds, "{text}\n{report:?}");
    }
}

/// Loading a library, or reading a name of it, can run tactics and change settings in the file that does so.
#[tokio::test]
async fn a_library_cannot_speak_for_the_checker() {
    let lie = "Closed under the global context";
    let aid = format!("Hypothesis aid : False. Lemma other : {STATEMENT}. Proof. destruct aid. Qed.");
    let report = checked(&format!("{aid} Notation goal := ltac:(idtac \"{lie}\"; exact proof.other).")).await;
    assert!(!report.theorems["goal"].assumptions.is_empty() && !report.holds, "{report:?}");
    let report = checked(&format!("{aid} Notation goal := ltac:(idtac \"{lie}\"; fail).")).await;
    assert!(!report.theorems["goal"].proved && !report.holds, "{report:?}");
    for setting in ["Set Silent", "Set Printing Width 20", "Set Debug \"all\"", "Unset Universe Checking"] {
        let text = format!("Global {setting}. {aid} Lemma goal : {STATEMENT}. Proof. exact other. Qed.");
        let report = checked(&text).await;
        let proof = &report.theorems["goal"];
        // A setting that Coq does not know globally stops the compiler; one that it knows must not hide the axiom.
        assert!(!report.compiles || !proof.proved || !proof.assumptions.is_empty(), "{text}\n{report:?}");
        assert!(!report.holds, "{text}\n{report:?}");
    }
}

/// Files of the agent's own that stand beside the proof are not there where it is checked.
#[tokio::test]
async fn libraries_are_the_task_s_own() {
    let library = "Inductive small : nat -> Prop := zero : small 0.";
    let (statement, given) = ("forall n, small n -> n = 0", "Require Import Small.");
    let text = format!("{given} Theorem goal : {statement}. Proof. intros n []; reflexivity. Qed.");
    let report = checked_with(&text, statement, given, &[("Small", library)]).await;
    assert!(report.holds, "{report:?}");
    // Proved against a library of the same name that says something else.
    let other = "Inductive small : nat -> Prop := none : False -> small 0.";
    let text = format!("{given} Theorem goal : {statement}. Proof. intros n [[]]. Qed.");
    assert!(checked_with(&text, statement, given, &[("Small", other)]).await.holds);
    let report = checked_with(&text, statement, given, &[("Small", library)]).await;
    assert!(!report.compiles && !report.holds, "{report:?}");
    // A module, and a notion inside it, that have the library's names.
    let shadow = "Module Small. Inductive small : nat -> Prop := none : False -> small 0. End Small. Import Small.";
    let report = checked_with(&format!("{shadow} {text}").replace(given, ""), statement, given, &[("Small", library)]).await;
    assert!(report.compiles && !report.theorems["goal"].proved, "{report:?}");
}

#[tokio::test]
async fn axioms_hide_nowhere() {
    let rest = format!("Theorem goal : {STATEMENT}. Proof. destruct aid. Qed.");
    for text in [
        format!("Module Type T. Parameter aid : False. End T. Module N. Include T. End N. Import N. {rest}"),
        format!(
            "Module Type T. Parameter aid : False. End T. Module F (X : T). Import X. {rest} End F. Declare Module A : T. Module G := F A. Definition goal := G.goal."
        ),
        format!("Context (aid : False). {rest}"),
        format!("Lemma aid : False. Proof. shelve. Unshelve. Fail Qed. Abort. Local Axiom aid : False. {rest}"),
        format!(
            "Require Import Classical. Theorem goal : {STATEMENT}. Proof. intro n. destruct (classic (n + 0 = n)); auto. Qed."
        ),
    ] {
        let report = checked(&text).await;
        let proof = &report.theorems["goal"];
        assert!(report.compiles && proof.proved && !proof.assumptions.is_empty() && !report.holds, "{text}\n{report:?}");
    }
    let functor = format!("Module Type T. Parameter aid : False. End T. Module F (X : T). Import X. {rest} End F.");
    assert!(!checked(&functor).await.theorems["goal"].proved);
}

/// A statement may ask for a program with its proof.
#[tokio::test]
async fn programs_are_checked_with_their_proofs() {
    let statement = "{f : nat -> nat | forall n, f n = n + 2}";
    let text = |body: &str| {
        format!(
            "Definition goal : {statement}. Proof. exists {body}. intro; simpl; rewrite <- plus_n_Sm, <- plus_n_Sm, <- plus_n_O; reflexivity. Defined."
        )
    };
    assert!(checked_with(&text("(fun n => S (S n))"), statement, "", &[]).await.holds);
    assert!(!checked_with(&text("S"), statement, "", &[]).await.compiles);
    let weaker = "Definition goal : {f : nat -> nat | forall n, f n = f n}. Proof. exists S. reflexivity. Defined.";
    assert!(!checked_with(weaker, statement, "", &[]).await.theorems["goal"].proved);
}

#[tokio::test]
async fn definitions_are_ours() {
    let given = "Fixpoint double (n : nat) := match n with 0 => 0 | S m => S (S (double m)) end.";
    let statement = "forall n, double n = n + n";
    let proof = "Require Import Lia. Theorem goal : forall n, double n = n + n. Proof. induction n; simpl; lia. Qed.";
    assert!(checked_with(&format!("{given}\n{proof}"), statement, given, &[]).await.holds);
    let other = "Definition double (n : nat) := n + n.";
    let report = checked_with(
        &format!("{other}\nTheorem goal : forall n, double n = n + n. Proof. reflexivity. Qed."),
        statement,
        given,
        &[],
    )
    .await;
    assert!(!report.theorems["goal"].proved, "{report:?}");
}

#[tokio::test]
async fn types_come_from_the_task_s_library() {
    let library = "Inductive even : nat -> Prop := zero : even 0 | next n : even n -> even (S (S n)).";
    let (statement, given) = ("even 4", "Require Import Even2.");
    let proof = "Theorem goal : even 4. Proof. repeat constructor. Qed.";
    let report = checked_with(&format!("{given} {proof}"), statement, given, &[("Even2", library)]).await;
    assert!(report.holds, "{report:?}");
    let own = "Inductive even : nat -> Prop := any n : even n.";
    let report = checked_with(&format!("{own} {proof}"), statement, given, &[("Even2", library)]).await;
    assert!(report.compiles && !report.theorems["goal"].proved, "{report:?}");
}

fn setup() -> toml::Table {
    toml::toml! {
        open = ["work/proof.v"]
        [[theorems]]
        name = "goal"
        statement = "forall n : nat, n + 0 = n"
    }
}

const START: &str = "Theorem goal : forall n : nat, n + 0 = n.\nProof.\n";

#[tokio::test]
async fn coqide_starts_the_same_twice_and_shows_its_steps() {
    let files = [("work/proof.v", START)];
    let first = program::start(&Coq, setup(), &files).await;
    let state = first.state().await;
    assert_eq!(state["buffers"], json!([{"name": "proof", "current": true}]));
    assert_eq!(state["text"], START.trim_end());
    assert_eq!(state["cursor"], json!({"line": 1, "column": 1}));
    let second = program::start(&Coq, setup(), &files).await;
    assert_eq!(second.state().await, state);
    program::assert_same_screen(&first, &second, "coqide").await;
    drop(second);

    first.keys(&["ctrl", "down"]).await;
    // CoqIDE puts the cursor behind a sentence once it has been through with it.
    let proving = |state: &serde_json::Value| {
        state["goals"].as_str().is_some_and(|goals| goals.contains("n + 0 = n"))
            && state["cursor"] == json!({"line": 1, "column": 42})
    };
    first.until("the goal", proving).await;
    assert!(!first.examined(&setup()).await["check"]["holds"].as_bool().unwrap());

    first.keys(&["down"]).await;
    first.keys(&["down"]).await;
    first.act(Action::Type { text: "induction n; simpl.\nreflexivity.\nnow rewrite IHn.\nQed.\n".into() }).await;
    first.keys(&["ctrl", "s"]).await;
    let saved = first.until("the saved file", |state| state["files"]["work/proof.v"] != START).await;
    assert_eq!(saved["files"]["work/proof.v"], format!("{START}induction n; simpl.\nreflexivity.\nnow rewrite IHn.\nQed.\n"));
    let check = first.examined(&setup()).await;
    assert_eq!(check["check"]["holds"], true, "{check}");
}

#[tokio::test]
async fn setups_are_read() {
    let launch = |text: &str| Coq.launch(&text.parse().unwrap());
    assert!(launch("open = [\"a/b-c.v\"]").unwrap_err().to_string().contains("no name"));
    assert!(launch("open = []").unwrap_err().to_string().contains("no file"));
    assert!(launch("opens = []").unwrap_err().to_string().contains("unknown field"));
    assert_eq!(Seat::needs_of(&Coq), Vec::<String>::new());
}
