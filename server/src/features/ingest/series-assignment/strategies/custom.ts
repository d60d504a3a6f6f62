// custom: a regular expression over the relative path, with a named group for each part.
import type { CustomConfig } from '@lectern/contract/ingest/scanning-strategies';
import { parseFolderName } from '@lectern/formats/file-name/parse-name';
import { compilePattern } from './pattern.ts';
import { assignBySeriesFolder } from './series-folder.ts';
import { toNameKey } from './series-key.ts';
import type { CompiledStrategy, SeriesAssignment } from './strategy.ts';

/**
 * Series with equal name and publisher are one, ignoring case and accents; "Batman (2011)" and "Batman (2016)" are
 * separate, and the year is removed from the name. A path that does not match is assigned by its folder.
 */
export function makeCustom({ pattern }: CustomConfig): CompiledStrategy {
  const compiled = compilePattern(pattern);
  if (!compiled.ok) return compiled;
  return {
    ok: true,
    assignBook(relativePath, context) {
      const match = compiled.read(relativePath);
      if (!match) return assignBySeriesFolder(relativePath, context);
      const { series, year: ownYear, ...rest } = match;
      const folder = parseFolderName(series);
      const year = ownYear ?? folder.year;
      const assignment: SeriesAssignment = {
        ...rest,
        seriesKey: toNameKey(series, [match.publisher, ownYear]),
        seriesName: folder.name || series,
        seriesPath: null,
      };
      return year === undefined ? assignment : { ...assignment, year };
    },
  };
}
