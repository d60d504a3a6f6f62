// flat: folders are ignored; the series comes from metadata, from a pattern, or from the file name.
import type { FlatConfig } from '@lectern/contract/scanning-strategies';
import { parseFileName } from '@lectern/formats/file-name/parse-name';
import { splitPath, withYear } from './folders.ts';
import { compilePattern, type PatternMatch, type PatternReader } from './pattern.ts';
import { toNameKey } from './series-key.ts';
import type { CompiledStrategy, SeriesAssignment, StrategyContext } from './strategy.ts';

const extension = /\.[A-Za-z0-9]{1,8}$/;

/**
 * Metadata first, then the pattern, then what the file name says; a name without numbering is a series of its
 * own. Names that differ in case, accents or width are one series; a year before the number ("Batman (2016) 005",
 * a Volume of 2016 in metadata) keeps runs of one name apart, one behind it does not.
 */
export function makeFlat({ pattern }: FlatConfig): CompiledStrategy {
  if (pattern === undefined) return { ok: true, assignBook: (path, context) => place(path, context) };
  const compiled = compilePattern(pattern);
  if (!compiled.ok) return compiled;
  return { ok: true, assignBook: (path, context) => place(path, context, compiled.read) };
}

function place(path: string, { metadata, parsed }: StrategyContext, read?: PatternReader): SeriesAssignment {
  const { fileName } = splitPath(path);
  const { series, year, ...book }: Partial<PatternMatch> = read?.(fileName.replace(extension, '')) ?? {};
  const stated = metadata?.series?.trim();
  if (stated) return { ...book, ...toSeries(stated, yearOfVolume(metadata?.volume)) };
  if (series !== undefined) return { ...book, ...toSeries(series, year) };
  const name = parsed ?? parseFileName(fileName);
  return toSeries(name.series ?? name.title ?? (name.name || fileName), name.seriesYear);
}

function toSeries(seriesName: string, year: number | undefined): SeriesAssignment {
  return withYear({ seriesKey: toNameKey(seriesName, [year]), seriesName, seriesPath: null }, year);
}

function yearOfVolume(volume: number | null | undefined): number | undefined {
  return volume && Number.isInteger(volume) && volume >= 1900 && volume <= 2100 ? volume : undefined;
}
