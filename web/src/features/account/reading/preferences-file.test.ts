import { expect, test } from 'vitest';
import { readPreferences } from './preferences-file.ts';

test('accepts only exported preference files', () => {
  expect(readPreferences('{"lecternPreferences":{"a":1}}')).toEqual({ a: 1 });
  for (const text of ['', '[]', 'null', '{"a":1}', '{"lecternPreferences":[1]}'])
    expect([text, readPreferences(text)]).toEqual([text, undefined]);
});
