// Compiles a library's series strategy and its stored settings to a function that assigns books.
import { seriesConfigSchemas } from '@lectern/contract/ingest/scanning-strategies';
import type { SeriesStrategy } from '@lectern/contract/values';
import type { z } from 'zod';
import { makeCalibre } from './calibre.ts';
import { makeCustom } from './custom.ts';
import { makeFlat } from './flat.ts';
import { makePublisherHierarchy } from './publisher-hierarchy.ts';
import { assignBySeriesFolder } from './series-folder.ts';
import { assignBySeriesVolume } from './series-volume.ts';
import { assignBySeriesVolumeChapter } from './series-volume-chapter.ts';
import type { AssignBook, CompiledStrategy } from './strategy.ts';

/**
 * Validates the settings (null and undefined count as empty) and compiles them once per scan. Issues contain the name
 * of the setting and are part of the 400 response.
 */
export function compileStrategy(strategy: SeriesStrategy, config: unknown): CompiledStrategy {
  switch (strategy) {
    case 'series_folder':
      return ready(assignBySeriesFolder);
    case 'series_volume':
      return ready(assignBySeriesVolume);
    case 'series_volume_chapter':
      return ready(assignBySeriesVolumeChapter);
    case 'flat':
      return withConfig(seriesConfigSchemas.flat, config, makeFlat);
    case 'publisher_hierarchy':
      return withConfig(seriesConfigSchemas.publisher_hierarchy, config, (parsed) =>
        ready(makePublisherHierarchy(parsed)),
      );
    case 'calibre':
      return withConfig(seriesConfigSchemas.calibre, config, (parsed) => ready(makeCalibre(parsed)));
    case 'custom':
      return withConfig(seriesConfigSchemas.custom, config, makeCustom);
  }
}

const ready = (assignBook: AssignBook): CompiledStrategy => ({ ok: true, assignBook });

function withConfig<Config>(
  schema: z.ZodType<Config>,
  config: unknown,
  make: (config: Config) => CompiledStrategy,
): CompiledStrategy {
  const parsed = schema.safeParse(config ?? {});
  if (parsed.success) return make(parsed.data);
  const issues = parsed.error.issues.map(({ path, message }) => ({
    path: path.map(String).join('.'),
    message,
  }));
  return { ok: false, issues };
}
