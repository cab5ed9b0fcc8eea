//! Set of marks: numbered boxes on the screenshot, and the table of what they stand for.
