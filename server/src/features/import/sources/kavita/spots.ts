// Positions within an EPUB document. Kavita stores element paths with indexes per element name, starting at 1. Three
// formats exist, depending on the version.
import type { TheirSpot } from '#features/import/snapshot/index.ts';

/** Before version 0.8.8, paths included the surrounding reader page. A migration left parts of them. */
const leftover = '//BODY/DIV[1]DIV[1]';
const reader = /\/APP-BOOK-READER\[1\]\/DIV\[1\]\/DIV\[2\]\/DIV\[[13]\]\/DIV\[1\]/i;
const segment = /^([a-z][a-z0-9-]{0,30})(?:\[(\d{1,5})\])?$/i;
const maxSegments = 60;

/** Returns undefined for the start of the document and for invalid paths. */
export function toSpot(path: string): TheirSpot | undefined {
  const [, id] = /^id\("([^"\s]{1,200})"\)/.exec(path) ?? [];
  if (id !== undefined) return { fragments: [id] };
  const below = toBelowBody(path);
  if (below === undefined) return undefined;
  const steps: string[] = [];
  for (const part of below.split('/').slice(0, maxSegments)) {
    if (part === '') continue;
    const [, name, number = '1'] = segment.exec(part) ?? [];
    // Text nodes are not addressable; the element is precise enough.
    if (name === undefined) break;
    steps.push(`${name.toLowerCase()}:nth-of-type(${Number(number)})`);
  }
  return steps.length === 0 ? undefined : { cssSelector: ['body', ...steps].join(' > ') };
}

function toBelowBody(path: string): string | undefined {
  if (path.startsWith(leftover)) return path.slice(leftover.length);
  const inPage = reader.exec(path);
  if (inPage) return path.slice(inPage.index + inPage[0].length);
  const [, below] = /^\/\/body(?:\[1\])?(\/.*)$/is.exec(path) ?? [];
  return below;
}
