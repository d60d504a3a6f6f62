// Imports server settings. Settings that were changed on this server are kept.

import { findRefusal, type Outcome, type OwnRecords, toOutcome } from '#features/import/snapshot/index.ts';
import { system } from '#infrastructure/access/viewer.ts';
import { reason } from '#infrastructure/errors.ts';
import type { LecternImportServices } from './dependencies.ts';

export async function importServerSettings(
  { settings }: Pick<LecternImportServices, 'settings'>,
  theirs: OwnRecords['settings'],
): Promise<Outcome> {
  const outcome = toOutcome('settings');
  const changed = new Set(settings.list().flatMap(({ key, isDefault }) => (isDefault ? [] : [key])));
  for (const { key, value } of theirs) {
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    if (changed.has(key)) outcome.known++;
    else if (!isPlain) outcome.notes.push(reason('import_note_setting_invalid', { setting: key }));
    else if ((await findRefusal(() => settings.set(system, key, value))) === undefined) outcome.taken++;
    else outcome.notes.push(reason('import_note_setting_invalid', { setting: key }));
  }
  return outcome;
}
