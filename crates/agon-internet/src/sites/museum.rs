use super::{Addresses, Documents};
use crate::address::Address;
use crate::{Answer, Internet};
use crate::facts::Contradiction;
pub(super) fn get(_: &Internet, _: &Address) -> Option<Answer> { None }
pub(super) fn resolve(_: &Internet, _: &Address) -> Option<Answer> { None }
pub(super) fn addresses(_: &Internet, _: &mut Addresses) {}
pub(super) fn documents(_: &Internet, _: &mut dyn Documents) {}
pub(super) fn contradictions(_: &Internet) -> Vec<Contradiction> { Vec::new() }
