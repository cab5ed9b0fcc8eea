import { word } from "./worker-word.js";

// While this is awaited no time passes, and the page's first message is kept.
const { status } = await fetch("probe.js");
onmessage = ({ data }) => setTimeout(() => postMessage(`${word} ${data} ${performance.now().toFixed(1)} ${status}`), 100);
