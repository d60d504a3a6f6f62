// The reading order of the books of a series. Pure: the result depends on the books and the settings, not on the order
// in which books were added. docs/reference/file-naming.md describes the rules.
import { createHash } from 'node:crypto';
import type { BookOrder, SpecialsPlace } from '@lectern/contract/values';
import { encodeNumber, separator, toFollowing } from './encode.ts';
import type { OrderFacts } from './facts.ts';
import { gatherVolumes, placeChapter, type Volumes } from './volumes.ts';

export interface OrderedBook {
  facts: OrderFacts;
  /** Sort keys of the title and of the path below the series. */
  titleKey: string;
  pathKey: string;
  /** Root and path, to separate books with equal keys. */
  location: string;
}

export interface OrderSettings {
  bookOrder: BookOrder;
  specials: SpecialsPlace;
}

export interface Placed {
  /** Compared by bytes. */
  orderKey: string;
  /** A number that increases in reading order, for clients that sort by one. The number of the book where possible. */
  orderNumber: number;
  number: number | null;
  numberText: string | null;
  /** The number with its fraction. Null for specials next to a main run, whose numbers are separate. */
  numberValue: number | null;
}

/** Maximum characters of titles and paths in a key. Longer ones are separated by `location`. */
const maxTitle = 64;
const maxPath = 200;
const maxInt32 = 2_147_483_647;

/** Greater than every number and date. */
const last = '~';
/** Greater than every number. */
const toDateSlot = (date: string): string => `{${date}`;
/** Less than every number: a whole volume comes before its chapters. */
const whole = '!';

/** Facts about the main run that the place of a single book depends on. */
interface Run {
  volumes: Volumes;
  /** Dates take precedence over numbers. */
  isDated: boolean;
  /** Volumes begin again in each section. */
  hasSections: boolean;
  /** All names begin with a place in a reading order. */
  isPlanned: boolean;
  settings: OrderSettings;
}

const defaultSettings: OrderSettings = { bookOrder: 'reading_order', specials: 'after' };

/** Returns the place of each book, in the order of the books. */
export function toReadingOrder(
  books: readonly OrderedBook[],
  settings: OrderSettings = defaultSettings,
): Placed[] {
  const main = books.filter((book) => isMain(book.facts));
  const run: Run = {
    volumes: gatherVolumes(main.map(({ facts }) => facts)),
    isDated: isDated(main),
    hasSections: hasSections(main),
    isPlanned: isPlanned(books),
    settings,
  };
  const keys = books.map((book) => toKey(book, run));
  if (settings.bookOrder === 'reading_order' && settings.specials === 'by_date') placeByDate(books, keys);
  for (const [i, { facts }] of books.entries()) keys[i] = facts.position ?? keys[i] ?? '';
  separateEqual(books, keys);
  return number(books, keys);
}

/** Returns the place of a book that is alone in its series. */
export function toOnlyPlace(book: OrderedBook): Placed {
  const { facts } = book;
  const run = { volumes: gatherVolumes([]), isDated: false, hasSections: false, isPlanned: false };
  const orderKey = facts.position ?? toKey(book, { ...run, settings: defaultSettings });
  const value = facts.shown?.value ?? null;
  return { orderKey, orderNumber: value ?? 1, ...toNumber(facts, value), numberValue: value };
}

const toNumber = (facts: OrderFacts, value: number | null): Pick<Placed, 'number' | 'numberText'> => ({
  number: value === null ? null : toInt32(value),
  numberText: value === null ? null : (facts.shown?.text ?? String(value)),
});

const isMain = ({ part }: OrderFacts): boolean => part === 'main';

/**
 * Issues are ordered by date if all have one, and a number is missing or the first number of a year is not greater than
 * that of an earlier year.
 */
