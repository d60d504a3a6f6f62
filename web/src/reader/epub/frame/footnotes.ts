// Detects links to notes and the notes themselves (EPUB structural semantics, DPUB-ARIA).
const ops = 'http://www.idpf.org/2007/ops';

const readTokens = (element: Element | null, name: 'type' | 'role'): string[] =>
  ((name === 'type' ? element?.getAttributeNS(ops, 'type') : element?.getAttribute('role')) ?? '').split(
    /\s+/,
  );

const isOneOf = (element: Element | null, types: readonly string[]): boolean =>
  readTokens(element, 'type').some((type) => types.includes(type)) ||
  readTokens(element, 'role').some((role) => types.includes(role.replace(/^doc-/, '')));

const isSuperscript = (element: Element): boolean => {
  if (element.localName === 'sup') return true;
  const align = element.ownerDocument.defaultView?.getComputedStyle(element).verticalAlign ?? '';
  return /^(super|text-top|top)$/.test(align) || (Number.parseFloat(align) || 0) > 0;
};

/** Detects a note link by its semantics, or by a short superscript. */
export function isNoteLink(link: Element): boolean {
  if (isOneOf(link, ['noteref', 'glossref', 'biblioref'])) return true;
  if (isOneOf(link, ['backlink', 'referrer'])) return false;
  const text = link.textContent?.trim() ?? '';
  if (text.length === 0 || text.length > 6) return false;
  const only = link.children.length === 1 ? link.firstElementChild : null;
  return [link, only, link.parentElement].some((one) => one !== null && isSuperscript(one));
}

const inline = 'a, span, sup, sub, em, strong, i, b, small, big';
const notes = ['footnote', 'endnote', 'rearnote', 'note', 'biblioentry', 'glossdef'];
const longest = 20_000;

/** The note that begins at the target or contains it. Undefined if it is too long or the whole document. */
export function findNote(target: Element): Element | undefined {
  let container: Element | null = target;
  while (container && !isOneOf(container, notes)) container = container.parentElement;
  let found: Element | null = container;
  if (!found) {
    found = target.closest('li, aside, dd') ?? target;
    while (found?.matches(inline)) found = found.parentElement;
  }
  if (!found || found.localName === 'body' || found.localName === 'html') return undefined;
  const length = found.textContent?.trim().length ?? 0;
  return length > 0 && length <= longest ? found : undefined;
}
