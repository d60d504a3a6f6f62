import { expect, test } from 'vitest';
import { cutSentences } from './sentences.ts';

const cut = (text: string, language?: string) =>
  cutSentences(text, language).map(([begin, end]) => text.slice(begin, end));

test('text is cut into sentences without the blanks between them', () => {
  expect(cut('  It rained.\n  Nobody came!  ', 'en')).toEqual(['It rained.', 'Nobody came!']);
  expect(cut('雨が降った。誰も来なかった。', 'ja')).toEqual(['雨が降った。', '誰も来なかった。']);
});

test('what has nothing to say is left out', () => {
  expect(cut('* * *', 'en')).toEqual([]);
});

test('a language that is none does not matter', () => {
  expect(cut('It rained. Nobody came.', 'no such language')).toEqual(['It rained.', 'Nobody came.']);
});

test('long sentences are cut where one draws breath', () => {
  const long = `${'and so on and on '.repeat(20)}, then it was ${'over at last '.repeat(20)}.`;
  const parts = cut(long, 'en');
  expect(parts.length).toBeGreaterThan(1);
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(400);
  expect(parts[0]).toMatch(/,$/);
  expect(parts.join('').replace(/\s+/g, '')).toBe(long.replace(/\s+/g, ''));
  expect(Math.max(...cut('x'.repeat(1_000)).map((part) => part.length))).toBe(400);
});
