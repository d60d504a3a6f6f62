// The kinds of libraries, and the defaults of new libraries by kind. Has no imports of schemas.
import {
  defaultFormats,
  type FileFormat,
  type FormatKind,
  formats,
  type ReadingDirection,
  type SeriesStrategy,
} from '../values.ts';

/** The main content of a library. Determines defaults, icons and words. */
export const libraryKinds = ['comics', 'manga', 'books', 'documents', 'mixed'] as const;
export type LibraryKind = (typeof libraryKinds)[number];

interface KindDefaults {
  seriesStrategy: SeriesStrategy;
  defaultReadingDirection: ReadingDirection;
  allowedFormats: readonly FileFormat[];
  /** Included providers in order of preference. */
  providers: readonly string[];
}

const only = (...kinds: FormatKind[]): FileFormat[] =>
  defaultFormats.filter((format) => kinds.includes(formats[format].kind));

/** Comics are also published as fixed-layout EPUB and as PDF. */
const comicFormats: FileFormat[] = [...only('comic'), 'epub', 'pdf'];

export const libraryKindDefaults: Readonly<Record<LibraryKind, KindDefaults>> = {
  comics: {
    seriesStrategy: 'series_volume',
    defaultReadingDirection: 'ltr',
    allowedFormats: comicFormats,
    providers: ['built-in:metron', 'built-in:comicvine'],
  },
  manga: {
    seriesStrategy: 'series_volume',
    defaultReadingDirection: 'rtl',
    allowedFormats: comicFormats,
    providers: ['built-in:mangabaka', 'built-in:anilist', 'built-in:mangaupdates'],
  },
  books: {
    seriesStrategy: 'flat',
    defaultReadingDirection: 'ltr',
    allowedFormats: only('text', 'document'),
    providers: ['built-in:openlibrary', 'built-in:hardcover', 'built-in:googlebooks'],
  },
  documents: {
    seriesStrategy: 'series_folder',
    defaultReadingDirection: 'ltr',
    allowedFormats: [...only('text', 'document'), 'md', 'txt'],
    providers: ['built-in:openlibrary', 'built-in:googlebooks'],
  },
  mixed: {
    seriesStrategy: 'series_folder',
    defaultReadingDirection: 'ltr',
    allowedFormats: defaultFormats,
    providers: [],
  },
};
