//! Which commands of a Dockerfile's `RUN` can be run without a network, without packages and without changing the system.

use super::dockerfile::words;

/// Commands that only make, change or copy files.
const PLAIN: [&str; 32] = [
    "mkdir", "touch", "chmod", "chown", "cp", "mv", "rm", "ln", "echo", "printf", "cat", "true", "cd", "set", "export", "sed",
    "awk", "head", "tail", "sort", "seq", "tr", "cut", "tee", "tar", "gzip", "gunzip", "unzip", "base64", "truncate", "dd",
    "test",
];
/// Programs of a task's own, and what runs them.
const RUNNERS: [&str; 7] = ["python3", "python", "bash", "sh", "git", "sqlite3", "find"];
/// What `git` does over a network.
const REMOTE_GIT: [&str; 7] = ["clone", "fetch", "pull", "push", "submodule", "ls-remote", "remote"];
/// Folders of the system that cannot be written here.
const SYSTEM: [&str; 13] =
    ["/usr", "/etc", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/proc", "/sys", "/dev", "/run", "/boot", "/var/lib"];
/// What tests find, and nobody else may have made.
const TESTS_OWN: [&str; 3] = ["/tests", "/logs", "/solution"];

/// Whether a command line of `RUN` can be run as it is; `Err` names the part that cannot.
pub(super) fn can_run(line: &str) -> Result<(), String> {
    if line.starts_with('[') || line.starts_with("--") {
        return Err(format!("`RUN {}` is in a form that is not read here", shortened(line)));
    }
    if line.contains('`') || line.contains("$(") {
        return Err(format!("`{}` runs commands within commands", shortened(line)));
    }
    for part in parts(line) {
        let all = words(&part).map_err(|problem| format!("`{}`: {problem}", shortened(&part)))?;
        let mut left = all.iter().map(String::as_str).skip_while(|word| is_assignment(word));
        let Some(command) = left.next() else { continue };
        let arguments: Vec<&str> = left.collect();
        let says = |why: &str| Err(format!("`{}` {why}", shortened(part.trim())));
        let is_remote = match command {
            "git" => arguments.iter().any(|word| REMOTE_GIT.contains(word)),
            "python3" | "python" => arguments.first() == Some(&"-m"),
            command => !PLAIN.contains(&command) && !RUNNERS.contains(&command) && !command.starts_with("./"),
        };
        if is_remote {
            return says("takes a build with packages or a network");
        }
        if let Some(path) = arguments.iter().find_map(|word| system_path(word)) {
            return says(&format!("touches {path}, which cannot be changed here"));
        }
    }
    Ok(())
}

/// The path of an argument that lies in the system, without what stands before it (`>`, `of=`).
pub(super) fn system_path(word: &str) -> Option<&str> {
    let path = &word[word.find('/')?..];
    let is_below = |folder: &str| path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    let harmless = ["/dev/null", "/dev/urandom", "/dev/zero"].contains(&path);
    let before = &word[..word.len() - path.len()];
    let is_whole = before.is_empty() || before.ends_with(['>', '=']);
    (!harmless && is_whole && SYSTEM.iter().chain(&TESTS_OWN).any(|folder| is_below(folder))).then_some(path)
}

/// The simple commands of a line: split at `&&`, `||`, `;`, `|`, `&`, brackets and line ends outside of quotes.
pub(super) fn parts(line: &str) -> Vec<String> {
    let (mut all, mut part, mut quote) = (Vec::new(), String::new(), None);
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, quote) {
            ('\\', None | Some('"')) => {
                part.push(c);
                part.extend(chars.next());
            }
            (c, Some(open)) => {
                quote = if c == open { None } else { quote };
                part.push(c);
            }
            ('"' | '\'', None) => {
                quote = Some(c);
                part.push(c);
            }
            // `2>&1` is no end of a command.
            ('&', None) if part.ends_with('>') => part.push(c),
            ('&' | '|' | ';' | '(' | ')' | '{' | '}' | '\n', None) => all.push(std::mem::take(&mut part)),
            (c, None) => part.push(c),
        }
    }
    all.push(part);
    all.retain(|part| !part.trim().is_empty());
    all
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'))
}

/// A text as a sentence quotes it.
pub(super) fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut short: String = text.chars().take(LONGEST).collect();
    short.push_str(if text.chars().count() > LONGEST { "…" } else { "" });
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_may_be_made_and_nothing_fetched_or_installed() {
        for line in [
            "mkdir -p /app/data /output && chmod 777 /output",
            "echo \"a && b; apt-get\" > /app/x 2>&1 || true",
            "cd /app && git init && git config user.name me && A=1 python3 make.py | tee log > /dev/null",
            "./setup.sh; printf 'x\\n' >> notes",
        ] {
            assert_eq!(can_run(line), Ok(()), "{line}");
        }
        for (line, wanted) in [
            ("apt-get update && apt-get install -y curl", "`apt-get update` takes a build with packages or a network"),
            ("mkdir /a && pip install numpy", "`pip install numpy` takes a build with packages or a network"),
            ("python3 -m pip install x", "`python3 -m pip install x` takes a build with packages or a network"),
            ("git -C /a clone x", "`git -C /a clone x` takes a build with packages or a network"),
            ("(curl -s x)", "`curl -s x` takes a build with packages or a network"),
            ("echo 1 >/etc/hosts", "`echo 1 >/etc/hosts` touches /etc/hosts, which cannot be changed here"),
            ("mkdir -p /logs/verifier", "`mkdir -p /logs/verifier` touches /logs/verifier, which cannot be changed here"),
            ("dd if=/dev/zero of=/usr/x", "`dd if=/dev/zero of=/usr/x` touches /usr/x, which cannot be changed here"),
            ("echo $(id)", "`echo $(id)` runs commands within commands"),
            ("[\"apt\", \"x\"]", "`RUN [\"apt\", \"x\"]` is in a form that is not read here"),
        ] {
            assert_eq!(can_run(line), Err(wanted.to_owned()));
        }
    }
}
