// Writes `series.json` in the folder of a comic series: values from edits and providers that differ from the file.
import type { FileMetadataChanges } from '@lectern/contract/ingest/file-metadata';
import type { SeriesField } from '@lectern/contract/libraries/metadata-fields';
import {
  canSayInSeriesJson,
  isSameInSeriesJson,
  isSeriesJsonField,
  type SeriesJsonField,
  seriesJsonFields,
} from '@lectern/formats/series-json/edit';
import type { ScanLibrary } from '#features/libraries/libraries/index.ts';
import {
  type SeriesMetadataService,
  type SeriesWithFile,
  toSeriesFile,
} from '#features/libraries/series/index.ts';
import { system } from '#infrastructure/access/viewer.ts';
import { conflict, reason, reasonOf } from '#infrastructure/errors.ts';
import { toPlaceProblem } from '#infrastructure/files/faults/problems.ts';
import { joinNames, toDisplayName, toTemporaryName } from '#infrastructure/files/names.ts';
import { put, statPlain } from './files.ts';
import type * as store from './store.ts';
import { callJob, minutesMs, toRefusal, type WriteDependencies } from './write.ts';

const fileName = 'series.json';

interface PlannedSeries {
  series: store.WritableSeries;
  said: SeriesWithFile;
  fields: SeriesField[];
}

const toJsonField = (field: SeriesField): SeriesJsonField | undefined => {
  const name = field === 'externalIds' ? 'identifiers' : field;
  return isSeriesJsonField(name) ? name : undefined;
};

const toSeriesField = (field: SeriesJsonField) => (field === 'identifiers' ? 'externalIds' : field);

function toChanged({ metadata, file }: SeriesWithFile): SeriesField[] {
  const shown = toSeriesFile(metadata);
  const inFile = toSeriesFile(file);
  return seriesJsonFields
    .filter((name) => {
      const from = metadata.origins[toSeriesField(name)]?.from;
      if (from !== 'person' && from !== 'provider') return false;
      return canSayInSeriesJson(name, shown) && !isSameInSeriesJson(name, shown, inFile);
    })
    .map(toSeriesField);
}

/** Plans the writes for these series. Omits series without changes. */
export async function planSeries(
  {
    catalog,
    seriesMetadata,
  }: Pick<WriteDependencies, 'catalog'> & { seriesMetadata: Pick<SeriesMetadataService, 'listWithFile'> },
  series: readonly store.WritableSeries[],
): Promise<PlannedSeries[]> {
  const rows = await catalog.series.listByIds(
    system,
    series.map(({ id }) => id),
  );
  const known = await seriesMetadata.listWithFile(rows);
  return series.flatMap((one): PlannedSeries[] => {
    const said = known.get(one.id);
    const fields = said ? toChanged(said) : [];
    return said && fields.length > 0 ? [{ series: one, said, fields }] : [];
  });
}

const toShownSeries = ({ series, said, fields }: PlannedSeries): FileMetadataChanges => ({
  bookId: null,
  seriesId: series.id,
  title: series.title,
  refused: null,
  path: toDisplayName(joinNames(series.folder, fileName)),
  changes: fields.map((field) => ({
    field,
    before: said.file[field] ?? null,
    after: said.metadata[field],
  })),
});

interface WriteOne {
  library: ScanLibrary;
  planned: PlannedSeries;
  taskId: string;
  signal: AbortSignal;
}

/** Returns false if the file would not change. Throws a Problem with the reason of a refusal. */
export async function writeSeries(
  deps: WriteDependencies,
  { library, planned, taskId, signal }: WriteOne,
): Promise<boolean> {
  const root = findRoot(library, planned);
  try {
    const { folder, before, edited } = await edit(deps, root.path, planned, signal);
    if (!edited) return false;
    await put({
      folder,
      name: fileName,
      before,
      parts: edited.parts,
      temporaryName: toTemporaryName(taskId),
      keepFreeBytes: deps.config.uploads.keepFree,
    });
    return true;
  } catch (error) {
    throw toPlaceProblem(toRefusal(error), root);
  }
}

function findRoot(library: ScanLibrary, { series }: PlannedSeries): ScanLibrary['roots'][number] {
  const root = library.roots.find(({ id }) => id === series.rootId);
  if (!root) throw conflict(reason('metadata_file_missing'));
  return root;
}

/** Computes the new file without writing it. */
async function edit(
  deps: Pick<WriteDependencies, 'folders' | 'pool'>,
  root: string,
  { series, said, fields }: PlannedSeries,
  signal: AbortSignal,
) {
  const folder = await deps.folders.open(root, series.folder);
  const before = await statPlain(`${folder}/${fileName}`);
  const names = fields.flatMap((field) => toJsonField(field) ?? []);
  const edited = await callJob(deps.pool, 'file_metadata.edit_series', {
    input: {
      root,
      relativePath: joinNames(series.folder, fileName),
      isNew: before === undefined,
      metadata: toSeriesFile(said.metadata),
      // The file requires a name.
      fields: before === undefined ? [...new Set<string>(['title', ...names])] : names,
    },
    roots: [root],
    timeoutMs: 2 * minutesMs,
    signal,
  });
  return { folder, before, edited };
}

/** Returns the shown changes with the reason why the file cannot be written, or undefined if it would not change. */
export async function tryOutSeries(
  deps: Pick<WriteDependencies, 'folders' | 'pool'>,
  library: ScanLibrary,
  planned: PlannedSeries,
  signal: AbortSignal,
): Promise<FileMetadataChanges | undefined> {
  try {
    const { edited } = await edit(deps, findRoot(library, planned).path, planned, signal);
    return edited ? toShownSeries(planned) : undefined;
  } catch (error) {
    return { ...toShownSeries(planned), changes: [], refused: reasonOf(toRefusal(error)) };
  }
}
