//! The section on ratings beside the verdict: figures of each layer, and its trials by what they were rated.

use super::markup::escape;
use crate::layers::{AgentRatings, LayerFigures, Layers, TrialRating};
use crate::number::{NOTHING, clip, count, spent};
use agon_record::{RatingScale, RatingValue};
use std::fmt::Write;

/// Trials in a list; the JSON has them all.
const LISTED: usize = 200;

pub(super) fn section(body: &mut String, layers: &Layers, run: usize) {
    body.push_str("<section class=\"layers\"><h2>Ratings beside the verdict</h2>\n");
    body.push_str(
        "<p class=\"hint\">What judges and people said of the trials afterwards (docs/judging.md). They change no verdict. Means are over trials; \
         passed and failed are by the verdict. A void rating is no rating: it is counted, and in no mean.</p>\n",
    );
    for problem in &layers.problems {
        let _ = writeln!(body, "<p class=\"warning\">{}</p>", escape(problem));
    }
    figures(body, layers);
    pairs(body, layers);
    for layer in &layers.layers {
        if let RatingScale::Labels { labels } = &layer.scale {
            words(body, layer, labels);
        }
        trials(body, layer, run);
    }
    body.push_str("</section>\n");
}

fn figures(body: &mut String, layers: &Layers) {
    body.push_str("<div class=\"scroll\"><table class=\"figures\"><thead><tr>");
    for name in ["Layer", "Metric", "By", "Agent"] {
        let _ = write!(body, "<th scope=\"col\">{name}</th>");
    }
    for name in ["Rated", "Void", "Mean", "Passed", "Failed"] {
        let _ = write!(body, "<th scope=\"col\" class=\"number\">{name}</th>");
    }
    body.push_str("<th scope=\"col\">Most</th></tr></thead><tbody>\n");
    for layer in &layers.layers {
        for (place, agent) in layer.agents.iter().enumerate() {
            let once = |text: &str| if place == 0 { escape(text) } else { String::new() };
            let class = if place == 0 { "first" } else { "next" };
            let _ = write!(
                body,
                "<tr class=\"{class}\"><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{}</td><td class=\"number\">{}</td>",
                once(&layer.name),
                once(&layer.metric),
                once(&layer.rater.name),
                escape(&agent.agent),
                agent.rated
            );
            let provoked = if agent.provoked > 0 { format!("<small>{} provoked</small>", agent.provoked) } else { String::new() };
            let _ = write!(body, "<td class=\"number\">{}{provoked}</td>", agent.void);
            for mean in [agent.mean, agent.mean_passed, agent.mean_failed] {
                let shown = mean.map_or_else(|| NOTHING.into(), |mean| format!("{mean:.2}"));
                let _ = write!(body, "<td class=\"number\">{shown}</td>");
            }
            let most = agent.labels.iter().max_by_key(|(label, count)| (**count, std::cmp::Reverse(label.as_str())));
            let most = most.map_or_else(String::new, |(label, count)| format!("{} ({count})", escape(label)));
            let _ = writeln!(body, "<td>{most}</td></tr>");
        }
    }
    body.push_str("</tbody></table></div>\n");
    let costs = layers.layers.iter().filter_map(|layer| Some(format!("{}: {}", layer.name, spent(&layer.usage, false)?)));
    let costs = costs.collect::<Vec<_>>().join("; ");
    if !costs.is_empty() {
        let _ = writeln!(body, "<p class=\"hint\">What rating took: {}.</p>", escape(&costs));
    }
}

fn pairs(body: &mut String, layers: &Layers) {
    if layers.pairs.is_empty() {
        return;
    }
    body.push_str("<ul class=\"pairs\">");
    for pair in &layers.pairs {
        let (first, second) = (escape(&pair.first), escape(&pair.second));
        let difference = pair.difference_text(&second);
        let _ = write!(body, "<li>{first} and {second}: {} of {} trials rated alike{difference}</li>", pair.equal, pair.both);
    }
    body.push_str("</ul>\n");
}

