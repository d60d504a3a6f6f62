// The settings of a library in the form, in the types of its inputs.
import type { Library, UpdateLibrary } from '@lectern/contract/libraries/libraries';
import { type LibraryKind, libraryKindDefaults } from '@lectern/contract/libraries/library-kinds';
import { defaultFormats, type SeriesStrategy } from '@lectern/contract/values';

export type Draft = Pick<
  Library,
  | 'name'
  | 'paths'
  | 'isActive'
  | 'kind'
  | 'seriesStrategy'
  | 'bookStrategy'
  | 'numberStrategy'
  | 'defaultReadingDirection'
  | 'allowedFormats'
  | 'hashing'
  | 'allowFileChanges'
  | 'groupFormats'
  | 'writeMetadata'
  | 'comparePages'
  | 'metadataProviders'
> &
  Library['scanning'] & {
    description: string;
    seriesConfig: Record<string, string | number>;
    /** Empty for the default. */
    namingPattern: string;
    /** One pattern per line. */
    excluded: string;
  };

export const newDraft: Draft = {
  name: '',
  paths: [],
  description: '',
  isActive: true,
  kind: 'mixed',
  seriesStrategy: 'series_volume',
  seriesConfig: {},
  bookStrategy: 'smart',
  numberStrategy: 'smart',
  defaultReadingDirection: 'ltr',
  allowedFormats: [...defaultFormats],
  excluded: '',
  hashing: 'fingerprint',
  allowFileChanges: false,
  groupFormats: true,
  writeMetadata: 'off',
  namingPattern: '',
  comparePages: false,
  metadataProviders: { order: [], fields: {}, acceptFrom: null, covers: 'missing' },
  cronSchedule: null,
  cronTimezone: null,
  scanOnStart: false,
  watch: true,
  purgeDeletedAfterDays: null,
};

export const toDraft = (library: Library): Draft => ({
  ...library.scanning,
  name: library.name,
  paths: library.paths,
  description: library.description ?? '',
  isActive: library.isActive,
  kind: library.kind,
  seriesStrategy: library.seriesStrategy,
  seriesConfig: (library.seriesConfig ?? {}) as Draft['seriesConfig'],
  bookStrategy: library.bookStrategy,
  numberStrategy: library.numberStrategy,
  defaultReadingDirection: library.defaultReadingDirection,
  allowedFormats: library.allowedFormats,
  excluded: library.excludedPatterns.join('\n'),
  hashing: library.hashing,
  allowFileChanges: library.allowFileChanges,
  groupFormats: library.groupFormats,
  writeMetadata: library.writeMetadata,
  namingPattern: library.namingPattern ?? '',
  comparePages: library.comparePages,
  metadataProviders: library.metadataProviders,
});

/** The settings of a kind. The suggested strategy counts if it was suggested for the same kind. */
export function toKindDraft(
  kind: LibraryKind,
  suggested?: { kind: LibraryKind; seriesStrategy: SeriesStrategy },
): Pick<
  Draft,
  'kind' | 'seriesStrategy' | 'defaultReadingDirection' | 'allowedFormats' | 'metadataProviders'
> {
  const { providers, allowedFormats, seriesStrategy, defaultReadingDirection } = libraryKindDefaults[kind];
  return {
    kind,
    seriesStrategy: suggested?.kind === kind ? suggested.seriesStrategy : seriesStrategy,
    defaultReadingDirection,
    allowedFormats: [...allowedFormats],
    metadataProviders: { ...newDraft.metadataProviders, order: [...providers] },
  };
}

interface Leaving {
  path: string;
  /** The server treats a new folder at the position of a removed one as the same folder at another path. */
  replacedBy: string | undefined;
}

/** Folders of the library that are missing from the form. */
export const toLeaving = (before: readonly string[], after: readonly string[]): Leaving[] =>
  before.flatMap((path, i) => {
    const other = after[i];
    const isNew = other !== undefined && !before.includes(other);
    return after.includes(path) ? [] : [{ path, replacedBy: isNew ? other : undefined }];
  });

/** Adds a removed folder back, after the folders that preceded it. */
export function keepFolder(before: readonly string[], after: readonly string[], path: string): string[] {
  const above = before.slice(0, before.indexOf(path));
  const at = after.findLastIndex((one) => above.includes(one)) + 1;
  return after.toSpliced(at, 0, path);
}

const toLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** The option of each strategy. The server rejects options of other strategies. */
const configKeys: Partial<Record<Draft['seriesStrategy'], string>> = {
  flat: 'pattern',
  custom: 'pattern',
  publisher_hierarchy: 'skipLevels',
  calibre: 'seriesSource',
};

/** The options of the chosen strategy. Null without any. */
export function toSeriesConfig({ seriesStrategy, seriesConfig }: Draft): Draft['seriesConfig'] | null {
  const key = configKeys[seriesStrategy];
  const value = key === undefined ? undefined : seriesConfig[key];
  return key === undefined || value === undefined || value === '' ? null : { [key]: value };
}

export function toChange(draft: Draft): UpdateLibrary & { name: string; paths: string[] } {
  const { cronSchedule, cronTimezone, scanOnStart, watch, purgeDeletedAfterDays } = draft;
  return {
    name: draft.name.trim(),
    paths: draft.paths,
    description: draft.description.trim() || null,
    isActive: draft.isActive,
    kind: draft.kind,
    seriesStrategy: draft.seriesStrategy,
    seriesConfig: toSeriesConfig(draft),
    bookStrategy: draft.bookStrategy,
    numberStrategy: draft.numberStrategy,
    defaultReadingDirection: draft.defaultReadingDirection,
    allowedFormats: draft.allowedFormats,
    excludedPatterns: toLines(draft.excluded),
    hashing: draft.hashing,
    allowFileChanges: draft.allowFileChanges,
    groupFormats: draft.groupFormats,
    writeMetadata: draft.writeMetadata,
    namingPattern: draft.namingPattern.trim() || null,
    comparePages: draft.comparePages,
    metadataProviders: draft.metadataProviders,
    scanning: {
      cronSchedule: cronSchedule?.trim() || null,
      cronTimezone,
      scanOnStart,
      watch,
      purgeDeletedAfterDays,
    },
  };
}