function isDated(main: readonly OrderedBook[]): boolean {
  if (main.length < 2 || !main.every(({ facts }) => facts.isIssueDate && facts.date !== null)) return false;
  if (main.some(({ facts }) => facts.number === null)) return true;
  const firsts = new Map<string, number>();
  for (const { facts } of main) {
    const key = `${facts.volume} ${facts.date?.slice(0, 4)}`;
    const number = facts.number ?? 0;
    firsts.set(key, Math.min(number, firsts.get(key) ?? number));
  }
  const years = [...firsts].map(([key, first]) => ({ volume: key.slice(0, -5), year: key.slice(-4), first }));
  return years.some((one) =>
    years.some(({ volume, year, first }) => volume === one.volume && year > one.year && first <= one.first),
  );
}

/** Whether volumes with the same numbers occur in several sections. */
function hasSections(main: readonly OrderedBook[]): boolean {
  const sections = new Map<string, number | null>();
  return main.some(({ facts: { volume, number, section } }) => {
    const key = `${volume} ${number}`;
    const isAgain = sections.has(key) && sections.get(key) !== section;
    sections.set(key, section);
    return isAgain;
  });
}

/** Names of a reading order begin with their places, and some also contain the number of a series. */
function isPlanned(books: readonly OrderedBook[]): boolean {
  return (
    books.length > 1 &&
    books.every(({ facts }) => facts.place !== null) &&
    books.some(({ facts }) => facts.isPlanned)
  );
}

function toKey({ facts, titleKey, pathKey }: OrderedBook, run: Run): string {
  const title = cut(titleKey, maxTitle);
  const path = cut(pathKey, maxPath);
  if (facts.isByFile || run.settings.bookOrder === 'file_name') return join('1', path);
  if (run.settings.bookOrder === 'title') return join('1', title, path);
  const slots = isMain(facts) ? toMainSlots(facts, run) : toSpecialSlots(facts, run);
  const place = run.isPlanned && facts.place !== null ? [encodeNumber(facts.place)] : [];
  const key = join(...place, ...slots, facts.edition, title, path);
  if (run.settings.bookOrder !== 'release_date') return key;
  return join(facts.date === null ? last : toDateSlot(facts.date), key);
}

/** Part, section, volume, number and sub-number. */
function toMainSlots(facts: OrderFacts, run: Run): string[] {
  if (!run.hasSections) return toSectionSlots(facts, run);
  return [`1${encodeNumber(facts.section ?? 0)}`, ...toSectionSlots(facts, run)];
}

function toSectionSlots(facts: OrderFacts, { volumes, isDated }: Run): string[] {
  const { volume, number, suffix, date } = facts;
  if (isDated && date !== null)
    return [`1${toDateSlot(toIssueDate(date, number))}`, number === null ? '' : encodeNumber(number), suffix];
  if (number === null) {
    if (volume !== null) return [`1${encodeNumber(volume)}`, whole, ''];
    return [`1${last}`, facts.isIssueDate && date !== null ? toDateSlot(date) : last, ''];
  }
  const home = volume ?? placeChapter(volumes, number);
  return [`1${home === null ? last : encodeNumber(home)}`, encodeNumber(number), suffix];
}

/** Issues of a year are ordered like months, because both forms occur in one magazine: "2023-07", "2023-23". */
function toIssueDate(date: string, number: number | null): string {
  return date.length > 4 || number === null ? date : `${date}-${String(number).padStart(2, '0')}`;
}

/** Specials follow the main run, ordered by kind, number and date, or the issue of the same number. */
function toSpecialSlots(facts: OrderFacts, run: Run): string[] {
  const { part, group, volume, number, suffix, date } = facts;
  if (run.settings.specials === 'by_number' && number !== null) {
    const slots = toMainSlots({ ...facts, isIssueDate: false }, { ...run, isDated: false });
    return [...slots.slice(0, -1), `${last}${group}`];
  }
  const slot = number === null ? (date === null ? last : toDateSlot(date)) : encodeNumber(number);
  return [
    `${part === 'special' ? '2' : '3'}${group}`,
    volume === null ? last : encodeNumber(volume),
    slot,
    suffix,
  ];
}

