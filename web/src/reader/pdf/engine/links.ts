// Links of a document: those inside it go there, those that lead out of it ask. None has an address that a browser could
// follow by itself.

function makeButton(link: HTMLAnchorElement, label: string): void {
  link.removeAttribute('href');
  link.setAttribute('role', 'button');
  link.setAttribute('aria-label', label);
  link.title = label;
  link.tabIndex = 0;
  link.onkeydown = (event) => {
    if (event.key === 'Enter') link.click();
  };
}

/** A link that leads out of the document. */
export function askFirst(link: HTMLAnchorElement, label: string, ask: () => void): void {
  makeButton(link, label);
  link.onclick = () => {
    ask();
    return false;
  };
}

/** Links inside the document come without a word of what they are, page by page. Returns what ends that. */
export function nameInsideLinks(container: HTMLElement, label: string): () => void {
  const watcher = new MutationObserver(() => {
    for (const link of container.querySelectorAll<HTMLAnchorElement>('.annotationLayer a[href]'))
      makeButton(link, label);
  });
  watcher.observe(container, { childList: true, subtree: true });
  return () => watcher.disconnect();
}
