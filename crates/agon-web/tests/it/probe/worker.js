// Tells its time and its chances every 40 ms, and what it is told.
importScripts("./worker-part.js");
setInterval(() => postMessage(`tick ${performance.now().toFixed(1)} ${Math.random().toFixed(4)}`), 40);
onmessage = ({ data }) => postMessage(`heard ${data} ${part} ${new Date().toISOString()} ${crypto.randomUUID()} ${location.pathname}`);
