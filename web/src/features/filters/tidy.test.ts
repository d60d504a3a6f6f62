import { expect, test } from 'vitest';
import { readFilter, toFilter } from './model.ts';
import { tidyFilter } from './tidy.ts';

const horror = { genre: { operator: 'is', value: 'Horror' } };
const turned = { genre: { value: 'Horror', operator: 'is' } };
const unread = { readStatus: { operator: 'is', value: 'unread' } };

test.each([
  { ...horror },
  turned,
  { allOf: [] },
  { anyOf: [] },
  { allOf: [{ anyOf: [turned] }] },
  { not: turned },
  { not: { not: turned } },
  { not: { allOf: [] } },
  { not: { allOf: [turned] } },
  { allOf: [turned, { not: { anyOf: [unread, { not: { not: { not: turned } } }] } }] },
  { anyOf: [{ allOf: [turned, unread] }] },
  { year: { min: 1990, operator: 'between', max: 1999 } },
])('a link has %j as the page of the list writes it', (json) => {
  const written = toFilter(readFilter('series', json));
  // Compared as text, because the property order matters in URLs.
  expect(JSON.stringify(tidyFilter(json))).toBe(JSON.stringify(written));
});

test.each([{}, { genre: 'Horror' }, { ...horror, ...unread }])('keeps an invalid condition: %j', (json) => {
  expect(tidyFilter(json)).toEqual(json);
});
