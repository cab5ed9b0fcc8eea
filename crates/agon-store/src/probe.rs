//! Whether a store can hold a run: many create the same object at once, and exactly one may be told that it did.

use crate::objects::{Created, Objects};
use crate::{Store, StoreError};
use bytes::Bytes;
use futures_util::future::join_all;

const RACERS: usize = 16;
/// A store that looks first and writes then may be right once by luck.
const ROUNDS: usize = 3;

impl Store {
    /// Races 16 creations of one object, three times, and refuses a store without exactly one winner each time. Costs 48 writes; done
    /// when a run is put into the store, not by every worker.
    pub async fn probe(&self) -> Result<(), StoreError> {
        for round in 0..ROUNDS {
            let key = format!("probe/{}-{round}", crate::random_name());
            let raced = self.race(&key).await;
            self.remove(&key).await;
            raced?;
        }
        Ok(())
    }

    async fn race(&self, key: &str) -> Result<(), StoreError> {
        let body = |racer: usize| Bytes::from(format!("{key} {racer}"));
        let answers = join_all((0..RACERS).map(|racer| self.put_new(key, body(racer)))).await;
        let told: Vec<usize> = (0..RACERS).filter(|racer| matches!(answers[*racer], Ok(Created::New))).collect();
        let found = self.get(key).await?;
        let winner = (0..RACERS).find(|racer| found.as_ref() == Some(&body(*racer)));
        match (told.as_slice(), winner) {
            // Its answer may have been lost, or called a conflict.
            ([], Some(_)) => Ok(()),
            ([told], Some(winner)) if *told == winner => Ok(()),
            ([], None) => match answers.into_iter().find_map(Result::err) {
                Some(error) => Err(error),
                None => Err(self.not_conditional(0)),
            },
            (told, _) => Err(self.not_conditional(told.len())),
        }
    }

    fn not_conditional(&self, winners: usize) -> StoreError {
        StoreError::NotConditional { url: self.url().into(), racers: RACERS, winners }
    }
}
