// Converts catalog rows to the clients' format, including their metadata, with a fixed number of statements.
import type { BookRow } from '#catalog/books/book-rows.ts';
import type { SeriesRow } from '#catalog/series/series-dto.ts';
import { can, type Viewer } from '#infrastructure/access/viewer.ts';
import { notFound } from '#infrastructure/errors.ts';
import type { CompatDependencies } from '../dependencies.ts';
import { type CompatBook, toBook } from '../shapes/book.ts';
import { type CompatSeries, toSeries } from '../shapes/series.ts';

export async function showBooks(
  { services: { books, progress } }: CompatDependencies,
  viewer: Viewer,
  rows: readonly BookRow[],
): Promise<CompatBook[]> {
  const ids = rows.map(({ id }) => id);
  const [known, devices] = await Promise.all([
    books.metadata.listLocked(rows),
    progress.listDevices(viewer, ids),
  ]);
  return rows.map((row) => toBook(row, { metadata: known.get(row.id), device: devices.get(row.id) }, viewer));
}

/** Throws `not_found` without a row. */
export async function showBook(
  deps: CompatDependencies,
  viewer: Viewer,
  row: BookRow | null | undefined,
): Promise<CompatBook> {
  const [book] = row ? await showBooks(deps, viewer, [row]) : [];
  if (!book) throw notFound('book');
  return book;
}

export async function showSeries(
  { services }: CompatDependencies,
  viewer: Viewer,
  rows: readonly SeriesRow[],
): Promise<CompatSeries[]> {
  if (rows.length === 0) return [];
  const metadata = await services.series.metadata.list(rows);
  const ids = rows.map(({ id }) => id);
  // As in the native API, only users who can set sharing tags see them.
  const mayLabel = can(viewer, 'series:write');
  const labels = mayLabel ? await services.sharingTags.listNamesOfSeries(ids) : undefined;
  return rows.flatMap((row) => {
    const own = metadata.get(row.id);
    return own ? [toSeries(row, { ...own, sharingLabels: labels?.get(row.id) ?? [] }, viewer)] : [];
  });
}
