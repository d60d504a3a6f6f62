// Rows that were written put among many that were not, in an order that the database alone knows: it is asked how a few
// rows stand to one another, some twenty times for a million.
import type { Window } from './remembered-order.ts';

/** Rows whose order is known, by their index in it. */
export interface Ordered {
  count: number;
  rowAt(index: number): number;
}

export interface Put {
  row: number;
  /** So many of the ordered rows come before it. */
  before: number;
}

interface Asked extends Ordered {
  /** Those of the rows that have a place in the order, in it. */
  among(rows: readonly number[]): Promise<readonly number[]>;
}

/** Where the rows belong, in the order; those that have no place in it are left out. All are searched for at once. */
export async function placeMoved(
  rows: readonly number[],
  { count, rowAt, among }: Asked,
): Promise<readonly Put[]> {
  const searched = (await among(rows)).map((row) => ({ row, from: 0, to: count }));
  const middleOf = ({ from, to }: { from: number; to: number }) => (from + to) >>> 1;
  for (let open = searched; ; ) {
    open = open.filter(({ from, to }) => from < to);
    if (open.length === 0) return searched.map(({ row, from }) => ({ row, before: from }));
    const middles = open.map((one) => rowAt(middleOf(one)));
    const ranked = await among([...new Set([...open.map(({ row }) => row), ...middles])]);
    const ranks = new Map(ranked.map((row, rank) => [row, rank]));
    for (const [i, one] of open.entries()) {
      const isBefore = (ranks.get(one.row) ?? 0) < (ranks.get(middles[i] ?? 0) ?? 0);
      if (isBefore) one.to = middleOf(one);
      else one.from = middleOf(one) + 1;
    }
  }
}

/** A part of both together. */
export function mergeMoved(
  put: readonly Put[],
  { count, rowAt }: Ordered,
  { limit, offset }: Window,
): number[] {
  let at = put.findIndex(({ before }, index) => before + index >= offset);
  if (at < 0) at = put.length;
  const rows: number[] = [];
  for (let index = offset - at; rows.length < limit; ) {
    const next = put[at];
    if (next && next.before <= index) {
      rows.push(next.row);
      at++;
    } else if (index < count) {
      rows.push(rowAt(index++));
    } else {
      return rows;
    }
  }
  return rows;
}
