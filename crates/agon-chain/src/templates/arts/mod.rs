//! Films, museum objects, prizes and the press.

use crate::writer::Template;

pub(super) const TEMPLATES: &[(&str, Template)] = &[];
