//! Companies that make things, products, bridges and ships.

use crate::writer::Template;

pub(super) const TEMPLATES: &[(&str, Template)] = &[];
