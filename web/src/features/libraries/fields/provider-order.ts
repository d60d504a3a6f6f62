// The order of providers as the form shows it: complete, with the files at the place where they count.
import { filesInOrder } from '@lectern/contract/provider-values';

/** Those that are not named come after those that are; files that are not named come last. */
export function toShownOrder(order: readonly string[], known: readonly string[]): string[] {
  const all = [...new Set([...order, ...known.filter((one) => !order.includes(one))])];
  return all.includes(filesInOrder) ? all : [...all, filesInOrder];
}
