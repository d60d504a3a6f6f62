import { expect, test } from 'vitest';
import { cutSentences } from './sentences.ts';

const cut = (text: string, language?: string) =>
  cutSentences(text, language).map(([begin, end]) => text.slice(begin, end));

test('cuts text into sentences without the white space between them', () => {
  expect(cut('  It rained.\n  Nobody came!  ', 'en')).toEqual(['It rained.', 'Nobody came!']);
  expect(cut('雨が降った。誰も来なかった。', 'ja')).toEqual(['雨が降った。', '誰も来なかった。']);
});

test('skips text without words', () => {
  expect(cut('* * *', 'en')).toEqual([]);
});

test('accepts an invalid language', () => {
  expect(cut('It rained. Nobody came.', 'no such language')).toEqual(['It rained.', 'Nobody came.']);
});

test('cuts long sentences at natural pauses', () => {
  const long = `${'and so on and on '.repeat(20)}, then it was ${'over at last '.repeat(20)}.`;
  const parts = cut(long, 'en');
  expect(parts.length).toBeGreaterThan(1);
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(400);
  expect(parts[0]).toMatch(/,$/);
  expect(parts.join('').replace(/\s+/g, '')).toBe(long.replace(/\s+/g, ''));
  expect(Math.max(...cut('x'.repeat(1_000)).map((part) => part.length))).toBe(400);
});
