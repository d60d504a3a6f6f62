// Paging parameters: zero-based `page`, `size`, `unpaged`. Invalid values count as omitted.

import type { PageRequest } from '@lectern/contract/pagination';
import type { CountedRows } from '#catalog/books/books.ts';
import { type Query, readFlag, readText } from './values.ts';

export interface Window {
  page: number;
  size: number;
  isUnpaged: boolean;
}

const defaultSize = 20;
/** Larger values are reduced to this size. */
const maxSize = 2_000;
/** Maximum length of an unpaged list. Longer lists are truncated, with the full total. */
export const maxUnpaged = 20_000;
const readAtOnce = 1_000;

export function readWindow(query: Query): Window {
  if (readFlag(query, 'unpaged')) return { page: 0, size: maxUnpaged, isUnpaged: true };
  const size = readCount(query, 'size');
  return {
    page: Math.min(readCount(query, 'page') ?? 0, 100_000_000),
    size: Math.min(size || defaultSize, maxSize),
    isUnpaged: false,
  };
}

function readCount(query: Query, name: string): number | undefined {
  const text = readText(query, name) ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** Reads the requested part of a list with one-based pages; a whole list in several reads. */
export async function readFound<T>(
  { page, size, isUnpaged }: Window,
  list: (page: PageRequest) => Promise<CountedRows<T>>,
): Promise<CountedRows<T>> {
  if (!isUnpaged) return list({ page: page + 1, pageSize: size });
  const rows: T[] = [];
  for (let n = 1; ; n++) {
    const found = await list({ page: n, pageSize: readAtOnce });
    rows.push(...found.rows);
    const isEnd = found.rows.length < readAtOnce || rows.length >= Math.min(found.total, maxUnpaged);
    if (isEnd) return { rows, total: found.total };
  }
}

/** The requested part of a complete list. */
export function cut<T>({ page, size, isUnpaged }: Window, all: readonly T[]): CountedRows<T> {
  const rows = isUnpaged ? all.slice(0, maxUnpaged) : all.slice(page * size, (page + 1) * size);
  return { rows, total: all.length };
}
