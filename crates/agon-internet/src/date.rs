//! Days of the calendar.

use std::fmt;

/// A day.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Date {
    /// The year.
    pub year: i32,
    /// 1 to 12.
    pub month: u8,
    /// 1 to 31.
    pub day: u8,
}

/// The day that it is in every internet.
pub const TODAY: Date = Date::new(2026, 6, 1);

/// The months by name.
pub(crate) const MONTHS: [&str; 12] =
    ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

const WEEKDAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

impl Date {
    /// A day; the caller sees to it that there is one.
    pub const fn new(year: i32, month: u8, day: u8) -> Self {
        Self { year, month, day }
    }

    /// Days since 1 January 1970.
    pub fn days(self) -> i64 {
        // Howard Hinnant's days_from_civil.
        let year = i64::from(self.year) - i64::from(self.month <= 2);
        let era = year.div_euclid(400);
        let year_of_era = year - era * 400;
        let month = (i64::from(self.month) + 9) % 12;
        let day_of_year = (153 * month + 2) / 5 + i64::from(self.day) - 1;
        era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
    }

    /// The day so many days after 1 January 1970.
    pub fn from_days(days: i64) -> Self {
        let days = days + 719_468;
        let era = days.div_euclid(146_097);
        let day_of_era = days - era * 146_097;
        let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        Self::new((year_of_era + era * 400 + i64::from(month <= 2)) as i32, month as u8, day as u8)
    }

    /// So many days later, or earlier.
    pub fn plus(self, days: i64) -> Self {
        Self::from_days(self.days() + days)
    }

    /// 0 for Monday to 6 for Sunday.
    pub fn weekday(self) -> usize {
        (self.days() + 3).rem_euclid(7) as usize
    }

    /// Monday to Sunday.
    pub fn weekday_name(self) -> &'static str {
        WEEKDAYS[self.weekday()]
    }

    /// January to December.
    pub fn month_name(self) -> &'static str {
        MONTHS[usize::from(self.month.clamp(1, 12)) - 1]
    }

    /// `14 May 2026`.
    pub fn long(self) -> String {
        format!("{} {} {}", self.day, self.month_name(), self.year)
    }

    /// `2026-05-14`, read; `None` if it is no day.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('-');
        let date = Self::new(parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        let is_day = parts.next().is_none() && (1..=12).contains(&date.month) && date.day >= 1;
        (is_day && (-9999..=9999).contains(&date.year) && Self::from_days(date.days()) == date).then_some(date)
    }

    /// Whole years from this day to another.
    pub fn years_to(self, later: Self) -> i32 {
        later.year - self.year - i32::from((later.month, later.day) < (self.month, self.day))
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_dates_are_each_others_inverse() {
        for days in (-300_000..60_000).step_by(7) {
            assert_eq!(Date::from_days(days).days(), days);
        }
        assert_eq!(Date::new(1970, 1, 1).days(), 0);
        assert_eq!((TODAY.weekday_name(), TODAY.long().as_str()), ("Monday", "1 June 2026"));
        assert_eq!(Date::new(2024, 2, 28).plus(2), Date::new(2024, 3, 1));
    }

    #[test]
    fn texts_that_are_no_days_are_refused() {
        assert_eq!(Date::parse("2026-05-14"), Some(Date::new(2026, 5, 14)));
        for text in ["2026-02-29", "2026-13-01", "2026-05-00", "2026-05", "x", "2026-05-14-1"] {
            assert_eq!(Date::parse(text), None, "{text}");
        }
    }
}
