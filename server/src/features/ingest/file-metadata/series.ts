// `series.json` in the folder of a series of comics: what people and providers say of the series, and the file does not.
import type { FileMetadataChanges } from '@lectern/contract/file-metadata';
import type { SeriesField } from '@lectern/contract/metadata-fields';
import type { SeriesMetadata } from '@lectern/formats/metadata';
import {
  canSayInSeriesJson,
  isSameInSeriesJson,
  isSeriesJsonField,
  type SeriesJsonField,
} from '@lectern/formats/series-json/edit';
import type { ScanLibrary } from '#features/libraries/libraries/index.ts';
import type { SeriesEdits, SeriesMetadataService, SeriesWithFile } from '#features/libraries/series/index.ts';
import { system } from '#infrastructure/access/viewer.ts';
import { conflict, reason } from '#infrastructure/errors.ts';
import { toPlaceProblem } from '#infrastructure/files/file-faults.ts';
import { openFolder } from '#infrastructure/files/moving.ts';
import { joinNames, toDisplayName, toTemporaryName } from '#infrastructure/files/names.ts';
import { put, statPlain } from './files.ts';
import type * as store from './store.ts';
import { callJob, minutesMs, toProblem, type WriteDependencies } from './write.ts';

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

function toSaid(values: SeriesEdits): SeriesMetadata {
  const { title, publisher, imprint, year, summary, status, ageRating, totalChapterCount } = values;
  const plain = { title, publisher, imprint, year, summary, status, ageRating, totalChapterCount };
  const stated = Object.entries(plain).filter(([, value]) => value !== null && value !== undefined);
  return {
    ...Object.fromEntries(stated),
    identifiers: (values.externalIds ?? []).map(({ source, externalId }) => ({
      // As providers name what they know of themselves.
      scheme: source.replace(/^plugin:/, ''),
      value: externalId,
    })),
  };
}

function toChanged({ metadata, file }: SeriesWithFile): SeriesField[] {
  const [shown, inFile] = [toSaid(metadata), toSaid(file)];
  return seriesJsonFields.filter((field) => {
    const name = toJsonField(field);
    const from = metadata.origins[field]?.from;
    if (name === undefined || (from !== 'person' && from !== 'provider')) return false;
    return canSayInSeriesJson(name, shown) && !isSameInSeriesJson(name, shown, inFile);
  });
}

const seriesJsonFields: readonly SeriesField[] = [
  ...(['title', 'publisher', 'imprint', 'year', 'summary', 'status', 'ageRating'] as const),
  ...(['totalChapterCount', 'externalIds'] as const),
];

/** What is to be written of these series; those of which nothing is are left out. */
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

export const toShownSeries = ({ series, said, fields }: PlannedSeries): FileMetadataChanges => ({
  ...{ bookId: null, seriesId: series.id, title: series.title, refused: null },
  path: toDisplayName(joinNames(series.folder, fileName)),
  changes: fields.map((field) => ({
    ...{ field, before: said.file[field] ?? null },
    after: said.metadata[field],
  })),
});

interface WriteOne {
  library: ScanLibrary;
  planned: PlannedSeries;
  taskId: string;
  signal: AbortSignal;
}

/** Throws a Problem with what keeps the file from being written; then it is as it was. */
export async function writeSeries(
  deps: WriteDependencies,
  { library, planned: { series, said, fields }, taskId, signal }: WriteOne,
): Promise<void> {
  const root = library.roots.find(({ id }) => id === series.rootId);
  if (!root) throw conflict(reason('metadata_file_missing'));
  try {
    const folder = await openFolder(root.path, series.folder);
    const before = await statPlain(`${folder}/${fileName}`);
    const names = fields.flatMap((field) => toJsonField(field) ?? []);
    const edited = await callJob(deps.pool, 'file_metadata.edit_series', {
      input: {
        ...{ root: root.path, relativePath: joinNames(series.folder, fileName) },
        ...{ isNew: before === undefined, metadata: toSaid(said.metadata) },
        // No such file is without a name.
        fields: before === undefined ? [...new Set<string>(['title', ...names])] : names,
      },
      roots: [root.path],
      timeoutMs: 2 * minutesMs,
      signal,
    });
    if ('refused' in edited) throw toProblem(edited.refused);
    await put({
      ...{ folder, name: fileName, before, parts: edited.parts },
      temporaryName: toTemporaryName(taskId),
      keepFreeBytes: deps.config.uploads.keepFree,
    });
  } catch (error) {
    throw toPlaceProblem(error, root);
  }
}
