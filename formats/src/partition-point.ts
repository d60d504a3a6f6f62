// Binary search.

/** How many of `count` ordered things, from the first, satisfy `isBefore`; none behind the first that does not. */
export function partitionPoint(count: number, isBefore: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
