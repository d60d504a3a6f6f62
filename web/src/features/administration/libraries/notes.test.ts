import { expect, test } from 'vitest';
import { isHeld, toPlain } from './notes.ts';

const t = ((key: string, values: object) => `${key} ${JSON.stringify(values)}`) as never;

test('says in its own words what the server says of folders', () => {
  const said = (note: string) => toPlain(note, t);
  expect(said('/a b is missing; is its disk mounted? No book was let go')).toBe(
    'administration.libraries.noteMissing {"path":"/a b"}',
  );
  expect(said('/a is empty although it held books; is its disk mounted? If …')).toBe(
    'administration.libraries.noteEmpty {"path":"/a"}',
  );
  expect(said('30 of 40 books are not where they were. They are kept; …')).toBe(
    'administration.libraries.noteHeld {"gone":30,"all":40}',
  );
  expect(said('/a/b.cbz is a link')).toBe('/a/b.cbz is a link');
  expect(isHeld('… now with confirmRemovals=true')).toBe(true);
});
