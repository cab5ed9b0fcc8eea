//! What is made of Dockerfiles, and what is refused.

use super::recipe::Recipe;

const CONTEXT: [&str; 5] = ["data/a.csv", "data/b.csv", "main.py", "notes.txt", "old.tar.gz"];

fn read(text: &str) -> Result<Recipe, String> {
    Recipe::of_dockerfile(text, &CONTEXT, None)
}

#[test]
fn simple_files_become_a_script() {
    let recipe = read(
        "FROM python:3.13-slim\nARG D=/srv\nENV A=1 B=\"$D x\"\nENV C old way\nENV PATH=/own:$PATH\nWORKDIR /app\nWORKDIR sub\nCOPY --chown=me main.py .\n\
         COPY data $D/data\nCOPY --chmod=755 *.txt data/a.csv /x/\nRUN mkdir -p out && touch out/x\nCMD [\"bash\"]\nUSER root\n",
    )
    .unwrap();
    assert!(recipe.has_python);
    assert_eq!(recipe.workdir, "/app/sub");
    let variables: Vec<(&str, &str)> = recipe.variables.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(
        variables,
        [("A", "1"), ("B", "/srv x"), ("C", "old way"), ("PATH", "/own:/usr/bin:/bin:/usr/sbin:/sbin:/run/image")]
    );
    let script = recipe.script;
    for line in [
        "mkdir -p '/app/sub'; to='/app/sub'/'main.py'; cp -RT --preserve=mode,timestamps '/run/context/main.py' \"$to\"",
        "to='/srv/data'; mkdir -p \"$to\"; cp -RT --preserve=mode,timestamps '/run/context/data' \"$to\"",
        "mkdir -p '/x'; to='/x'/'notes.txt'; cp -RT --preserve=mode,timestamps '/run/context/notes.txt' \"$to\"\nchmod -R 755 \"$to\"",
        "(cd '/app/sub' && exec /bin/sh -c 'mkdir -p out && touch out/x') || { echo 'line 11 of the Dockerfile failed' >&2; exit 1; }",
    ] {
        assert!(script.contains(line), "{line}\n{script}");
    }
    assert_eq!(read("FROM images.example.org/laude-institute/t-bench/ubuntu-24-04:1\n").unwrap().workdir, "/app");
    let other = Recipe::of_dockerfile("FROM debian@sha256:1\nWORKDIR /a", &[], Some("/b")).unwrap();
    assert_eq!((other.workdir.as_str(), other.has_python), ("/b", false));
    assert!(Recipe::of_image("ubuntu:24.04", &CONTEXT, None).unwrap().script.contains("cp -RT"));
}

#[test]
fn what_takes_a_build_is_refused_by_its_line() {
    let plain = "are taken for this machine's own programs";
    for (text, wanted) in [
        ("FROM alpine:3", &*format!("line 1: the image \"alpine:3\" takes a container; debian, ubuntu, python {plain}")),
        ("FROM debian\nFROM debian", "line 2: a second image takes a build"),
        ("FROM debian\nRUN apt-get update", "line 2: `apt-get update` takes a build with packages or a network"),
        ("FROM debian\nENTRYPOINT [\"x\"]", "line 2: `ENTRYPOINT [\"x\"]` takes a container"),
        ("FROM debian\nUSER agent", "line 2: `USER agent` takes a container"),
        ("FROM debian\n\nCOPY --from=x a /b", "line 3: `--from=x` takes a build"),
        ("FROM debian\nCOPY none /x", "line 2: environment/ holds no none"),
        ("FROM debian\nCOPY ../x /x", "line 2: ../x leads out of environment/"),
        ("FROM debian\nCOPY main.py /usr/bin/x", "line 2: /usr/bin/x is a part of the system, which cannot be changed here"),
        ("FROM debian\nCOPY main.py /app/../tests/x", "line 2: /tests/x is a part of the system, which cannot be changed here"),
        ("FROM debian\nADD https://a/b /x", "line 2: https://a/b is fetched from a network"),
        ("FROM debian\nADD old.tar.gz /x", "line 2: `ADD old.tar.gz` unpacks an archive; `COPY` and `RUN tar` are read here"),
        ("FROM debian\nWORKDIR /etc/x", "line 2: /etc/x is a part of the system, which cannot be changed here"),
    ] {
        assert_eq!(read(text), Err(format!("environment/Dockerfile {wanted}")), "{text}");
    }
    assert_eq!(read("# nothing\n"), Err("environment/Dockerfile names no image".into()));
}