/** Places each dated special after the last book of the main run that is not younger. */
function placeByDate(books: readonly OrderedBook[], keys: string[]): void {
  const dated = books
    .flatMap(({ facts }, i) =>
      isMain(facts) && facts.date !== null ? [{ date: facts.date, key: keys[i] ?? '' }] : [],
    )
    .sort((a, b) => compare(a.key, b.key));
  if (dated.length === 0) return;
  for (const [i, { facts }] of books.entries()) {
    const { date } = facts;
    if (isMain(facts) || date === null) continue;
    const previous = dated.findLast((one) => compareDates(one.date, date) <= 0);
    keys[i] = toFollowing(previous?.key ?? '', keys[i] ?? '');
  }
}

/** Compares as much as both dates contain. */
function compareDates(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  return compare(a.slice(0, length), b.slice(0, length));
}

function separateEqual(books: readonly OrderedBook[], keys: string[]): void {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const [i, key] of keys.entries()) {
    if ((counts.get(key) ?? 0) < 2) continue;
    const hash = createHash('sha256')
      .update(books[i]?.location ?? '')
      .digest('hex');
    keys[i] = join(key, hash.slice(0, 12));
  }
}

interface Entry {
  facts: OrderFacts;
  /** The number that orders the book among its neighbors. */
  own: number | null;
}

/** Numbers the books in the order of their keys. */
function number(books: readonly OrderedBook[], keys: readonly string[]): Placed[] {
  const order = books
    .map(({ facts }, index) => ({ index, facts, orderKey: keys[index] ?? '' }))
    .sort((a, b) => compare(a.orderKey, b.orderKey));
  const hasMain = order.some(({ facts }) => isMain(facts));
  const run = order.filter(({ facts }) => isMain(facts) || !hasMain);
  // A book that is alone, or next to numbered books, has no number by its place.
  const isCounted = run.length > 1 && run.every(({ facts }) => facts.shown === null);
  const counted = isCounted ? run.filter(({ facts }) => facts.isPlaced) : [];
  const places = new Map(counted.map(({ index }, i) => [index, i + 1]));
  const entries = order.map(({ index, facts }): Entry => {
    const isRun = isMain(facts) || !hasMain;
    return { facts, own: isRun ? (facts.shown?.value ?? places.get(index) ?? null) : null };
  });
  const orderNumbers = toOrderNumbers(entries);
  const placed: Placed[] = [];
  for (const [i, { index, facts, orderKey }] of order.entries()) {
    const numberValue = entries[i]?.own ?? null;
    const value = numberValue ?? facts.shown?.value ?? null;
    placed[index] = {
      orderKey,
      orderNumber: orderNumbers[i] ?? 0,
      ...toNumber(facts, value),
      numberValue,
    };
  }
  return placed;
}

/**
 * The number of each book if it is greater than that of the previous book. Otherwise the mean of the neighbors, or the
 * next whole number. Only books with the same volume and number share a value.
 */
function toOrderNumbers(entries: readonly Entry[]): number[] {
  const next: (number | null)[] = [];
  let following: number | null = null;
  for (const { own } of entries.toReversed()) {
    next.push(following);
    following = own ?? following;
  }
  next.reverse();
  let previous: number | null = null;
  return entries.map(({ own, facts }, i) => {
    const before = entries[i - 1];
    const isSame =
      own !== null && own === previous && before !== undefined && isSameIssue(before.facts, facts);
    if (own !== null && (previous === null || own > previous || isSame)) previous = own;
    else previous = toNext(previous, next[i] ?? null);
    return previous;
  });
}

const isSameIssue = (a: OrderFacts, b: OrderFacts): boolean =>
  a.volume === b.volume && a.number === b.number && a.suffix === b.suffix;

function toNext(previous: number | null, next: number | null): number {
  if (previous === null) return next === null || next > 1 ? 1 : next - 1;
  const whole = Math.floor(previous) + 1;
  return next !== null && next > previous && next <= whole ? (previous + next) / 2 : whole;
}

export function toInt32(value: number): number | null {
  const floor = Math.floor(value);
  return Math.abs(floor) <= maxInt32 ? floor : null;
}

/** Keys contain no characters whose order differs between UTF-8 and UTF-16 (infrastructure/text/sort-key.ts). */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const join = (...parts: readonly string[]): string => parts.join(separator);

const cut = (key: string, length: number): string => key.slice(0, length).toWellFormed();
