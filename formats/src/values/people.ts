// Splits names of people that a file stores as one text.

/** Names with "&" of one author or company, in lower case. */
const wholeNames: ReadonlySet<string> = new Set([
  'barnes & noble',
  'dolce & gabbana',
  'faber & faber',
  'farrar, straus & giroux',
  'key & peele',
  'little, brown & company',
  'penn & teller',
  'simon & schuster',
  'thames & hudson',
]);
/** Words of companies and institutions, whose names contain "&" and "and". */
const organization =
  /\b(?:associates|association|books|bros|brothers|center|centre|church|co|college|committee|company|consortium|corp|council|department|foundation|group|house|inc|institute|library|ltd|llc|ministry|museum|partners|press|productions|publications|publishers|publishing|school|society|sons|studios?|university)\b/i;
const maxNames = 500;
const between = /;|、|×| [/|] /;
/** "e" is missing: it is part of Portuguese names. */
const and = / (?:and|et|und|y|och|og|и) /i;

/**
 * Splits at ";", " / ", " | ", "、" and "×", otherwise at "&", and at "and" in several languages between full names.
 * Splits at commas only between full names, and only with `hasLists` or in a list that ends with "and": "García Márquez,
 * Gabriel José" is one author. Names of companies stay whole.
 */
export function splitPeople(text: string, { hasLists = false } = {}): string[] {
  const parts = text.split(between, maxNames);
  const names = parts.length > 1 ? parts.flatMap(splitPairs) : splitCommas(text, hasLists);
  return names.filter((name) => name !== '');
}

function splitCommas(text: string, hasLists: boolean): string[] {
  if (isWhole(text)) return [text.trim()];
  const parts = text.split(',', maxNames);
  const isList = (hasLists || / (?:&|and) /i.test(text)) && parts.every(isFull);
  const names = isList ? parts.map((part) => part.replace(/^\s*(?:and|&)\s+/i, '')) : [text];
  return names.flatMap(splitPairs);
}

function splitPairs(text: string): string[] {
  if (isWhole(text)) return [text.trim()];
  return text.split(' & ', maxNames).flatMap((part) => {
    const names = part.split(and, maxNames);
    return (names.every(isFull) ? names : [part]).map((name) => name.trim());
  });
}

const isWhole = (text: string): boolean =>
  organization.test(text) || wholeNames.has(text.trim().replaceAll(' and ', ' & ').toLowerCase());

const isFull = (name: string): boolean => name.trim().includes(' ');
