// Compares names of people and publishers. Pure.
import { foldVowels, toTitleForm } from './titles.ts';

const isLatin = (text: string): boolean => /^[\p{Script=Latin}\P{L}]+$/u.test(text);

interface PersonName {
  /** Words of at least two letters, sorted. */
  words: readonly string[];
  initials: readonly string[];
}

/** Ignores the order of the words, so that `Otomo, Katsuhiro` equals `Katsuhiro Otomo`. */
function toPersonName(name: string): PersonName {
  const all = toTitleForm(name.replaceAll(/[,.]/g, ' ')).text.split(' ');
  return {
    words: all
      .filter((word) => word.length > 1)
      .map(foldVowels)
      .toSorted(),
    initials: all.filter((word) => word.length === 1),
  };
}

/** Initials may replace or join first names: `J. R. R. Tolkien`, `John R. R. Tolkien`. */
function isSamePerson(one: PersonName, other: PersonName): boolean {
  const shared = one.words.filter((word) => other.words.includes(word));
  if (shared.length === one.words.length && shared.length === other.words.length)
    return shared.length > 1 || isSubset(one.initials, other.initials);
  if (shared.length === 0) return false;
  const lettersOf = (words: readonly string[]) =>
    words.filter((word) => !shared.includes(word)).map((word) => word.slice(0, 1));
  const ours = lettersOf(one.words);
  const theirs = lettersOf(other.words);
  if (ours.length > 0 && theirs.length > 0) return false;
  // The rest of the longer name is a middle name, or its initials are in the shorter name.
  return ours.length > 0 ? isMiddle(shared, ours, other) : isMiddle(shared, theirs, one);
}

const isMiddle = (shared: readonly string[], rest: readonly string[], shorter: PersonName): boolean =>
  shared.length > 1 || (shorter.initials.length > 0 && isSubset(rest, shorter.initials));

const isSubset = (some: readonly string[], all: readonly string[]): boolean =>
  some.every((one) => all.includes(one)) || all.every((one) => some.includes(one));

/** Returns the name of the shared person in `theirs`, null for other people, undefined if the lists are not comparable. */
export function findSamePerson(
  ours: readonly string[],
  theirs: readonly string[],
): string | null | undefined {
  if (ours.length === 0 || theirs.length === 0) return undefined;
  const names = ours.map(toPersonName);
  const same = theirs.find((candidate) => {
    const person = toPersonName(candidate);
    return names.some((name) => isSamePerson(name, person));
  });
  if (same !== undefined) return same;
  // Names in different scripts are not compared.
  const isComparable = theirs.some((name) => ours.some((own) => isLatin(own) === isLatin(name)));
  return isComparable ? null : undefined;
}

const companyWords = new Set(
  'books book comics comic press publishing publishers publications media entertainment manga llc inc ltd co group usa america house verlag editions'.split(
    ' ',
  ),
);

const toCompany = (name: string): string => {
  const words = toTitleForm(name.replaceAll(/[,.!]/g, ' ')).text.split(' ');
  const own = words.filter((word) => !companyWords.has(word));
  return (own.length > 0 ? own : words).join(' ');
};

/** Returns the name of the shared publisher in `theirs`. Ignores words such as `Comics` and `Press`. */
export function findSamePublisher(ours: readonly string[], theirs: readonly string[]): string | undefined {
  const names = new Set(ours.map(toCompany));
  return theirs.find((name) => names.has(toCompany(name)));
}
