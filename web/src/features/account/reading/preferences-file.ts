// Preferences as a JSON file.
import { isRecord, toRecord } from '@lectern/contract/records';
import type { Output } from '../../../api/routes.ts';

export type Preferences = Output<'GET /api/v1/user/preferences'>;

/** Any JSON object; the server validates the values. */
const isPreferences = (value: unknown): value is Preferences => isRecord(value);

/** The preferences in a file. Undefined if it is another kind of file. */
export function readPreferences(text: string): Preferences | undefined {
  try {
    const { lecternPreferences } = toRecord(JSON.parse(text));
    return isPreferences(lecternPreferences) ? lecternPreferences : undefined;
  } catch {
    return undefined;
  }
}

export function savePreferences(preferences: Preferences): void {
  const text = JSON.stringify({ lecternPreferences: preferences }, null, 2);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = 'lectern-preferences.json';
  link.click();
  URL.revokeObjectURL(link.href);
}
