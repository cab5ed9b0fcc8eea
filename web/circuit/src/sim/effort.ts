// How much the simulator has computed, in steps of arithmetic: the same on every machine. Whoever runs it bounds a frame by this
// where the clock stands still, so that no circuit, however large or restless, can stop the page.

export const effort = { spent: 0 };
