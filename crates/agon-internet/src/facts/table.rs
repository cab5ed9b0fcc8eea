//! Tables whose rows are found by ids of their own type.

use std::marker::PhantomData;
use std::ops::Index;

/// The place of a row in its table.
pub trait Id: Copy {
    /// The id of a row.
    fn at(index: usize) -> Self;
    /// The row.
    fn index(self) -> usize;
}

/// Rows in order, found by id.
#[derive(Clone, Debug)]
pub struct Table<I, T> {
    rows: Vec<T>,
    id: PhantomData<fn(I) -> I>,
}

impl<I: Id, T> Table<I, T> {
    pub(crate) fn new(rows: Vec<T>) -> Self {
        Self { rows, id: PhantomData }
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The rows with their ids.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (I, &T)> + DoubleEndedIterator {
        self.rows.iter().enumerate().map(|(i, row)| (I::at(i), row))
    }

    /// All ids.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = I> + DoubleEndedIterator + use<I, T> {
        (0..self.rows.len()).map(I::at)
    }

    /// The row of an index, if there is one.
    pub fn get(&self, index: usize) -> Option<(I, &T)> {
        self.rows.get(index).map(|row| (I::at(index), row))
    }

    /// The rows without their ids.
    pub fn rows(&self) -> &[T] {
        &self.rows
    }

    pub(crate) fn push(&mut self, row: T) -> I {
        self.rows.push(row);
        I::at(self.rows.len() - 1)
    }

    pub(crate) fn row_mut(&mut self, id: I) -> &mut T {
        &mut self.rows[id.index()]
    }
}

impl<I: Id, T> Index<I> for Table<I, T> {
    type Output = T;

    fn index(&self, id: I) -> &T {
        &self.rows[id.index()]
    }
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
        pub struct $name(pub u32);

        impl Id for $name {
            fn at(index: usize) -> Self {
                Self(index as u32)
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// A row of `Facts::countries`.
    CountryId,
    /// A row of `Facts::cities`.
    CityId,
    /// A row of `Facts::airports`.
    AirportId,
    /// A row of `Facts::elements`.
    ElementId,
    /// A row of `Facts::people`.
    PersonId,
    /// A row of `Facts::universities`.
    UniversityId,
    /// A row of `Facts::indicators`.
    IndicatorId,
    /// A row of `Facts::companies`.
    CompanyId,
    /// A row of `Facts::listings`.
    ListingId,
    /// A row of `Facts::filings`.
    FilingId,
    /// A row of `Facts::topics`.
    TopicId,
    /// A row of `Facts::venues`.
    VenueId,
    /// A row of `Facts::papers`.
    PaperId,
    /// A row of `Facts::articles`.
    ArticleId,
    /// A row of `Facts::objects`.
    ObjectId,
    /// A row of `Facts::exhibitions`.
    ExhibitionId,
    /// A row of `Facts::films`.
    FilmId,
    /// A row of `Facts::products`.
    ProductId,
    /// A row of `Facts::ships`.
    ShipId,
    /// A row of `Facts::bridges`.
    BridgeId,
    /// A row of `Facts::medicines`.
    MedicineId,
    /// A row of `Facts::prizes`.
    PrizeId,
}

/// Numbers shown for rows in an order that tells nothing: a permutation of `0..modulus`, which is prime.
#[derive(Clone, Copy, Debug)]
pub struct Codes {
    modulus: u64,
    factor: u64,
    offset: u64,
}

impl Codes {
    /// Codes below a prime, other ones for every seed.
    pub(crate) fn new(modulus: u64, rng: &mut agon_core::Rng) -> Self {
        Self { modulus, factor: 2 + rng.below(modulus - 2), offset: rng.below(modulus) }
    }

    /// The code of a row.
    pub fn code<I: Id>(&self, id: I) -> u64 {
        (id.index() as u64 * self.factor + self.offset) % self.modulus
    }

    /// The row of a code, if it is below the number of rows.
    pub fn row(&self, code: u64, rows: usize) -> Option<usize> {
        if code >= self.modulus {
            return None;
        }
        let difference = (code + self.modulus - self.offset) % self.modulus;
        let row = (u128::from(difference) * u128::from(self.inverse()) % u128::from(self.modulus)) as usize;
        (row < rows).then_some(row)
    }

    fn inverse(&self) -> u64 {
        // Fermat: a^(p - 2) is a's inverse modulo a prime p.
        let modulus = u128::from(self.modulus);
        let (mut result, mut base, mut exponent) = (1u128, u128::from(self.factor) % modulus, self.modulus - 2);
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = result * base % modulus;
            }
            base = base * base % modulus;
            exponent >>= 1;
        }
        result as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_found_again_and_differ() {
        let codes = Codes::new(999_983, &mut agon_core::Rng::new("codes", 3));
        let all: std::collections::BTreeSet<u64> = (0..5000).map(|i| codes.code(PaperId(i))).collect();
        assert_eq!(all.len(), 5000);
        assert!((0..5000).all(|i| codes.row(codes.code(PaperId(i)), 5000) == Some(i as usize)));
        assert_eq!(codes.row(codes.code(PaperId(5000)), 5000), None);
        assert_eq!(codes.row(2_000_000, 5000), None);
    }
}
