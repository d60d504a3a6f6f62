// Where in a document of an EPUB: Kavita keeps paths of elements, counted by their names from 1. Three forms are in use, by age.
import type { TheirSpot } from '#features/transfer/peer-snapshots/index.ts';

/** Before version 0.8.8 the page around the document belonged to the path; a migration left some of it. */
const leftover = '//BODY/DIV[1]DIV[1]';
const reader = /\/APP-BOOK-READER\[1\]\/DIV\[1\]\/DIV\[2\]\/DIV\[[13]\]\/DIV\[1\]/i;
const segment = /^([a-z][a-z0-9-]{0,30})(?:\[(\d{1,5})\])?$/i;
const maxSegments = 60;

/** Undefined for the beginning of the document, and for what is no such path. */
export function toSpot(path: string): TheirSpot | undefined {
  const [, id] = /^id\("([^"\s]{1,200})"\)/.exec(path) ?? [];
  if (id !== undefined) return { fragments: [id] };
  const below = toBelowBody(path);
  if (below === undefined) return undefined;
  const steps: string[] = [];
  for (const part of below.split('/').slice(0, maxSegments)) {
    if (part === '') continue;
    const [, name, number = '1'] = segment.exec(part) ?? [];
    // Texts within elements are none; the element is near enough.
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
