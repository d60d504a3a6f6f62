// Lists in parts: statements and messages have a bound.

/** Parts of at most `size`, in their order; none of an empty list. */
export function* chunks<T>(rows: readonly T[], size: number): Generator<T[]> {
  for (let i = 0; i < rows.length; i += size) yield rows.slice(i, i + size);
}

/** Parts that weigh at most `most` together, in their order; what weighs more is alone. */
export function chunksByWeight<T>(rows: readonly T[], most: number, weigh: (row: T) => number): T[][] {
  const parts: T[][] = [];
  let weight = most;
  for (const row of rows) {
    if (weight + weigh(row) > most || parts.length === 0) {
      parts.push([]);
      weight = 0;
    }
    parts.at(-1)?.push(row);
    weight += weigh(row);
  }
  return parts;
}
