import { describe, expect, test } from 'vitest';
import { isNotModified, rangeStillHolds, toHttpDate } from './conditional.ts';

const modifiedMs = Date.UTC(1994, 10, 6, 8, 49, 37) + 250;
const validators = { etag: 'abc', lastModifiedMs: modifiedMs };
const later = toHttpDate(modifiedMs + 60_000);
const earlier = toHttpDate(modifiedMs - 60_000);

describe("the client's copy", () => {
  test.each([
    ['without conditions', {}, false],
    ['the same tag', { 'if-none-match': '"abc"' }, true],
    ['the same tag, weakened by a proxy', { 'if-none-match': 'W/"abc"' }, true],
    ['one of several tags', { 'if-none-match': '"x", "abc" , "y"' }, true],
    ['any tag', { 'if-none-match': '*' }, true],
    ['another tag', { 'if-none-match': '"abd"' }, false],
    ['a tag without quotes', { 'if-none-match': 'abc' }, false],
    ['another tag, regardless of the date', { 'if-none-match': '"x"', 'if-modified-since': later }, false],
    ['the same second', { 'if-modified-since': 'Sun, 06 Nov 1994 08:49:37 GMT' }, true],
    ['the second in RFC 850 form', { 'if-modified-since': 'Sunday, 06-Nov-94 08:49:37 GMT' }, true],
    ['the second in asctime form', { 'if-modified-since': 'Sun Nov  6 08:49:37 1994' }, true],
    ['a later date', { 'if-modified-since': later }, true],
    ['an earlier date', { 'if-modified-since': earlier }, false],
    ['a date in an unknown format', { 'if-modified-since': '2050' }, false],
    ['no date', { 'if-modified-since': 'yesterday' }, false],
  ])('%s', (_, headers, good) => {
    expect(isNotModified(headers, validators)).toBe(good);
  });

  test('a response without a validator is always sent', () => {
    expect(isNotModified({ 'if-none-match': '*' }, {})).toBe(false);
    expect(isNotModified({ 'if-none-match': '"undefined"' }, {})).toBe(false);
    expect(isNotModified({ 'if-modified-since': later }, {})).toBe(false);
  });
});

describe('a range', () => {
  test.each([
    ['is valid without If-Range', {}, true],
    ['is valid for the same tag', { 'if-range': '"abc"' }, true],
    ['is not valid for another tag', { 'if-range': '"abd"' }, false],
    ['is not valid for a weak tag', { 'if-range': 'W/"abc"' }, false],
    ['is valid for the exact date', { 'if-range': toHttpDate(modifiedMs) }, true],
    ['is not valid for a later date', { 'if-range': later }, false],
    ['is not valid for other text', { 'if-range': 'abc' }, false],
  ])('%s', (_, headers, holds) => {
    expect(rangeStillHolds(headers, validators)).toBe(holds);
  });

  test('is never valid for a tag if there is none', () => {
    expect(rangeStillHolds({ 'if-range': '"undefined"' }, {})).toBe(false);
  });
});
