/** What the page holds: in files beside it, which the browser keeps. */
const PARTS = async () => {
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("offline.js").catch(() => {});
  const found = Object.entries(NAMES).map(async ([name, file]) => {
    const answer = await fetch(file);
    if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
    return [name, new Uint8Array(await answer.arrayBuffer())];
  });
  return Object.fromEntries(await Promise.all(found));
};
