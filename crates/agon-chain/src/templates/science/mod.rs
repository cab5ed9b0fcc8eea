//! Research: papers, authors, elements, medicines.

use crate::writer::Template;

pub(super) const TEMPLATES: &[(&str, Template)] = &[];
