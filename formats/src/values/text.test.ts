import { expect, test } from 'vitest';
import { toPlainText } from './plain-text.ts';
import { cutText, maxListItems, toLine, toLines, toList } from './text.ts';

test('collapses spaces and removes control characters and direction overrides from a line', () => {
  expect(toLine('  Dave \n\t  Cramer ')).toBe('Dave Cramer');
  expect(toLine('a\u202eb\u2066c\u0000d\ufeffe')).toBe('abcde');
  expect(toLine('CSS: הרפתקה\u200f!')).toBe('CSS: הרפתקה\u200f!');
  expect(toLine(' \u202e\n')).toBe(undefined);
  expect(toLine('\ud800x')).toBe('\ufffdx');
});

test('truncates a line at its limit, never within a character', () => {
  expect(toLine('x'.repeat(5000))).toHaveLength(1024);
  expect(cutText('abc📖', 4)).toBe('abc');
  expect(toLine('a'.repeat(1_000_000), 10)).toBe('a'.repeat(10));
});

test('removes empty and repeated values from a list', () => {
  expect(toList(' Action, ,Drama,action , 日常 ')).toEqual(['Action', 'Drama', '日常']);
  expect(toList(' , ,')).toBe(undefined);
  expect(toList('a,b,c'.repeat(100_000))?.length).toBeLessThanOrEqual(maxListItems);
});

test('keeps line breaks and at most one empty line in sequence', () => {
  expect(toLines(' a \r\n b\r\r\n\n\n c ', 100)).toBe('a\nb\n\nc');
  expect(toLines('abcdef', 3)).toBe('abc');
});

test.each([
  ['<p>One &amp; <b>two</b></p>\n<p>three</p>', 'One & two\n\nthree'],
  ['a<br/>b<br>c', 'a\nb\nc'],
  ['<ul><li>a</li><li>b</li></ul>', '- a\n- b'],
  ['x<script>alert(1)</script >y<style>p{}</style>z', 'xyz'],
  ['x<!-- <b>no</b> -->y', 'xy'],
  ['plain\ntext', 'plain\ntext'],
  ['I <3 you & a < b > c', 'I <3 you & a < b > c'],
  ['&lt;b&gt; &eacute;&#233;&unknown;', '<b> éé&unknown;'],
  ['<img src=x onerror=alert(1)>', undefined],
  ['<p>a <unclosed', 'a <unclosed'],
  ['<div>a\n   b</div>', 'a b'],
])('converts %s to %s', (html, text) => {
  expect(toPlainText(html, 1000)).toBe(text);
});

test('reads hostile markup in one pass and truncates it', () => {
  const nasty = ['<', '<a ', '</', '<!--', '<script>', '&#', '<p>', ' ', '\n '].map((part) =>
    part.repeat(400_000),
  );
  for (const text of [...nasty, nasty.map((part) => part.slice(0, 1000)).join('')]) {
    expect((toPlainText(text, 100_000) ?? '').length).toBeLessThanOrEqual(100_000);
  }
});
