// Splits lists into chunks, because statements and messages have limits.

/** Yields chunks of at most `size` in order, none for an empty list. */
export function* chunks<T>(rows: readonly T[], size: number): Generator<T[]> {
  for (let i = 0; i < rows.length; i += size) yield rows.slice(i, i + size);
}

/** Same as `chunks`, for rows that are read `size` at a time, each chunk after the last row of the previous one. */
export async function* readChunks<T>(
  size: number,
  read: (last: T | undefined) => Promise<readonly T[]>,
): AsyncGenerator<readonly T[]> {
  let last: T | undefined;
  do {
    const rows = await read(last);
    if (rows.length > 0) yield rows;
    last = rows.length < size ? undefined : rows.at(-1);
  } while (last !== undefined);
}

/** Same as `readChunks`, row by row. */
export async function* readRows<T>(
  size: number,
  read: (last: T | undefined) => Promise<readonly T[]>,
): AsyncGenerator<T> {
  for await (const rows of readChunks(size, read)) yield* rows;
}

/** Returns chunks with a total weight of at most `max`, in order. A heavier row is in a chunk by itself. */
export function chunksByWeight<T>(rows: readonly T[], max: number, measureLoad: (row: T) => number): T[][] {
  const parts: T[][] = [];
  let weight = max;
  for (const row of rows) {
    if (weight + measureLoad(row) > max || parts.length === 0) {
      parts.push([]);
      weight = 0;
    }
    parts.at(-1)?.push(row);
    weight += measureLoad(row);
  }
  return parts;
}
