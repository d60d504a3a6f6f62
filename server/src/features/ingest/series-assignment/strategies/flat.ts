// flat: folders are ignored; the series comes from metadata, from a pattern, or from the file name.
import type { FlatConfig } from '@lectern/contract/ingest/scanning-strategies';
import { parseFileName } from '@lectern/formats/file-name/parse-name';
import { splitPath, withYear } from './folders.ts';
import { compilePattern, type PatternMatch, type PatternReader } from './pattern.ts';
import { toNameKey } from './series-key.ts';
import type { CompiledStrategy, SeriesAssignment, StrategyContext } from './strategy.ts';

const extension = /\.[A-Za-z0-9]{1,8}$/;

/**
 * Uses metadata, then the pattern, then the file name. A name without a number is a separate series. Names that differ
 * in case, accents or width are one series. A year before the number ("Batman (2016) 005", or a Volume of 2016 in
 * metadata) separates runs with the same name; a year after it does not.
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
