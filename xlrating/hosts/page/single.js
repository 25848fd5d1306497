/** What the page holds: in itself, as base64. */
const PARTS = async () => {
  const found = {};
  for (const one of document.querySelectorAll("script[data-part]")) {
    const text = one.textContent;
    if (Uint8Array.fromBase64) found[one.dataset.part] = Uint8Array.fromBase64(text);
    else {
      const letters = atob(text), bytes = new Uint8Array(letters.length);
      for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
      found[one.dataset.part] = bytes;
    }
    one.remove();
  }
  return found;
};