/// How many trials of each agent have each word, and which share of those that were rated.
fn words(body: &mut String, layer: &LayerFigures, labels: &[String]) {
    let _ =
        write!(body, "<div class=\"scroll\"><table class=\"figures\"><thead><tr><th scope=\"col\">{}</th>", escape(&layer.name));
    for agent in &layer.agents {
        let _ = write!(body, "<th scope=\"col\" class=\"number\">{}</th>", escape(&agent.agent));
    }
    body.push_str("</tr></thead><tbody>\n");
    for label in labels {
        let count = |agent: &AgentRatings| agent.labels.get(label).copied().unwrap_or_default();
        if layer.agents.iter().all(|agent| count(agent) == 0) {
            continue;
        }
        let _ = write!(body, "<tr><th scope=\"row\">{}</th>", escape(label));
        for agent in &layer.agents {
            let share = f64::from(count(agent)) / f64::from(agent.rated.max(1));
            let cell = match count(agent) {
                0 => NOTHING.into(),
                count => format!("{count}<small>{:.0}%</small>", share * 100.0),
            };
            let _ = write!(body, "<td class=\"number heat\" style=\"--share: {share:.3}\">{cell}</td>");
        }
        body.push_str("</tr>\n");
    }
    body.push_str("</tbody></table></div>\n");
}

/// Trials by their word, or by their points from the lowest on.
fn trials(body: &mut String, layer: &LayerFigures, run: usize) {
    let mut groups: Vec<(String, Vec<&TrialRating>)> = Vec::new();
    match &layer.scale {
        RatingScale::Labels { labels } => {
            for label in labels {
                let of_label = |trial: &&TrialRating| trial.value.as_ref().and_then(RatingValue::label) == Some(label);
                groups.push((label.clone(), layer.trials.iter().filter(of_label).collect()));
            }
        }
        RatingScale::Points { low, high } => {
            let mut rated: Vec<&TrialRating> = layer.trials.iter().filter(|trial| trial.value.is_some()).collect();
            rated.sort_by(|a, b| {
                let number = |trial: &TrialRating| trial.value.as_ref().and_then(RatingValue::number).unwrap_or_default();
                number(a).total_cmp(&number(b)).then(a.trial.cmp(&b.trial))
            });
            groups.push((format!("from {low} to {high}"), rated));
        }
    }
    groups.push(("void".into(), layer.trials.iter().filter(|trial| trial.value.is_none()).collect()));
    for (name, trials) in groups.into_iter().filter(|(_, trials)| !trials.is_empty()) {
        let _ = writeln!(
            body,
            "<details><summary>{}: {} ({})</summary><div class=\"scroll\"><table><thead><tr><th class=\"number\">Trial</th><th>Agent</th>\
             <th>Instance</th><th>Verdict</th><th class=\"number\">Rating</th><th>Steps</th><th>Reason</th></tr></thead><tbody>",
            escape(&layer.name),
            escape(&name),
            count(trials.len() as u64, "trial", "trials")
        );
        trials.iter().take(LISTED).for_each(|trial| row(body, trial, run));
        body.push_str("</tbody></table></div>");
        if trials.len() > LISTED {
            let _ = write!(body, "<p class=\"hint\">The first {LISTED}; <code>--json</code> has them all.</p>");
        }
        body.push_str("</details>\n");
    }
}

fn row(body: &mut String, trial: &TrialRating, run: usize) {
    let value = match &trial.value {
        Some(RatingValue::Number(number)) => format!("{number:.2}").trim_end_matches('0').trim_end_matches('.').to_owned(),
        Some(RatingValue::Label(_)) => NOTHING.into(),
        None if trial.provoked => "void, provoked".into(),
        None => "void".into(),
    };
    let repeats = match trial.ratings {
        0 | 1 => String::new(),
        ratings if trial.agrees => format!("<small>{ratings} alike</small>"),
        ratings => format!("<small>{ratings} differ</small>"),
    };
    let steps: Vec<String> = trial.steps.iter().map(u32::to_string).collect();
    let _ = writeln!(
        body,
        "<tr><td class=\"number\"><a href=\"#run={run}&amp;trial={0}&amp;step={1}\">{0}</a></td><td>{2}</td><td>{3}</td><td>{4}</td>\
         <td class=\"number\">{value}{repeats}</td><td class=\"wrap steps\">{5}</td><td class=\"wrap\">{6}</td></tr>",
        trial.trial,
        trial.steps.first().copied().unwrap_or_default(),
        escape(&trial.agent),
        escape(&trial.instance.to_string()),
        if trial.passed { "passed" } else { "failed" },
        escape(&clip(&steps.join(", "), 60)),
        escape(&clip(&trial.reason, 400)),
    );
}
