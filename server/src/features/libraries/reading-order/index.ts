// Reading order: the place of each book in its series.
import type { Tx } from '#infrastructure/database/dialect.ts';
import { toSortKey } from '#infrastructure/text/sort-key.ts';
import { createYielder } from '#infrastructure/yield.ts';
import { type OrderFacts, parseFacts } from './facts.ts';
import { compare, type OrderedBook, type Placed, toOnlyPlace, toReadingOrder } from './order.ts';
import { type BookPlace, type OrderedSeries, readBooks } from './store.ts';

export { findKeyAt } from './store.ts';

/** Version of the rules. Increment it when the order changes: books of existing libraries are then placed again. */
export const orderRules = '2';

export { editFacts, noFacts, type OrderFacts, type Part, parseFacts, toFactsJson } from './facts.ts';
export { type OrderSettings, type Placed, toInt32, toReadingOrder } from './order.ts';

interface Location {
  folder: string;
  fileName: string;
  fileKey: string;
  /** Folder of the series. */
  seriesPath: string | null;
  rootPosition: number;
}

/** The place of a book until the order of its series is computed. */
export const toFirstPlace = (facts: OrderFacts, titleKey: string, location: Location): Placed =>
  toOnlyPlace(toOrdered(facts, titleKey, location));

interface Arranged {
  /** The most frequent name of each series that is identified by its name. */
  names: Map<string, string>;
  /** Series with a changed order. */
  seriesIds: Set<string>;
  /** Books with a changed number. */
  bookIds: string[];
}

/** The changed place of a book. */
export interface NewPlace extends Placed {
  id: string;
  /** Whether its number changed, which clients show. */
  isRenumbered: boolean;
}

interface ArrangeRequest {
  series: readonly OrderedSeries[];
  /** Stores places in this transaction. */
  save(places: readonly NewPlace[]): Promise<void>;
}

/** Books to process before yielding to the event loop. */
const atOnce = 500;

/** Computes the order of these series and stores what changed. */
export async function arrangeSeries(tx: Tx, { series, save }: ArrangeRequest): Promise<Arranged> {
  const yieldIfDue = createYielder();
  const arranged: Arranged = { names: new Map(), seriesIds: new Set(), bookIds: [] };
  const changes: NewPlace[] = [];
  for await (const [one, books] of readBooks(tx, series)) {
    const ordered: OrderedBook[] = [];
    for (const [i, book] of books.entries()) {
      ordered.push(toOrdered(parseFacts(book.orderFacts), book.titleKey, { ...book, seriesPath: one.path }));
      if (i % atOnce === 0) await yieldIfDue();
    }
    const name = findName(ordered);
    if (name !== undefined) arranged.names.set(one.id, name);
    const placed = toReadingOrder(ordered, one);
    await yieldIfDue();
    for (const [i, book] of books.entries()) {
      const place = placed[i];
      if (!place || isSame(book, place)) continue;
      const isRenumbered = book.number !== place.number || book.numberText !== place.numberText;
      changes.push({ id: book.id, isRenumbered, ...place });
      arranged.seriesIds.add(one.id);
      if (isRenumbered) arranged.bookIds.push(book.id);
    }
  }
  await save(changes);
  return arranged;
}

export function toOrdered(facts: OrderFacts, titleKey: string, location: Location): OrderedBook {
  const { folder, fileName, fileKey, seriesPath, rootPosition } = location;
  const below =
    folder === seriesPath
      ? ''
      : seriesPath && folder.startsWith(`${seriesPath}/`)
        ? folder.slice(seriesPath.length + 1)
        : folder;
  // "Saga 001.cbz" comes before "Saga 001 (Variant).cbz".
  const name = fileKey.replace(/\.[a-z0-9]{2,6}$/, '');
  return {
    facts,
    titleKey,
    pathKey: below === '' ? name : `${toSortKey(below)}/${name}`,
    location: JSON.stringify([rootPosition, folder, fileName]),
  };
}

/** Among names of equal frequency, the first by characters. */
function findName(books: readonly OrderedBook[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { facts } of books)
    if (facts.seriesName !== null) counts.set(facts.seriesName, (counts.get(facts.seriesName) ?? 0) + 1);
  return [...counts].sort(([a, many], [b, more]) => more - many || compare(a, b))[0]?.[0];
}

const isSame = (book: BookPlace, place: Placed): boolean =>
  book.orderKey === place.orderKey &&
  book.orderNumber === place.orderNumber &&
  book.number === place.number &&
  book.numberText === place.numberText &&
  book.numberValue === place.numberValue;
