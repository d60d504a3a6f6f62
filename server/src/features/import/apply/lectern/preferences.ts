// Imports client preferences and user fonts. Existing values are kept.

import { maxFontBytes } from '@lectern/contract/reading/fonts';
import { isRecord } from '@lectern/contract/records';
import type { PersonalRecords } from '#features/export/index.ts';
import {
  because,
  findRefusal,
  type LocalIds,
  type Outcome,
  type OwnRecords,
  toOutcome,
} from '#features/import/snapshot/index.ts';
import { readBytes } from '#features/import/untrusted-files/index.ts';
import { reason } from '#infrastructure/errors.ts';
import type { LecternImportServices } from './dependencies.ts';
import { listOwnUsers, type OwnUser, personalRecords } from './files.ts';

type Json = PersonalRecords['preferences']['value'];
type Services = Pick<LecternImportServices, 'preferences' | 'fonts'>;

export async function importTaste(deps: Services, own: OwnRecords, known: LocalIds): Promise<Outcome[]> {
  const outcomes = { preferences: toOutcome('preferences'), fonts: toOutcome('user fonts') };
  const ids = new Map([
    ...known.libraries,
    ...known.series,
    ...[...known.books].map(([theirs, { id }]) => [theirs, id] as const),
  ]);
  for (const user of listOwnUsers(own, known)) {
    await importPreferences(deps, user, { ids, outcome: outcomes.preferences });
    await importFonts(deps, user, { folder: own.folder, outcome: outcomes.fonts });
  }
  return Object.values(outcomes);
}

async function importPreferences(
  { preferences }: Services,
  { viewer, read }: OwnUser,
  { ids, outcome }: { ids: ReadonlyMap<string, string>; outcome: Outcome },
): Promise<void> {
  const mine = await preferences.list(viewer);
  for await (const { key, value } of read('preferences', personalRecords.preferences))
    if (Object.hasOwn(mine, key)) outcome.known++;
    else {
      const refusal = await findRefusal(() => preferences.merge(viewer, { [key]: withOurIds(value, ids) }));
      if (refusal === undefined) outcome.taken++;
      else outcome.notes.push(because(refusal, (why) => reason('import_note_preference', { key, why })));
    }
}

/** Replaces imported library, series and book ids anywhere in the value. */
function withOurIds(value: Json, ids: ReadonlyMap<string, string>): Json {
  if (typeof value === 'string') return ids.get(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => withOurIds(one, ids));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [ids.get(name) ?? name, withOurIds(one, ids)]),
  );
}

async function importFonts(
  { fonts }: Services,
  user: OwnUser,
  { folder, outcome }: { folder: string; outcome: Outcome },
): Promise<void> {
  for await (const { name, file } of user.read('fonts', personalRecords.fonts)) {
    const bytes = await readBytes(folder, `${user.folder}/${file}`, maxFontBytes);
    if (!bytes) {
      outcome.notes.push(reason('import_note_font_missing', { font: name }));
      continue;
    }
    const refusal = await findRefusal(async () => {
      const { isNew } = await fonts.add(user.viewer, {
        bytes: Buffer.from(bytes),
        fileName: `${name}.font`,
      });
      if (isNew) outcome.taken++;
      else outcome.known++;
    });
    if (refusal !== undefined)
      outcome.notes.push(because(refusal, (why) => reason('import_note_font', { font: name, why })));
  }
}
