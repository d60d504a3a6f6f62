// Paths relative to the base of a version, and stable ids.
import { hash } from 'node:crypto';
import type { Paging } from './feed.ts';

export type Parameters = Readonly<Record<string, string | undefined>>;

/** Appends the parameters that have a value, in order. */
export function toPath(path: string, parameters: Parameters): string {
  const given = Object.entries(parameters).filter((pair): pair is [string, string] => !!pair[1]);
  if (given.length === 0) return path;
  return `${path}?${given.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&')}`;
}

/** Paging whose first page has the address without parameter. */
export function toPaging(
  { page, pageSize, total }: Omit<Paging, 'toPath'>,
  toPagePath: (page: string | undefined) => string,
): Paging {
  return { page, pageSize, total, toPath: (n) => toPagePath(n > 1 ? String(n) : undefined) };
}

export const toEntityId = (id: string): string => `urn:uuid:${id}`;

/** The id of a feed without an entity: a UUID derived from its path (RFC 9562, version 8). */
export function toFeedId(path: string): string {
  const hex = hash('sha256', `lectern opds ${path}`);
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `urn:uuid:${parts.join('-')}`;
}

/** Last change to the structure of the catalog: modification time of navigation entries for feeds. */
export const catalogueShapedAtMs = Date.UTC(2026, 10, 21);

export const toUpdatedMs = (entries: readonly { updatedMs: number }[]): number =>
  entries.reduce((latest, { updatedMs }) => Math.max(latest, updatedMs), catalogueShapedAtMs);

/**
 * Omits the previous link on the first page and the next link on the last. A page beyond the end links back to the
 * last.
 */
export function toPageLinks({ page, pageSize, total, toPath }: Paging): { rel: string; path: string }[] {
  const last = Math.max(1, Math.ceil(total / pageSize));
  return [
    { rel: 'first', path: toPath(1) },
    ...(page > 1 ? [{ rel: 'previous', path: toPath(Math.min(page - 1, last)) }] : []),
    ...(page < last ? [{ rel: 'next', path: toPath(page + 1) }] : []),
    { rel: 'last', path: toPath(last) },
  ];
}
