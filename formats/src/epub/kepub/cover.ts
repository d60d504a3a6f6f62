// Marks the cover in a package document with the only method that Kobo's software supports (EPUB 3.3, D.3).
import { Parser } from 'htmlparser2';
import { resolveHref } from '../../opf/href.ts';
import { localName } from '../../xml/read.ts';

/**
 * `cover` is the entry name of the image. Returns undefined if the image is already marked or not in the
 * manifest.
 */
export function markCover(document: string, packageName: string, cover: string): string | undefined {
  let marked: string | undefined;
  const parser: Parser = new Parser(
    {
      onopentag(name, { href = '', properties = '' }) {
        const isCover = localName(name) === 'item' && isEntry(href, packageName, cover);
        if (!isCover || marked !== undefined || properties.split(/\s/).includes('cover-image')) return;
        const start = parser.startIndex;
        const end = parser.endIndex + 1;
        const tag = document.slice(start, end);
        marked = document.slice(0, start) + mark(tag) + document.slice(end);
      },
    },
    { xmlMode: true },
  );
  parser.end(document);
  return marked;
}

function isEntry(href: string, from: string, entry: string): boolean {
  const target = resolveHref(href, from);
  return target?.name === entry || target?.encodedName === entry;
}

function mark(tag: string): string {
  const before = /\sproperties\s{0,9}=\s{0,9}["']/.exec(tag);
  if (!before) return tag.replace(/\s{0,9}\/?>$/, (end) => ` properties="cover-image"${end.trimStart()}`);
  const at = before.index + before[0].length;
  return `${tag.slice(0, at)}cover-image ${tag.slice(at)}`;
}
