// Builds the parsed name from a walk: texts become series and title, facts become fields.

import type { Fact, ParsedName } from './parsed-name.ts';
import { takeEdition } from './phrases/edition.ts';
import { latestYear } from './tokens/token-reading.ts';
import { trimSeparators } from './tokens/trim.ts';
import type { Role, Walk } from './walk.ts';
import { formatOfPhrase } from './words/formats.ts';

/** Returns the fields of all facts, and series and title from the texts around the numbering. */
export function assemble(walk: Walk, isFolder: boolean): ParsedName {
  const name = joined(joinTexts(walk, (role) => role !== 'dropped')) || walk.prepared.text;
  const parsed: ParsedName = { name, isOneShot: false, isSpecial: false, groups: [], tags: [] };
  if (walk.prepared.language) parsed.language = walk.prepared.language;
  const numberAt = firstNumbering(walk, isFolder);
  for (const { fact, at } of walk.facts) if (fact.kind !== 'count') applyFact(parsed, fact, at < numberAt);
  for (const { fact } of walk.facts) if (fact.kind === 'count') applyCount(parsed, fact);
  if (isNumberOfYear(walk)) parsed.isOfYear = true;
  applyTexts(parsed, walk, isFolder);
  applyBareYear(parsed);
  return parsed;
}

/** Whether a year without brackets is directly before or after the number. */
function isNumberOfYear({ facts, tokens, roles }: Walk): boolean {
  const number = facts.find(({ fact }) => fact.kind === 'number');
  return facts.some(
    ({ fact, at, next }) =>
      fact.kind === 'year' &&
      !fact.ofSeries &&
      !tokens[at]?.bracket &&
      roles[at] === 'number' &&
      (next === number?.at || at === number?.next || at === number?.at),
  );
}

/** Index of the token that ends the name of the series: -1 for a file without a number, infinity for a folder. */
function firstNumbering(walk: Walk, isFolder: boolean): number {
  return isFolder ? Number.POSITIVE_INFINITY : walk.roles.indexOf('number');
}

interface Text {
  text: string;
  /** Whether a dash separates it from the text before ("X-Men (1963) - The Dark Phoenix Saga"). */
  hasDash: boolean;
}

function joined(texts: readonly Text[]): string {
  return texts.reduce((all, { text, hasDash }, i) => all + (i === 0 ? '' : hasDash ? ' - ' : ' ') + text, '');
}

/** Returns the non-empty texts between tokens of other roles, in order. */
function joinTexts(
  walk: Walk,
  isWanted: (role: Role | undefined) => boolean,
  from = 0,
  to = walk.tokens.length,
) {
  const texts: Text[] = [];
  for (let at = from; at < to; at++) {
    if (!isWanted(walk.roles[at])) continue;
    const start = at;
    while (at + 1 < to && isWanted(walk.roles[at + 1])) at += 1;
    const text = walk.prepared.text.slice(walk.tokens[start]?.start, walk.tokens[at]?.end);
    const trimmed = trimSeparators(text, start === 0);
    if (trimmed !== '') texts.push({ text: trimmed, hasDash: /^[-–—] /.test(text) });
  }
  return texts;
}

function applyTexts(parsed: ParsedName, walk: Walk, isFolder: boolean): void {
  const isText = (role: Role | undefined) => role === 'text';
  const numberAt = walk.roles.indexOf('number');
  const texts = joinTexts(walk, isText, 0, numberAt < 0 ? undefined : numberAt);
  const before = texts.map(({ text }) => text);
  const after = numberAt < 0 ? [] : joinTexts(walk, isText, numberAt).map(({ text }) => text);
  takeYear(parsed, after);
  setField(parsed, 'edition', takeEdition(isFolder ? [...before] : numberAt < 0 ? before : after));
  const all = joined(before.map((text, i) => ({ text, hasDash: texts[i]?.hasDash === true })));
  const isApart = walk.tokens[numberAt - 1]?.plain === '-';
  const series = numberAt < 0 || isApart ? all : withoutPoint(all);
  const title = after.join(' - ');
  if (parsed.series !== undefined) {
    // The series comes from a bracket, so the text before the bracket may be the author.
    const around = joinTexts(walk, isText).map(({ text }) => text);
    setField(parsed, 'title', around.join(' - '));
  } else if (series === '' && title === '') {
    const isSeries = numberAt >= 0 || isFolder;
    setField(parsed, isSeries ? 'series' : 'title', parsed.groups.shift());
  } else if (numberAt < 0 && !isFolder) setField(parsed, 'title', series);
  else {
    if (!takeSpecialNumber(parsed, series)) setField(parsed, 'series', series);
    setField(parsed, 'title', title);
  }
}

const abbreviations = new Set(['bros', 'prof', 'capt', 'univ', 'misc', 'dept', 'corp']);

