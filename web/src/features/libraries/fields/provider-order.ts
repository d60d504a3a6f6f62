// The complete order of providers in the form, with the files at their effective position.
import { filesInOrder } from '@lectern/contract/plugins/provider-values';

/** Unnamed providers follow the named ones. Files come last unless they are named. */
export function toShownOrder(order: readonly string[], known: readonly string[]): string[] {
  const all = [...new Set([...order, ...known.filter((one) => !order.includes(one))])];
  return all.includes(filesInOrder) ? all : [...all, filesInOrder];
}
