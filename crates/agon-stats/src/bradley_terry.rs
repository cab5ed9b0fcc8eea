//! Strengths of many from games of two.

use crate::bootstrap::{Resample, drawn_figures};
use crate::rates::Interval;
use crate::solve::solved;

/// What came of meetings of two players.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Game {
    pub first: usize,
    pub second: usize,
    pub first_wins: f64,
    pub second_wins: f64,
    /// Half a win for each.
    pub ties: f64,
}

/// The model of Bradley and Terry (1952): the chance that one beats another is the logistic function of the difference of their strengths.
#[derive(Clone, Debug, PartialEq)]
pub struct BradleyTerry {
    /// On the scale of log odds, with a mean of 0.
    pub strengths: Vec<f64>,
    /// Whether the games alone settle the strengths: every player is connected to every other by wins, in both directions (Ford 1957). Where this is
    /// `false`, how far apart the strengths lie is a matter of the prior.
    pub is_identified: bool,
}

/// Newton's method takes about ten rounds.
const MOST_ROUNDS: usize = 200;

impl BradleyTerry {
    /// Half a win and half a loss against a player of middling strength: keeps a player who won everything from being infinitely strong.
    pub const PRIOR: f64 = 0.5;

    /// The most likely strengths, where each player has also won and lost `prior` games against a player of strength 0. With a prior of 0 they are those of the
    /// games alone, which exist only if these identify them: else `None`.
    pub fn fit(players: usize, games: &[Game], prior: f64) -> Option<Self> {
        let games = &joined(players, games);
        let is_identified = is_identified(players, games);
        if players == 0 || (prior <= 0.0 && !is_identified) {
            return None;
        }
        let mut strengths = vec![0.0; players];
        for _ in 0..MOST_ROUNDS {
            let step = newton_step(&strengths, games, prior)?;
            let longest = step.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
            // A long first step could overshoot.
            let scale = if longest > 1.0 { 1.0 / longest } else { 1.0 };
            strengths.iter_mut().zip(&step).for_each(|(strength, step)| *strength += scale * step);
            if longest < 1e-12 {
                break;
            }
        }
        let mean = strengths.iter().sum::<f64>() / players as f64;
        strengths.iter_mut().for_each(|strength| *strength -= mean);
        Some(Self { strengths, is_identified })
    }

    /// The chance that the first beats the second, by their strengths.
    pub fn chance(&self, first: usize, second: usize) -> f64 {
        logistic(self.strengths[first] - self.strengths[second])
    }

    /// 95% intervals of the strengths by bootstrap over clusters of games: all that were played about one instance.
    pub fn intervals(players: usize, clusters: &[Vec<Game>], prior: f64, resample: Resample) -> Vec<Option<Interval>> {
        let fitted = |places: &[usize]| {
            let games: Vec<Game> = places.iter().flat_map(|place| &clusters[*place]).copied().collect();
            Self::fit(players, &games, prior).map(|fit| fit.strengths)
        };
        drawn_figures(clusters.len(), fitted, players, resample)
    }
}