/** "Наруто. Том 5": removes a full stop behind a whole word, unless a dash follows it. */
function withoutPoint(series: string): string {
  const word = series.endsWith('.') ? series.slice(series.lastIndexOf(' ') + 1, -1) : '';
  const isWord =
    word.length > (/^\p{sc=Cyrl}/u.test(word) ? 2 : 3) &&
    !word.includes('.') &&
    !abbreviations.has(word.toLowerCase());
  return isWord ? series.slice(0, -1) : series;
}

/** Sets a field unless it is already set. Ignores undefined and empty values. */
function setField<Key extends keyof ParsedName>(
  parsed: ParsedName,
  key: Key,
  value: ParsedName[Key] | '',
): void {
  if (value !== undefined && value !== '' && parsed[key] === undefined) parsed[key] = value;
}

/** "Batman 005 2016": takes a year that is the only text after the number. */
function takeYear(parsed: ParsedName, texts: string[]): void {
  const year = texts.length === 1 ? bareYear(` ${texts[0]}`) : undefined;
  if (year === undefined || parsed.year !== undefined || texts[0]?.length !== 4) return;
  parsed.year = year;
  texts.pop();
}

/** "Special 1", "Omake 2": adds the word to the number, because it is not the name of a series. */
function takeSpecialNumber(parsed: ParsedName, series: string): boolean {
  if (!parsed.number || !formatOfPhrase(series)?.fact.special) return false;
  parsed.number = { text: `${series} ${parsed.number.text}`, value: parsed.number.value };
  return true;
}

function applyBareYear(parsed: ParsedName): void {
  const year = bareYear(parsed.series ?? parsed.title ?? '');
  setField(parsed, 'year', year);
}

function bareYear(text: string): number | undefined {
  const year = Number(/ ((?:19|20)[0-9]{2})$/.exec(text.slice(-6))?.[1]);
  return year <= latestYear ? year : undefined;
}

function applyFact(parsed: ParsedName, fact: Fact, isBeforeNumber: boolean): void {
  switch (fact.kind) {
    case 'number':
      setField(parsed, 'number', fact.number);
      setField(parsed, 'numberEnd', fact.end);
      break;
    case 'volume':
      if (parsed.volume === undefined) setField(parsed, 'volumeEnd', fact.end);
      setField(parsed, 'volume', fact.value);
      break;
    case 'chapter':
      if (parsed.chapter === undefined) setField(parsed, 'chapterEnd', fact.end);
      setField(parsed, 'chapter', fact.value);
      break;
    case 'place':
      setField(parsed, 'place', fact.value);
      break;
    case 'seriesEntry':
      setField(parsed, 'series', fact.series);
      setField(parsed, 'number', fact.number);
      break;
    case 'year':
    case 'date':
      applyYear(parsed, fact, isBeforeNumber);
      break;
    case 'format':
      applyFormat(parsed, fact);
      break;
    case 'group':
    case 'tag':
      parsed[`${fact.kind}s`].push(fact.text);
      break;
    case 'author':
      parsed.authors = [...(parsed.authors ?? []), ...fact.text.split(/[×,、&]/).map((name) => name.trim())];
      break;
    case 'language':
    case 'edition':
    case 'publisher':
    case 'isbn':
      setField(parsed, fact.kind, fact.text);
  }
}

/** "012 (3 of 5)" counts the parts of a story, because the book has another number. */
function applyCount(parsed: ParsedName, { count, number }: Extract<Fact, { kind: 'count' }>): void {
  if (number && parsed.number && number.value !== parsed.number.value) return;
  setField(parsed, 'count', count);
  setField(parsed, 'number', number);
}

/** The last year belongs to the book. A year before the number belongs to the series. */
function applyYear(
  parsed: ParsedName,
  fact: Extract<Fact, { kind: 'year' | 'date' }>,
  isBeforeNumber: boolean,
): void {
  const isOfSeries = isBeforeNumber || (fact.kind === 'year' && fact.ofSeries === true);
  if (isOfSeries) setField(parsed, 'seriesYear', fact.year);
  if (isOfSeries && parsed.year !== undefined) return;
  if (parsed.year !== undefined && parsed.year !== parsed.seriesYear) return;
  parsed.year = fact.year;
  if (fact.kind === 'year') setField(parsed, 'yearEnd', fact.end);
  else {
    setField(parsed, 'month', fact.month);
    setField(parsed, 'day', fact.day);
  }
}

function applyFormat(parsed: ParsedName, fact: Extract<Fact, { kind: 'format' }>): void {
  setField(parsed, 'format', fact.format);
  setField(parsed, 'bookType', fact.bookType);
  parsed.isSpecial ||= fact.special;
  parsed.isOneShot ||= fact.oneShot;
}
