import { expect, test } from 'vitest';
import { toSegments } from './words.ts';

test.each(['spider-man', 'vol3 ch. 007', 're:zero - 1.5 (2016) [web]', 's.h.i.e.l.d.', 'x', '', ' !?'])(
  'ASCII text has the same segments with and without other characters: %s',
  (text) => {
    expect(toSegments(`${text} \u2026`)).toEqual(toSegments(text));
  },
);

test('separates letters and digits', () => {
  expect(toSegments('vol3: no. 007')).toEqual([
    { kind: 'letters', text: 'vol' },
    { kind: 'digits', text: '3' },
    { kind: 'letters', text: 'no' },
    { kind: 'digits', text: '007' },
  ]);
});
