// Reads the metadata file of a series: `series.json` in its folder.
import { open } from 'node:fs/promises';
import { FormatError } from '@lectern/formats/error';
import { defaultLimits } from '@lectern/formats/limits';
import type { SeriesMetadata } from '@lectern/formats/metadata';
import { parseSeriesJson } from '@lectern/formats/series-json/parse';
import { toNativePath } from '#infrastructure/files/names.ts';
import type { SeriesEdits } from './fields.ts';

const fileName = 'series.json';

/** Null when the file is missing or invalid. The series is then described by its books and folder. */
export async function readSeriesSidecar(root: string, folder: string): Promise<SeriesEdits | null> {
  const bytes = await readFile(toNativePath(root, folder === '' ? fileName : `${folder}/${fileName}`));
  if (!bytes) return null;
  try {
    const found = parseSeriesJson(bytes, defaultLimits);
    return found ? toEdits(found) : null;
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}

async function readFile(path: string | Buffer): Promise<Uint8Array | undefined> {
  try {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      return size > defaultLimits.maxDocumentBytes ? undefined : await file.readFile();
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}

function toEdits(found: SeriesMetadata): SeriesEdits {
  const {
    alternateTitles,
    externalLinks,
    identifiers,
    volume: _,
    formatDetail: __,
    coverUrl: ___,
    ...plain
  } = found;
  return {
    ...plain,
    ...(alternateTitles && {
      alternateTitles: alternateTitles.map((one, i) => ({ id: String(i + 1), ...one })),
    }),
    ...(externalLinks && { externalLinks: externalLinks.map((one, i) => ({ id: String(i + 1), ...one })) }),
    ...(identifiers && {
      externalIds: identifiers.map(({ scheme, value }) => ({
        source: scheme,
        externalId: value,
        externalUrl: null,
      })),
    }),
  };
}
