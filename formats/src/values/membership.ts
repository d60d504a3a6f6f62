// Positions in larger groups: arcs, collections, other series.
import type { Membership } from '../metadata.ts';
import { toDefined } from './defined.ts';
import { parseIssueNumber } from './number.ts';

/** Returns a membership with its number as written and as a number. */
export function toMembership(name: string, numberText?: string, total?: number): Membership {
  const number = numberText === undefined ? undefined : parseIssueNumber(numberText);
  return toDefined<Membership>({ name, numberText, number, total });
}
