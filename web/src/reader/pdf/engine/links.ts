// Turns links of a PDF into buttons: internal links jump, external links ask for confirmation. No link keeps a URL that the
// browser could open.

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

/** An external link. */
export function confirmFirst(link: HTMLAnchorElement, label: string, ask: () => void): void {
  makeButton(link, label);
  link.onclick = () => {
    ask();
    return false;
  };
}

/** pdf.js renders internal links page by page and without accessible names. Returns a function that stops the observer. */
export function labelInternalLinks(container: HTMLElement, label: string): () => void {
  const watcher = new MutationObserver(() => {
    for (const link of container.querySelectorAll<HTMLAnchorElement>('.annotationLayer a[href]'))
      makeButton(link, label);
  });
  watcher.observe(container, { childList: true, subtree: true });
  return () => watcher.disconnect();
}
