//! DOT: nodes, edges and chains of edges, in groups or not; what they look like is read over.

use super::structure::Graph;
use crate::input::Unreadable;

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Name(String),
    /// `->` or `--`.
    Edge,
    Sign(char),
}

pub(super) fn read(text: &str) -> Result<Graph, Unreadable> {
    let tokens = tokens(text)?;
    let mut at = 0;
    let word = |at: usize| if let Some(Token::Name(name)) = tokens.get(at) { Some(name.to_ascii_lowercase()) } else { None };
    if word(at).as_deref() == Some("strict") {
        at += 1;
    }
    let directed = match word(at).as_deref() {
        Some("digraph") => true,
        Some("graph") => false,
        _ => return Err(Unreadable::new("is not a graph in DOT")),
    };
    let mut graph = Graph { directed, ..Graph::default() };
    at += 1;
    while at < tokens.len() && tokens[at] != Token::Sign('{') {
        at += 1;
    }
    at += 1;
    while at < tokens.len() {
        at = statement(&tokens, at, &mut graph)?;
    }
    Ok(graph)
}

/// Reads one statement and says where the next one begins.
fn statement(tokens: &[Token], mut at: usize, graph: &mut Graph) -> Result<usize, Unreadable> {
    let Some(Token::Name(first)) = tokens.get(at) else {
        // Braces of groups, separators: names in groups are names all the same.
        if tokens.get(at) == Some(&Token::Sign('[')) {
            return Ok(attributes(tokens, at).0);
        }
        if tokens.get(at) == Some(&Token::Edge) {
            return Err(Unreadable::new("has an edge to or from a group, which is not compared"));
        }
        return Ok(at + 1);
    };
    at += 1;
    if first.eq_ignore_ascii_case("subgraph") {
        return Ok(if matches!(tokens.get(at), Some(Token::Name(_))) { at + 1 } else { at });
    }
    if tokens.get(at) == Some(&Token::Sign('=')) {
        return Ok(at + 2);
    }
    if ["node", "edge", "graph"].iter().any(|word| first.eq_ignore_ascii_case(word)) && tokens.get(at) == Some(&Token::Sign('['))
    {
        return Ok(attributes(tokens, at).0);
    }
    let mut chain = vec![first.as_str()];
    at = without_port(tokens, at);
    while tokens.get(at) == Some(&Token::Edge) {
        let Some(Token::Name(next)) = tokens.get(at + 1) else {
            return Err(Unreadable::new("has an edge to or from a group, which is not compared"));
        };
        chain.push(next);
        at = without_port(tokens, at + 2);
    }
    let mut weight = None;
    if tokens.get(at) == Some(&Token::Sign('[')) {
        (at, weight) = attributes(tokens, at);
    }
    graph.node(first)?;
    for pair in chain.windows(2) {
        graph.edge(pair[0], pair[1], weight)?;
    }
    Ok(at)
}

/// Skips `:port`.
fn without_port(tokens: &[Token], mut at: usize) -> usize {
    while tokens.get(at) == Some(&Token::Sign(':')) {
        at += 2;
    }
    at
}

/// Reads `[name = value, …]`: where it ends, and the weight in it.
fn attributes(tokens: &[Token], mut at: usize) -> (usize, Option<f64>) {
    let mut weight = None;
    while at < tokens.len() && tokens[at] != Token::Sign(']') {
        if let [Token::Name(name), Token::Sign('='), Token::Name(value)] = &tokens[at..tokens.len().min(at + 3)]
            && name.eq_ignore_ascii_case("weight")
        {
            weight = value.parse().ok();
        }
        at += 1;
    }
    (at + 1, weight)
}

fn tokens(text: &str) -> Result<Vec<Token>, Unreadable> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if c.is_whitespace() {
            rest = rest.trim_start();
        } else if rest.starts_with("//") || c == '#' {
            rest = rest.split_once('\n').map_or("", |(_, behind)| behind);
        } else if rest.starts_with("/*") {
            rest = rest.split_once("*/").map_or("", |(_, behind)| behind);
        } else if rest.starts_with("->") || rest.starts_with("--") {
            tokens.push(Token::Edge);
            rest = &rest[2..];
        } else if c == '"' {
            let (name, behind) = quoted(&rest[1..]).ok_or_else(|| Unreadable::new("has a name in quotes that does not end"))?;
            tokens.push(Token::Name(name));
            rest = behind;
        } else if c.is_alphanumeric() || matches!(c, '_' | '.' | '-') {
            let end = rest
                .char_indices()
                .skip(1)
                .find(|(_, c)| !(c.is_alphanumeric() || matches!(c, '_' | '.')))
                .map_or(rest.len(), |(at, _)| at);
            tokens.push(Token::Name(rest[..end].to_owned()));
            rest = &rest[end..];
        } else if matches!(c, '{' | '}' | '[' | ']' | ';' | ',' | '=' | ':') {
            tokens.push(Token::Sign(c));
            rest = &rest[1..];
        } else {
            return Err(Unreadable::new(format!("has the sign `{c}`, which DOT has not outside quotes")));
        }
    }
    Ok(tokens)
}

fn quoted(text: &str) -> Option<(String, &str)> {
    let mut name = String::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((name, &text[at + 1..])),
            '\\' => match chars.next()? {
                (_, '"') => name.push('"'),
                (_, other) => name.extend(['\\', other]),
            },
            other => name.push(other),
        }
    }
    None
}
