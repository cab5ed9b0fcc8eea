//! Which strategy an oracle follows in which trial.

use agon_core::Rng;
use std::str::FromStr;

/// A mix of strategies: `shortest`, `shortest=2,padded:12-18=1`, `*~0.1`. Each trial draws one part, by weight.
///
/// ```text
/// MIX  = PART, PART, …
/// PART = NAME[:LENGTH | :LEAST-MOST][~NOISE][=WEIGHT]
/// ```
///
/// A star stands for every strategy the task knows, each as likely as the others; a range of lengths is drawn from evenly;
/// the noise is the share of random calls.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Mix {
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq)]
struct Part {
    name: String,
    lengths: Option<(u32, u32)>,
    /// As it was written, for the suite to read.
    noise: Option<String>,
    weight: f64,
}

/// The name that stands for all.
const ANY: &str = "*";

impl Mix {
    /// The strategy of one trial, as suites read it: a name, one length, the noise.
    pub(crate) fn draw(&self, known: &[String], seed: u64) -> String {
        let mut rng = Rng::new("mix", seed);
        let mut left = rng.unit() * self.parts.iter().map(|part| part.weight).sum::<f64>();
        let drawn = self.parts.iter().find(|part| {
            left -= part.weight;
            left < 0.0
        });
        let Some(part) = drawn.or(self.parts.last()) else { return String::new() };
        let any = rng.choose(known);
        let mut strategy = any.filter(|_| part.name == ANY).unwrap_or(&part.name).clone();
        if let Some((least, most)) = part.lengths {
            strategy.push_str(&format!(":{}", rng.integer(least.into(), most.into())));
        }
        if let Some(noise) = &part.noise {
            strategy.push_str(&format!("~{noise}"));
        }
        strategy
    }

    /// The first strategy that a task does not know.
    pub(crate) fn unknown(&self, known: &[String]) -> Option<&str> {
        self.parts.iter().map(|part| part.name.as_str()).find(|name| *name != ANY && !known.iter().any(|k| k == name))
    }
}

impl FromStr for Mix {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self { parts: text.split(',').map(str::parse).collect::<Result<_, _>>()? })
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let split = |text, mark| match str::split_once(text, mark) {
            Some((before, after)) => (before, Some(after)),
            None => (text, None),
        };
        let (rest, weight) = split(text, '=');
        let (rest, noise) = split(rest, '~');
        let (name, lengths) = split(rest, ':');
        if name.is_empty() {
            return Err(format!("{text:?} names no strategy: write NAME, NAME:12-18, NAME~0.1 or NAME=2, with commas between"));
        }
        let lengths = lengths.map(|lengths| {
            let (least, most) = lengths.split_once('-').unwrap_or((lengths, lengths));
            let range = least.parse::<u32>().ok().zip(most.parse::<u32>().ok()).filter(|(least, most)| least <= most);
            range.ok_or_else(|| format!("the length {lengths:?} of {name} cannot be read: write 12 or 12-18"))
        });
        if let Some(noise) = noise.filter(|noise| !noise.parse::<f64>().is_ok_and(|share| (0.0..1.0).contains(&share))) {
            return Err(format!("the noise {noise:?} of {name} is not a share from 0 to below 1"));
        }
        let weight = weight.map(|text| {
            let weight = text.parse::<f64>().ok().filter(|weight| weight.is_finite() && *weight > 0.0);
            weight.ok_or_else(|| format!("the weight {text:?} of {name} is not a number above 0"))
        });
        Ok(Self {
            name: name.into(),
            lengths: lengths.transpose()?,
            noise: noise.map(str::to_owned),
            weight: weight.transpose()?.unwrap_or(1.0),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mix(text: &str) -> Mix {
        text.parse().unwrap()
    }

    #[test]
    fn each_trial_draws_its_own_part() {
        let known = ["shortest".to_owned(), "padded".to_owned()];
        let two = mix("shortest=2,padded:12-18~0.1=1");
        let drawn: Vec<String> = (0..600).map(|seed| two.draw(&known, seed)).collect();
        let shortest = drawn.iter().filter(|strategy| *strategy == "shortest").count();
        assert!((340..460).contains(&shortest), "{shortest} of 600");
        for length in 12..=18 {
            assert!(drawn.contains(&format!("padded:{length}~0.1")), "no length {length}");
        }
        assert_eq!(two.draw(&known, 7), drawn[7], "a trial's seed settles it");
        let any: Vec<String> = (0..50).map(|seed| mix("*~0.2").draw(&known, seed)).collect();
        assert!(any.contains(&"shortest~0.2".into()) && any.contains(&"padded~0.2".into()));
        assert_eq!((two.unknown(&known), mix("*,x:3").unknown(&known)), (None, Some("x")));
    }

    #[test]
    fn slips_are_named() {
        for (text, part) in [
            ("", "names no strategy"),
            ("a,,b", "names no strategy"),
            ("a:9-3", "the length \"9-3\" of a cannot be read"),
            ("a:x", "write 12 or 12-18"),
            ("a~2", "the noise \"2\" of a is not a share"),
            ("a=0", "the weight \"0\" of a is not a number above 0"),
            ("a=-1", "the weight"),
        ] {
            let problem = text.parse::<Mix>().unwrap_err();
            assert!(problem.contains(part), "{text}: {problem}");
        }
    }
}
