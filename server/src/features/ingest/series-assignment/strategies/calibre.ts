// calibre: Author/Title (id)/files, the layout of calibre's libraries, with a metadata.opf for each book.
import type { CalibreConfig } from '@lectern/contract/ingest/scanning-strategies';
import { parseFileName } from '@lectern/formats/file-name/parse-name';
import { splitPath } from './folders.ts';
import { toNameKey, toPathKey } from './series-key.ts';
import type { AssignBook, SeriesAssignment } from './strategy.ts';

/** The number that calibre appends to each title folder. */
const idSuffix = / \([0-9]{1,9}\)$/;

/**
 * Uses the series of the metadata, across authors. A book without one is a separate series, named after its title
 * folder. Depending on the settings, all books of an author or each title are a series. The formats of a book are in
 * one title folder and share its series.
 */
export function makeCalibre({ seriesSource }: CalibreConfig): AssignBook {
  return (relativePath, { metadata }) => {
    const { folders, fileName } = splitPath(relativePath);
    const titleFolder = folders[1];
    const title = (titleFolder ?? parseFileName(fileName).name).replace(idSuffix, '').trim();
    const series = metadata?.series?.trim();
    if (seriesSource === 'metadata' && series) {
      return { seriesKey: toNameKey(series), seriesName: series, seriesPath: null, title };
    }
    const author = folders[0];
    if (seriesSource === 'author' && author !== undefined) {
      return { seriesKey: toPathKey([author]), seriesName: author, seriesPath: author, title };
    }
    return { ...toOwnSeries(folders, fileName, title), title };
  };
}

function toOwnSeries(folders: readonly string[], fileName: string, seriesName: string): SeriesAssignment {
  const own = folders.slice(0, 2);
  const path = own.length === 2 ? own : [...own, fileName];
  return { seriesKey: toPathKey(path), seriesName, seriesPath: own.length === 2 ? own.join('/') : null };
}
