// Loads the documents of a book from the server, and creates replacements for documents that cannot be displayed.
import { fetchWithRetry } from '../../../api/fetch-with-retry.ts';
import type { Section } from './book.ts';

/** Renews an expired session, which frames and images cannot do. Throws on failure. */
export async function fetchResource(
  url: string,
  signal?: AbortSignal,
  cache: RequestCache = 'default',
): Promise<Response> {
  const answer = await fetchWithRetry(url, { signal, cache });
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
  return answer;
}

const isMarkup = (type: string): boolean =>
  /^(application\/xhtml\+xml|text\/html|text\/xml|application\/xml)\b/.test(type);

/**
 * Removes inline styles and event handlers, which the content security policy would block with one error each. Keeps the
 * elements, because CFIs count them.
 */
export function toInert(markup: string): string {
  const opening = /<style\b[^>]*>/gi;
  const closing = /<\/style/gi;
  let text = '';
  let at = 0;
  // False after the last closing tag.
  let isEnding = true;
  for (let begin = opening.exec(markup); begin; begin = opening.exec(markup)) {
    text += `${markup.slice(at, begin.index)}<x-style></x-style`;
    at = opening.lastIndex;
    closing.lastIndex = at;
    const isEmpty = begin[0].endsWith('/>');
    const end: RegExpExecArray | null = isEmpty || !isEnding ? null : closing.exec(markup);
    isEnding &&= isEmpty || end !== null;
    if (end) at = closing.lastIndex;
    else text += '>';
    opening.lastIndex = at;
  }
  return (text + markup.slice(at)).replace(/<[a-z][^>]*>/gi, (tag) =>
    tag.replace(/(\s)(style|on[a-z]+)(?=\s*=)/gi, '$1data-$2'),
  );
}

const parse = (text: string, type: string): Document =>
  new DOMParser().parseFromString(
    toInert(text),
    type.startsWith('text/html') ? 'text/html' : 'application/xhtml+xml',
  );

const hasFault = (doc: Document): boolean =>
  doc.body === null || doc.getElementsByTagName('parsererror').length > 0;

/** Parses the document of a section without running or loading anything. Malformed markup is parsed as HTML. */
export async function readDocument(
  { url, type }: Section,
  signal?: AbortSignal,
): Promise<Document | undefined> {
  if (!isMarkup(type)) return undefined;
  const text = await (await fetchResource(url, signal)).text();
  const doc = parse(text, type);
  return hasFault(doc) ? parse(text, 'text/html') : doc;
}

const toAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** The content security policy of generated documents. Like the server's policy, it allows only the book's files. */
function toPolicy(url: string): string {
  const folder = /^https?:\/\/([\w.-]+(?::\d+)?\/[^?#]*?\/resources\/)/.exec(url)?.[1] ?? "'self'";
  const own = `${folder} data: blob:`;
  return `default-src 'none'; img-src ${own}; media-src ${own}; font-src ${own}; style-src ${own} 'unsafe-inline'`;
}

const page = (url: string, head: string, body: string): string => {
  const policy = `<meta http-equiv="Content-Security-Policy" content="${toAttribute(toPolicy(url))}">`;
  const text = `<!doctype html><html><head><meta charset="utf-8">${policy}${head}</head><body>${body}</body></html>`;
  return URL.createObjectURL(new Blob([text], { type: 'text/html' }));
};

/**
 * The URL to load in the frame: the section's URL, so that the server's policy applies; a generated page for an image; or an
 * HTML version of malformed XHTML with the same policy.
 */
export async function toShownUrl({ url, type }: Section, { isFixed }: { isFixed: boolean }): Promise<string> {
  if (!isMarkup(type)) {
    if (isFixed && type.startsWith('image/svg')) return url;
    await fetchResource(url);
    return page(url, '', `<img src="${toAttribute(url)}" alt="">`);
  }
  const text = await (await fetchResource(url)).text();
  if (type.startsWith('text/html') || !hasFault(parse(text, type))) return url;
  const doc = parse(text, 'text/html');
  for (const element of doc.querySelectorAll('script, base, meta, link:not([rel=stylesheet])'))
    element.remove();
  return page(url, `<base href="${toAttribute(url)}">${doc.head.innerHTML}`, doc.body.innerHTML);
}

/** An almost empty page for a section that could not be loaded. */
export const emptyPage = (): string => page('', '', '<p>&#8230;</p>');
