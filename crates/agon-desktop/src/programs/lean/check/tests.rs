use super::*;

#[test]
fn axioms_are_read() {
    assert_eq!(axioms("'agonProof' does not depend on any axioms\n"), Some(vec![]));
    let wrapped = "AgonCheck.lean:4:0: info: 'agonProof' depends on axioms: [propext,\n Classical.choice,\n Quot.sound]\n";
    assert_eq!(axioms(wrapped).unwrap(), STANDARD);
    assert_eq!(axioms("'agonProof' depends on axioms: [sorryAx]").unwrap(), ["sorryAx"]);
    for other in ["", "'other' does not depend on any axioms", "'agonProof' depends on axioms: [propext", "'agonProof' is"] {
        assert_eq!(axioms(other), None, "{other}");
    }
}

#[test]
fn only_standard_axioms_will_do() {
    let proof =
        |axioms: &[&str]| Proof { proved: true, axioms: axioms.iter().map(|name| (*name).into()).collect(), ..Proof::default() };
    assert!(proof(&[]).holds() && proof(&STANDARD).holds());
    assert!(!proof(&["propext", "sorryAx"]).holds() && !proof(&["Lean.ofReduceBool"]).holds() && !Proof::default().holds());
}

fn theorem() -> Theorem {
    Theorem { name: "add_zero'".into(), statement: "∀ n : Nat, double n = n + n".into() }
}

#[test]
fn the_statement_is_read_without_the_agents_module() {
    let given = "import Init.Data.List\ndef double (n : Nat) := n + n";
    let work = Work { module: "Proof", text: "", given, theorems: &[] };
    let (stated, checking) = files(&work, &theorem());
    let expected = "import Init.Data.List\nnamespace AgonStatement\ndef double (n : Nat) := n + n\n\
                    def statement : Prop := ∀ n : Nat, double n = n + n\nend AgonStatement\n";
    assert_eq!(stated, expected);
    let expected = "import AgonStatement\nimport Proof\ntheorem agonProof : AgonStatement.statement := @_root_.add_zero'\n\
                    #print axioms agonProof\n";
    assert_eq!(checking, expected);
}

/// A stand-in that compiles a file by copying it, and takes any theorem of the right name. It proves nothing about Lean, only that
/// our files get to where it looks for them, in order, and that what it says is heard.
const STAND_IN: &str = r#"lean() {
    if [ "$1" = -o ]; then grep -q 'does not compile' "$3" && return 1; cp "$3" "$2"; return; fi
    [ "$LEAN_PATH" = /work ] && grep -q '^def statement' AgonStatement.olean && grep -q 'import Proof' "$1" || return 1
    grep -q "theorem add_zero'" Proof.olean || { echo "error: unknown constant"; return 1; }
    if grep -q hidden Proof.olean; then echo "'agonProof' depends on axioms: [propext, hidden]"
    else echo "'agonProof' does not depend on any axioms"; fi
}
"#;

async fn checked(text: &str) -> Report<Proof> {
    let theorems = [theorem()];
    let work = Work { module: "Proof", text, given: "", theorems: &theorems };
    check_by(&work, STAND_IN).await.unwrap_or_else(|fault| panic!("install the Debian package bubblewrap: {fault}"))
}

#[tokio::test]
async fn files_take_their_way_through_the_sandboxes() {
    let report = checked("theorem add_zero' : True := trivial").await;
    assert!(report.holds, "{report:?}");
    let report = checked("theorem add_zero' : True := hidden").await;
    let proof = &report.theorems["add_zero'"];
    assert!(proof.proved && proof.axioms == ["propext", "hidden"] && !report.holds, "{report:?}");
    let report = checked("theorem another : True := trivial").await;
    assert!(
        !report.theorems["add_zero'"].proved && report.theorems["add_zero'"].problem.contains("unknown constant"),
        "{report:?}"
    );
    let report = checked("does not compile").await;
    assert!(!report.compiles && !report.holds, "{report:?}");
    let report = checked("theorem add_zero' : True := by sorry").await;
    assert!(report.forbidden == ["sorry"] && !report.compiles && !report.holds, "{report:?}");
}

#[tokio::test]
async fn without_lean_nothing_holds() {
    if std::path::Path::new("/usr/bin/lean").exists() {
        return;
    }
    let theorems = [theorem()];
    let work = Work { module: "Proof", text: "theorem add_zero' : True := trivial", given: "", theorems: &theorems };
    let report = check(&work).await.unwrap();
    assert!(!report.compiles && !report.holds && report.log.contains("lean"), "{report:?}");
}
