// Maps elements of a FictionBook to XHTML.

export interface Shape {
  name: string;
  class?: string;
}

const shape = (name: string, className?: string): Shape => ({ name, ...(className && { class: className }) });

export const shapes: ReadonlyMap<string, Shape> = new Map([
  ['section', shape('section')],
  ['p', shape('p')],
  ['subtitle', shape('p', 'subtitle')],
  ['epigraph', shape('blockquote', 'epigraph')],
  ['annotation', shape('blockquote', 'annotation')],
  ['cite', shape('blockquote')],
  ['text-author', shape('p', 'author')],
  ['poem', shape('div', 'poem')],
  ['stanza', shape('div', 'stanza')],
  ['v', shape('p')],
  ['date', shape('p', 'author')],
  ['emphasis', shape('em')],
  ['strong', shape('strong')],
  ['strikethrough', shape('del')],
  ['sub', shape('sub')],
  ['sup', shape('sup')],
  ['code', shape('code')],
  ['style', shape('span')],
  ['table', shape('table')],
  ['tr', shape('tr')],
  ['td', shape('td')],
  ['th', shape('th')],
  // For files that contain HTML elements.
  ['i', shape('i')],
  ['b', shape('b')],
  ['em', shape('em')],
]);

/** Elements whose text is not part of the pages. */
export const silentElements: ReadonlySet<string> = new Set([
  'binary',
  'script',
  'stylesheet',
  'description',
  'iframe',
  'object',
]);
