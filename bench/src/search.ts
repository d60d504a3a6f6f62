// `npm run bench -- search`: full-text search over 10,000, 100,000 and 1,000,000 titles: frequent and rare words,
// several words, prefixes, phrases and exclusions.

import { makeVocabulary } from './books/vocabulary.ts';
import { percentile, report } from './figures/report.ts';
import type { Program } from './program/program.ts';
import { forEachSize, timed } from './program/sized-libraries.ts';

const budgetMs = 50;
/** With corrected typing errors: up to 100,000 books, and above. */
const correctionBudgetsMs = { small: 100, large: 300 };

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

/** Queries without results, which are corrected. The generated words are as similar to each other as words can be. */
function makeTypos(): Record<string, string[]> {
  const { word } = makeVocabulary();
  const words = Array.from({ length: 20 }, (_, i) => word(2_000 + i * 991)).filter(
    ({ length }) => length >= 5,
  );
  const swapped = words.map((text) => text.slice(0, -2) + text.slice(-1) + text.slice(-2, -1));
  const changed = words.map((text) => `${text.slice(0, 2)}x${text.slice(3)}`);
  return {
    'a word with two letters swapped': swapped,
    'a word with a wrong letter': changed,
    'two words, one of them wrong': changed.map((text) => `the ${text}`),
    'two wrong words': swapped.map((text, i) => `${text} ${changed[(i + 1) % changed.length]}`),
    'a word that is similar to none': words.map((text) => `${text.slice(0, 1)}qxzyqxzy${text.slice(2)}`),
  };
}

export const benchSearch = (): Promise<void> => forEachSize(measureAll);

async function measureAll(program: Program, size: number): Promise<void> {
  const all: number[] = [];
  for (const [name, texts] of Object.entries(makeQueries())) {
    const times = await measure(program, texts);
    all.push(...times);
    report({ isDetail: true, name, value: percentile(times, 0.95), unit: 'ms', budget: budgetMs });
  }
  const title = `full-text search, of ${size.toLocaleString('en')}: p95`;
  report({ name: title, value: percentile(all, 0.95), unit: 'ms', budget: budgetMs });
  const budget = size > 100_000 ? correctionBudgetsMs.large : correctionBudgetsMs.small;
  for (const [name, texts] of Object.entries(makeTypos())) {
    const times = await measure(program, texts);
    const title = `corrected: ${name}, of ${size.toLocaleString('en')}: p95`;
    report({ name: title, value: percentile(times, 0.95), unit: 'ms', budget });
  }
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
