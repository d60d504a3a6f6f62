// Imports the data that only Lectern exports contain and the common snapshot does not.
import type { Outcome, OwnRecords } from '#features/import/snapshot/index.ts';
import { importSignInMethods, type KnownAndMade } from './access.ts';
import { importUnselectedCovers } from './covers.ts';
import type { LecternImportServices } from './dependencies.ts';
import { importDuplicateDecisions } from './duplicates.ts';
import { importTaste } from './preferences.ts';
import { importProviderMetadata } from './provided.ts';
import { importReading } from './reading.ts';
import { importReleaseChoices } from './releases.ts';
import { importServerSettings } from './settings.ts';

/** Runs after accounts, and before reading positions, which are more precise in the export. */
export async function importLecternData(
  deps: LecternImportServices,
  own: OwnRecords | undefined,
  known: KnownAndMade,
): Promise<Outcome[]> {
  if (!own) return [];
  await importProviderMetadata(deps, own, known);
  await importDuplicateDecisions(deps, own, known);
  await deps.panels.restoreCorrections(
    own.panelCorrections.map((one) => ({ ...one, updatedAt: Date.parse(one.updatedAt) })),
  );
  return [
    await importServerSettings(deps, own.settings),
    await importUnselectedCovers(deps, own, known),
    await importSignInMethods(deps, own, known),
    ...(await importReading(deps, own, known)),
    ...(await importTaste(deps, own, known)),
    await importReleaseChoices(deps, own, known),
  ];
}
