//! Countries, statistics, the administration.

use crate::writer::Template;

pub(super) const TEMPLATES: &[(&str, Template)] = &[];
