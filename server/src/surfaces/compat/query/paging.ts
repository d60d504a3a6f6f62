// Which part of a list is asked for: `page` from 0, `size`, `unpaged`. What is malformed counts as not said.
import type { PageRequest } from '@lectern/contract/pagination';
import { type Query, readFlag, readText } from './values.ts';

export interface Window {
  page: number;
  size: number;
  isUnpaged: boolean;
}

const defaultSize = 20;
/** A larger page is served as this one. */
const maxSize = 2_000;
/** Of a list that is asked for whole. Longer ones are cut, and say so by their totals. */
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

interface Found<T> {
  rows: T[];
  total: number;
}

/** Reads the part from a list that counts its pages from 1; a whole list in pieces. */
export async function readFound<T>(
  { page, size, isUnpaged }: Window,
  list: (page: PageRequest) => Promise<Found<T>>,
): Promise<Found<T>> {
  if (!isUnpaged) return list({ page: page + 1, pageSize: size });
  const rows: T[] = [];
  for (let n = 1; ; n++) {
    const found = await list({ page: n, pageSize: readAtOnce });
    rows.push(...found.rows);
    const isEnd = found.rows.length < readAtOnce || rows.length >= Math.min(found.total, maxUnpaged);
    if (isEnd) return { rows, total: found.total };
  }
}

/** The part of what is all there. */
export function cut<T>({ page, size, isUnpaged }: Window, all: readonly T[]): Found<T> {
  const rows = isUnpaged ? all.slice(0, maxUnpaged) : all.slice(page * size, (page + 1) * size);
  return { rows, total: all.length };
}
