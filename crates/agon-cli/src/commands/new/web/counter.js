// The page's own state, and how it changes.
let count = 0;
const shown = document.getElementById("count");
const change = (by) => {
  count += by;
  shown.textContent = String(count);
};
document.getElementById("more").addEventListener("click", () => change(1));
document.getElementById("less").addEventListener("click", () => change(-1));

// What checks see. It is read after the last step and must not change anything. In an ordinary browser there is nobody to tell.
if (globalThis.agonProctor) globalThis.agonProctor.app = { state: () => ({ count }) };
