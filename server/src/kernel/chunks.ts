// Lists in parts: statements and messages have a bound.

/** Parts of at most `size`, in their order; none of an empty list. */
export function* chunks<T>(rows: readonly T[], size: number): Generator<T[]> {
  for (let i = 0; i < rows.length; i += size) yield rows.slice(i, i + size);
}
