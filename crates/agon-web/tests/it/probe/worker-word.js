export const word = "heard";
