// Reads the names that Anna's Archive gives to files: "Title -- Author -- 1, 2015 -- Publisher -- ISBN -- MD5 -- Anna’s
// Archive". Any part after the title may be missing.
import { toAuthors } from '../authors.ts';
import type { ParsedName } from '../parsed-name.ts';
import { trimSeparators } from '../tokens/trim.ts';
import { toIsbn13 } from './isbn.ts';

const digest = /^[0-9a-f]{32}$/i;
const isbn = /97[89][0-9]{10}/;
const yearAtEnd = /(?:^|[ ,])((?:18|19|20)[0-9]{2})$/;

export interface ArchiveRecord {
  title: string;
  fields: Partial<ParsedName>;
}

export function readArchiveRecord(text: string): ArchiveRecord | undefined {
  const parts = text.split(' -- ').map((part) => part.trim());
  const title = parts[0] ?? '';
  if (parts.length < 3 || title === '' || !/^Anna.{0,2}s Archive$/i.test(parts.at(-1) ?? ''))
    return undefined;
  const notes = parts.slice(1, -1);
  const isText = (part: string | undefined) => !!part && !digest.test(part) && !isbn.test(part);
  const yearAt = notes.findIndex((note, i) => i > 0 && yearAtEnd.test(note));
  const code = toIsbn13(notes.map((note) => isbn.exec(note)?.[0] ?? '').find((found) => found !== '') ?? '');
  const people = notes[0] ?? '';
  const publisher = yearAt < 0 ? undefined : notes[yearAt + 1];
  return {
    title,
    fields: {
      ...(isText(people) && { authors: toAuthors(withPoint(people)) }),
      ...(yearAt > 0 && { year: Number(yearAtEnd.exec(notes[yearAt] ?? '')?.[1]) }),
      ...(publisher && isText(publisher) && { publisher }),
      ...(code && { isbn: code }),
    },
  };
}

/** "Tolkien, J. R. R_": restores the point of the last initial. Omits names in brackets. */
function withPoint(people: string): string {
  const names = trimSeparators(people.split(/[[(]/, 1)[0] ?? '');
  return /, .*\p{Lu}$/u.test(names) && /(?:^|[ .])\p{Lu}$/u.test(names) ? `${names}.` : names;
}
