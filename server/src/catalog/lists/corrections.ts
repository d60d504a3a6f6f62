// Searches that find nothing: corrects typing errors with words of titles and names (table searchWord). That table also
// has words of hidden books, so a correction counts only if the list, with the limits of its viewer, contains it.
import { sql } from 'kysely';
import { parseSearchText, type SearchTerms, type TypedWord } from '#infrastructure/text/search-text.ts';
import { createComparison, type Difference, toWordRange } from '#infrastructure/text/typos.ts';
import { type ListDatabase, type Listing, manyRows, runQuery, toFrom } from './listing.ts';

/** Longer searches are not corrected. */
const maxWords = 6;
/** Maximum number of words per search that are replaced. */
const maxReplaced = 3;
/** Words of equal difference that are looked up. */
const maxLookedUp = 24;
/** Corrections per word. */
const maxPerWord = 3;
const maxCombinations = 8;
/** Results are counted up to this number, to compare corrections of equal difference. */
const maxCounted = 50;
/** Greater than every letter. */
const lastLetter = '\ud7ff';

interface Correction {
  word: TypedWord;
  text: string;
  distance: number;
}

/** Returns the most similar search with results. Undefined if there is none. */
export async function findCorrectedSearch(
  database: ListDatabase,
  listing: Listing,
  words: readonly TypedWord[],
): Promise<SearchTerms | undefined> {
  if (words.length === 0 || words.length > maxWords) return undefined;
  const { folded = '' } = listing.search ?? {};
  const begun = words.map(({ text }) => parseSearchText(text));
  const found = await countEach(database, listing, { searches: begun, limit: 1 });
  const unknown = words.filter((_, i) => found[i] === 0);
  if (unknown.length > maxReplaced) return undefined;
  // Words that are only not found together: one of them may be another word by mistake.
  const replaced = unknown.length > 0 ? [unknown] : words.map((word) => [word]);
  const combinations: Correction[][] = [];
  for (const set of replaced) combinations.push(...combine(await listAll(database, listing, set)));
  const texts = combinations.slice(0, maxCombinations).map((corrections) => replace(folded, corrections));
  const searches = texts.map(parseSearchText);
  const counts = await countEach(database, listing, { searches, limit: maxCounted });
  const best = searches
    .map((search, i) => ({ search, count: counts[i] ?? 0, distance: sumDistances(combinations[i] ?? []) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => a.distance - b.distance || b.count - a.count)[0];
  return best?.search;
}

const listAll = (database: ListDatabase, listing: Listing, words: readonly TypedWord[]) =>
  Promise.all(words.map((word) => listCorrections(database, listing, word)));

/** The corrections of a word that have results, the most similar first. */
async function listCorrections(
  database: ListDatabase,
  listing: Listing,
  word: TypedWord,
): Promise<Correction[]> {
  const similar = await listSimilar(database, listing, word.text);
  const byDistance = Map.groupBy(similar, toDistance);
  const corrections: Correction[] = [];
  for (const distance of [...byDistance.keys()].sort()) {
    const looked = (byDistance.get(distance) ?? []).toSorted(byLength).slice(0, maxLookedUp);
    const searches = looked.map(toSearch);
    const counts = await countEach(database, listing, { searches, limit: maxCounted });
    const found = looked.map(({ text }, i) => ({ word, text, distance, count: counts[i] ?? 0 }));
    corrections.push(...found.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count));
    if (corrections.length >= maxPerWord) break;
  }
  return corrections.slice(0, maxPerWord);
}

/** A word of equal edits is more similar than the beginning of one. */
const toDistance = ({ edits, isPrefix }: Difference): number => edits + (isPrefix ? 0.5 : 0);

const byLength = (a: Difference, b: Difference): number =>
  a.text.length - b.text.length || (a.text < b.text ? -1 : 1);

/** A whole word is not searched as a prefix: a word of hidden books only may begin a visible word. */
const toSearch = ({ text, isPrefix }: Difference): SearchTerms => ({
  folded: text,
  wanted: [{ words: [text], isPrefix }],
  unwanted: [],
});

/** Similar words, whether visible or not. */
async function listSimilar(
  database: ListDatabase,
  { candidates }: Listing,
  typed: string,
): Promise<Difference[]> {
  const { starts, minLetters, maxLetters } = toWordRange(typed);
  const ranges = starts.map((start) => sql`(word >= ${start} and word < ${start + lastLetter})`);
  const query = sql<{ word: string }>`select word from "searchWord" where (${sql.join(ranges, sql` or `)})
    and length(word) between ${minLetters} and ${maxLetters}`.compile(database.db);
  const rows =
    candidates > manyRows
      ? await database.readerThread.rows(query)
      : (await database.db.executeQuery(query)).rows;
  const compare = createComparison(typed);
  const similar = new Map<string, Difference>();
  for (const { word } of rows) {
    const difference = compare(word);
    if (difference) similar.set(`${difference.text} ${difference.isPrefix}`, difference);
  }
  return [...similar.values()];
}

/** All choices of one correction per word, up to the maximum. Empty if a word has none. */
const combine = (perWord: readonly (readonly Correction[])[]): Correction[][] =>
  perWord.reduce<Correction[][]>(
    (chosen, corrections) =>
      chosen.flatMap((some) => corrections.map((one) => [...some, one])).slice(0, maxCombinations),
    [[]],
  );

const sumDistances = (corrections: readonly Correction[]): number =>
  corrections.reduce((sum, { distance }) => sum + distance, 0);

function replace(folded: string, corrections: readonly Correction[]): string {
  let text = folded;
  for (const { word, text: correction } of corrections.toSorted((a, b) => b.word.start - a.word.start))
    text = text.slice(0, word.start) + correction + text.slice(word.start + word.text.length);
  return text;
}

/** Counts the results of each search within the list, up to the limit, in one statement. */
async function countEach(
  database: ListDatabase,
  listing: Listing,
  { searches, limit }: { searches: readonly (SearchTerms | undefined)[]; limit: number },
): Promise<number[]> {
  if (searches.length === 0) return [];
  const counts = searches.map((search, i) => {
    const rows = toFrom(database, { ...listing, search });
    return sql`select cast(${i} as integer) as place, count(*) as total from (select 1 ${rows} limit ${limit}) as hits`;
  });
  const query = sql<{ place: number; total: number }>`${sql.join(counts, sql` union all `)}`;
  const totals = new Map<number, number>();
  for (const { place, total } of await runQuery(database, listing, query)) totals.set(place, Number(total));
  return searches.map((_, i) => totals.get(i) ?? 0);
}