/// One game for each pair: fewer to go through.
fn joined(players: usize, games: &[Game]) -> Vec<Game> {
    let mut pairs: Vec<Option<Game>> = vec![None; players * players];
    for game in games {
        let known = pairs[game.first * players + game.second].get_or_insert(Game {
            first: game.first,
            second: game.second,
            ..Game::default()
        });
        known.first_wins += game.first_wins;
        known.second_wins += game.second_wins;
        known.ties += game.ties;
    }
    pairs.into_iter().flatten().collect()
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn newton_step(strengths: &[f64], games: &[Game], prior: f64) -> Option<Vec<f64>> {
    let size = strengths.len();
    let mut slope = vec![0.0; size];
    let mut curve = vec![vec![0.0; size]; size];
    for game in games {
        let (i, j) = (game.first, game.second);
        let number = game.first_wins + game.second_wins + game.ties;
        let chance = logistic(strengths[i] - strengths[j]);
        let pull = game.first_wins + game.ties / 2.0 - number * chance;
        let bend = number * chance * (1.0 - chance);
        slope[i] += pull;
        slope[j] -= pull;
        curve[i][i] += bend;
        curve[j][j] += bend;
        curve[i][j] -= bend;
        curve[j][i] -= bend;
    }
    for (place, strength) in strengths.iter().enumerate() {
        let chance = logistic(*strength);
        slope[place] += prior - 2.0 * prior * chance;
        curve[place][place] += 2.0 * prior * chance * (1.0 - chance);
        // Without a prior only differences are settled: this keeps the mean where it is.
        if prior <= 0.0 {
            curve[place].iter_mut().for_each(|value| *value += 1.0 / size as f64);
        }
    }
    solved(curve, slope)
}

/// Whether everybody can be reached from everybody along wins, where a tie counts for both.
fn is_identified(players: usize, games: &[Game]) -> bool {
    let beats = |from: usize, to: usize| {
        games.iter().any(|game| {
            (game.first == from && game.second == to && game.first_wins + game.ties > 0.0)
                || (game.second == from && game.first == to && game.second_wins + game.ties > 0.0)
        })
    };
    let reaches_all = |leads: &dyn Fn(usize, usize) -> bool| {
        let mut seen = vec![false; players];
        let mut open: Vec<usize> = (players > 0).then_some(0).into_iter().collect();
        seen.iter_mut().take(1).for_each(|first| *first = true);
        while let Some(from) = open.pop() {
            for (to, is_seen) in seen.iter_mut().enumerate() {
                if !*is_seen && leads(from, to) {
                    *is_seen = true;
                    open.push(to);
                }
            }
        }
        seen.into_iter().all(|seen| seen)
    };
    reaches_all(&|from, to| beats(from, to)) && reaches_all(&|from, to| beats(to, from))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(first: usize, second: usize, first_wins: f64, second_wins: f64) -> Game {
        Game { first, second, first_wins, second_wins, ties: 0.0 }
    }

    /// Wikipedia, "Bradley–Terry model", the worked example of estimating parameters: A, B, C, D with strengths 0.640, 1.043, 0.660, 2.270
    /// (geometric mean 1).
    #[test]
    fn strengths_have_the_published_values() {
        let games = [game(0, 1, 2.0, 3.0), game(0, 3, 1.0, 4.0), game(1, 2, 5.0, 3.0), game(2, 3, 1.0, 3.0)];
        let fit = BradleyTerry::fit(4, &games, 0.0).unwrap();
        let odds: Vec<f64> = fit.strengths.iter().map(|strength| strength.exp()).collect();
        for (found, published) in odds.iter().zip([0.640, 1.043, 0.660, 2.270]) {
            assert!((found - published).abs() < 1e-3, "{odds:?}");
        }
        assert!(fit.is_identified && (fit.chance(0, 1) - 0.640 / (0.640 + 1.043)).abs() < 1e-3);
    }

    #[test]
    fn two_players_have_the_log_odds_of_their_wins() {
        let fit = BradleyTerry::fit(2, &[game(0, 1, 6.0, 2.0)], 0.0).unwrap();
        assert!((fit.strengths[0] - fit.strengths[1] - 3f64.ln()).abs() < 1e-9);
        // Two ties are a win for each.
        let tied = Game { ties: 2.0, ..game(0, 1, 5.0, 1.0) };
        assert!((BradleyTerry::fit(2, &[tied], 0.0).unwrap().strengths[0] - fit.strengths[0]).abs() < 1e-9);
    }

    #[test]
    fn what_games_do_not_settle_is_said() {
        // The first won everything, and the last two never met the others.
        let games = [game(0, 1, 3.0, 0.0), game(2, 3, 1.0, 1.0)];
        assert_eq!(BradleyTerry::fit(4, &games, 0.0), None);
        let fit = BradleyTerry::fit(4, &games, BradleyTerry::PRIOR).unwrap();
        assert!(!fit.is_identified && fit.strengths[0] > 0.5 && fit.strengths[1] < -0.5, "{fit:?}");
        assert!((fit.strengths[2] - fit.strengths[3]).abs() < 1e-9);
        assert_eq!(BradleyTerry::fit(0, &[], 1.0), None);
    }

    #[test]
    fn intervals_go_by_cluster() {
        let clusters: Vec<Vec<Game>> =
            (0..60).map(|i| vec![if i % 3 == 0 { game(0, 1, 0.0, 1.0) } else { game(0, 1, 1.0, 0.0) }]).collect();
        let all = clusters.concat();
        let fit = BradleyTerry::fit(2, &all, 0.5).unwrap();
        let found = BradleyTerry::intervals(2, &clusters, 0.5, Resample { times: 300, seed: 1 })[0].unwrap();
        assert!(found.low > 0.0 && found.low < fit.strengths[0] && fit.strengths[0] < found.high, "{found:?} {fit:?}");
    }
}
