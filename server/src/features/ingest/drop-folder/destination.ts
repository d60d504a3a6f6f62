// Determines the library and series that a file of the drop folder would be added to, as a viewer sees them. Changes
// nothing.
import type { DroppedFields, EditDropped } from '@lectern/contract/ingest/drop-folder';
import { findFormatOfName } from '@lectern/contract/values';
import type { Catalog } from '#catalog/catalog.ts';
import type { LibraryScan, ScanLibrary } from '#features/libraries/libraries/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { toDisplayName } from '#infrastructure/files/names.ts';
import { fold } from '#infrastructure/text/fold.ts';
import { toSortKey } from '#infrastructure/text/sort-key.ts';
import { readEdits } from './edits.ts';
import { type Facts, type FoundFields, toFound } from './facts.ts';
import { matchSeries, type SeriesMatch } from './match-series.ts';
import * as store from './store.ts';

export interface DestinationDependencies {
  database: Database;
  catalog: Catalog;
  libraries: LibraryScan;
}

/** The viewer, and the libraries to which files can be assigned. */
export interface Sight {
  deps: DestinationDependencies;
  viewer: Viewer;
  /** Libraries that the viewer sees. */
  libraries: readonly ScanLibrary[];
}

export interface Destination {
  edits: EditDropped;
  found: FoundFields;
  /** Values for the file name. */
  fields: DroppedFields;
  /** Undefined if a user must choose the library. */
  library: ScanLibrary | undefined;
  /** Undefined for a new series. */
  series: store.FoundSeries | undefined;
  /** Whether the title of the series is only similar, or several series have it. */
  isUnsure: boolean;
}

export async function createSight(deps: DestinationDependencies, viewer: Viewer): Promise<Sight> {
  const ids = await deps.catalog.libraries.visibleIds(viewer);
  const found = await Promise.all(ids.map((id) => deps.libraries.findLibrary(id)));
  return { deps, viewer, libraries: found.flatMap((library) => library ?? []) };
}

export async function findDestination(
  sight: Sight,
  row: store.DroppedRow,
  facts: Facts,
): Promise<Destination> {
  const { edits } = readEdits(row);
  const isLibrary = (name: string) => sight.libraries.some((one) => fold(one.name) === fold(name));
  const found = toFound(row, facts, isLibrary);
  const fields = toFields(found.fields, edits);
  const match = await findSeries(sight, { fields, edits, runYear: found.runYear });
  const library = chooseLibrary(sight, { row, edits, match });
  const series = match?.series.libraryId === library?.id ? match?.series : undefined;
  const isUnsure = series !== undefined && match?.isSure === false;
  return { edits, found, fields, library, series, isUnsure };
}

const toFields = (found: DroppedFields, edits: EditDropped): DroppedFields => ({
  series: edits.series ?? found.series,
  volume: edits.volume ?? found.volume,
  chapter: edits.chapter ?? found.chapter,
  number: edits.number ?? found.number,
  title: edits.title ?? found.title,
  year: edits.year ?? found.year,
});

async function findSeries(
  { deps, viewer, libraries }: Sight,
  { fields, edits, runYear }: { fields: DroppedFields; edits: EditDropped; runYear: number | undefined },
): Promise<SeriesMatch | undefined> {
  const { series: title } = fields;
  if (title.trim() === '') return undefined;
  const asked = libraries.filter(({ id }) => typeof edits.libraryId !== 'string' || id === edits.libraryId);
  const candidates = await store.listSeriesLike(
    { db: deps.database.db, libraries: deps.catalog.libraries },
    viewer,
    { titleKey: toSortKey(title), libraryIds: asked.map(({ id }) => id) },
  );
  return matchSeries(title, { runYear, isChosen: typeof edits.series === 'string' }, candidates);
}

/**
 * The library that a user chose, that the topmost folder is named after, that has the series, or that is the only one
 * with the format of the file.
 */
function chooseLibrary(
  { libraries }: Sight,
  { row, edits, match }: { row: store.DroppedRow; edits: EditDropped; match: SeriesMatch | undefined },
): ScanLibrary | undefined {
  const chosen = libraries.find(({ id }) => id === edits.libraryId);
  if (chosen) return chosen;
  const [top = ''] = row.folder.split('/');
  const named = libraries.find(({ name }) => fold(name) === fold(toDisplayName(top)));
  if (named) return named;
  if (match) return libraries.find(({ id }) => id === match.series.libraryId);
  const format = row.isFolder === 1 ? 'folder' : findFormatOfName(row.name);
  const reading = libraries.filter(({ allowedFormats }) => format && allowedFormats.includes(format));
  return reading.length === 1 ? reading[0] : undefined;
}
