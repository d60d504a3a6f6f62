// `npm run bench -- search`: full-text search over 10,000, 100,000 and 1,000,000 titles: frequent and rare words,
// several words, prefixes, phrases and exclusions.

import { makeVocabulary } from './books/vocabulary.ts';
import { percentile, report } from './figures/report.ts';
import type { Program } from './program/program.ts';
import { forEachSize, timed } from './program/sized-libraries.ts';

const budgetMs = 50;

/** Typical queries: mostly words in few titles, sometimes a word in a quarter of the titles. */
function makeQueries(): Record<string, string[]> {
  const { word } = makeVocabulary();
  const ranks = (from: number, step: number, count: number) =>
    Array.from({ length: count }, (_, i) => word(from + i * step));
  const common = ranks(0, 1, 6);
  const frequent = ranks(50, 37, 20);
  const rare = ranks(2_000, 991, 20);
  return {
    'a frequent word': common,
    'a usual word': frequent,
    'a rare word': rare,
    'two words': frequent.map((word, i) => `${word} ${rare[i] ?? ''}`),
    'a frequent and a usual word': frequent.map((word, i) => `${common[i % common.length]} ${word}`),
    'the beginning of a word': rare.map((word) => word.slice(0, 3)),
    'a phrase': frequent.map((word, i) => `"${common[i % common.length]} ${word}"`),
    'a word and not another': frequent.map((word) => `${word} -the`),
  };
}

export const benchSearch = (): Promise<void> => forEachSize(measureAll);

async function measureAll(program: Program, size: number): Promise<void> {
  const all: number[] = [];
  for (const [name, texts] of Object.entries(makeQueries())) {
    const times = await measure(program, texts);
    all.push(...times);
    const title = `${name}, of ${size.toLocaleString('en')}: p95`;
    report({ name: title, value: percentile(times, 0.95), unit: 'ms', budget: budgetMs });
  }
  const title = `all of them together, of ${size.toLocaleString('en')}: p95`;
  report({ name: title, value: percentile(all, 0.95), unit: 'ms', budget: budgetMs });
}

async function measure(program: Program, texts: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    for (const fullTextSearch of texts) {
      const tookMs = await timed(() => program.post('/api/v1/books/list?pageSize=50', { fullTextSearch }));
      // The first round warms up the caches.
      if (round > 0) times.push(tookMs);
    }
  }
  return times;
}
