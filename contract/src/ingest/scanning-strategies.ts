// Strategies that assign series, titles and numbers to books, and their settings.
import { z } from 'zod';
import {
  bookStrategies,
  calibreSeriesSources,
  numberStrategies,
  type SeriesStrategy,
  seriesStrategies,
} from '../values.ts';

export const seriesStrategySchema = z.enum(seriesStrategies).meta({
  id: 'SeriesStrategy',
  description:
    '`series_folder`: each folder that directly contains books is a series. `series_volume`: the first level is the series, deeper folders are its volumes. `series_volume_chapter`: the third level is a chapter. `flat`: the series comes from metadata or the file name. `publisher_hierarchy`: as series_volume below some skipped levels, the first of which is the publisher. `calibre`: Author/Title (id)/files. `custom`: a regular expression over the relative path.',
});

export const bookStrategySchema = z.enum(bookStrategies).meta({
  id: 'BookStrategy',
  description:
    'Source of book titles. `filename`: the file name without extension. `metadata_first`: the metadata, otherwise the file name. `smart`: the metadata unless it is generic ("Volume 3"), otherwise the title in the file name. `series_name`: the series with volume, chapter and number ("Saga v01 #002").',
});

export const numberStrategySchema = z.enum(numberStrategies).meta({
  id: 'NumberStrategy',
  description:
    'Source of book numbers. `smart`: the metadata, otherwise the file name, otherwise the rank among the files of the folder. The other strategies use only one of these.',
});

/** Maximum length of a pattern in characters. */
export const maxPatternLength = 500;
const patternText = z.string().min(1).max(maxPatternLength);

const none = z.object({}).meta({ description: 'No settings.' });

const flatConfigSchema = z.object({
  pattern: patternText.optional().meta({
    description:
      'Regular expression over the file name without extension, with named groups (?<series>…), volume, chapter, number, title, year. Other names are parsed by default rules. Linear-time syntax (RE2): no look-around, no back-references.',
  }),
});
export type FlatConfig = z.infer<typeof flatConfigSchema>;

const publisherHierarchyConfigSchema = z.object({
  skipLevels: z
    .int()
    .min(0)
    .max(10)
    .default(1)
    .meta({ description: 'Number of folder levels above the series.' }),
});
export type PublisherHierarchyConfig = z.infer<typeof publisherHierarchyConfigSchema>;

const calibreConfigSchema = z.object({
  seriesSource: z.enum(calibreSeriesSources).default('metadata').meta({
    description:
      '`metadata`: the series of metadata.opf; books without a series form separate series. `author`: all books of an author. `title`: each book separately.',
  }),
});
export type CalibreConfig = z.infer<typeof calibreConfigSchema>;

const customConfigSchema = z.object({
  pattern: patternText.meta({
    description:
      'Regular expression over the path relative to the library folder, separated by "/", with the required named group (?<series>…) and optional groups publisher, volume, chapter, number, title, year. Other files are assigned by folder. Linear-time syntax (RE2): no look-around, no back-references.',
  }),
});
export type CustomConfig = z.infer<typeof customConfigSchema>;

/** Settings of each series strategy. Missing or null settings count as `{}`. */
export const seriesConfigSchemas = {
  series_folder: none,
  series_volume: none,
  series_volume_chapter: none,
  flat: flatConfigSchema,
  publisher_hierarchy: publisherHierarchyConfigSchema,
  calibre: calibreConfigSchema,
  custom: customConfigSchema,
} as const satisfies Record<SeriesStrategy, z.ZodType>;

/** Book and number strategies have no settings. */
export const bookConfigSchema = none;
export const numberConfigSchema = none;
