// Navigation entries.
import type { SeriesRow } from '#catalog/series/series-dto.ts';
import type { FeedKind, NavigationEntry } from './feed.ts';
import { catalogueShapedAtMs, toEntityId, toFeedId } from './paths.ts';

interface Folder {
  title: string;
  path: string;
  kind: FeedKind;
  summary?: string | undefined;
  isNew?: boolean;
  count?: number | undefined;
}

/** A navigation entry for a feed without an entity. */
export const toFolder = (folder: Folder): NavigationEntry => ({
  ...folder,
  id: toFeedId(folder.path),
  updatedMs: catalogueShapedAtMs,
});

const maxSummaryLength = 600;

export function toSeriesEntry(row: SeriesRow): NavigationEntry {
  const unread = Math.max(0, row.bookCount - row.readCount);
  const facts = [
    countOf(row.bookCount, 'book'),
    unread === 0 ? 'all read' : unread < row.bookCount ? `${unread} unread` : undefined,
    row.publisher ?? undefined,
    row.year === null ? undefined : String(row.year),
  ];
  return {
    id: toEntityId(row.id),
    title: row.title,
    summary: [facts.filter((fact) => fact !== undefined).join(' · '), shorten(row.summary ?? '')]
      .filter((text) => text !== '')
      .join('\n'),
    updatedMs: Math.max(row.updatedAt, row.booksUpdatedAt),
    path: `/series/${row.id}`,
    kind: 'acquisition',
    count: row.bookCount,
    thumbnail: row.coverVersion === '' ? undefined : `/series/${row.id}/thumbnail`,
  };
}

export const countOf = (count: number, what: string): string =>
  `${count} ${count === 1 || what === 'series' ? what : `${what}s`}`;

/** Shortens to at most `maxLength` characters without splitting a surrogate pair. */
export function shorten(text: string, maxLength = maxSummaryLength): string {
  const trimmed = text.trim();
  if (trimmed.length <= maxLength) return trimmed;
  return `${trimmed
    .slice(0, maxLength)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trimEnd()}…`;
}
