//! Shares, companies and their accounts.

pub(super) mod yield_and_alert;
