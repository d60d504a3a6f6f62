// The settings that determine series and names of books. When they change, a scan assigns all books again.
import { createHash } from 'node:crypto';
import type { BookStrategy, NumberStrategy, SeriesStrategy } from '@lectern/contract/values';

export interface AssignmentSettings {
  seriesStrategy: SeriesStrategy;
  seriesConfig: unknown;
  bookStrategy: BookStrategy;
  numberStrategy: NumberStrategy;
}

/** Increment when the program assigns books differently. */
const rulesVersion = 2;

export function toAssignmentKey(library: AssignmentSettings): string {
  const { seriesStrategy, seriesConfig, bookStrategy, numberStrategy } = library;
  const text = JSON.stringify([rulesVersion, seriesStrategy, seriesConfig, bookStrategy, numberStrategy]);
  return createHash('sha1').update(text).digest('hex');
}
