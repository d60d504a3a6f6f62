// Which settings decide where books belong and what they are called: when they change, a scan places all books anew.
import { createHash } from 'node:crypto';
import type { BookStrategy, NumberStrategy, SeriesStrategy } from '@lectern/contract/values';

export interface AssignmentSettings {
  seriesStrategy: SeriesStrategy;
  seriesConfig: unknown;
  bookStrategy: BookStrategy;
  numberStrategy: NumberStrategy;
}

/** Grows when the program itself places books differently. */
const rulesVersion = 1;

export function toAssignmentKey(library: AssignmentSettings): string {
  const { seriesStrategy, seriesConfig, bookStrategy, numberStrategy } = library;
  const text = JSON.stringify([rulesVersion, seriesStrategy, seriesConfig, bookStrategy, numberStrategy]);
  return createHash('sha1').update(text).digest('hex');
}
