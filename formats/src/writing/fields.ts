// Compares metadata values as a kind of metadata can express them.
import { type ComicInfoField, comicInfoFieldNames, editComicInfo } from '../comic-info/edit.ts';
import { defaultLimits } from '../limits.ts';
import type { EmbeddedMetadata } from '../metadata.ts';
import { type OpfField, opfFieldNames } from '../opf/edit.ts';
import { relatorCodes } from '../opf/write.ts';
import { parseAgeRating } from '../values/age-rating.ts';

export const isComicInfoField = (name: string): name is ComicInfoField => comicInfoFieldNames.includes(name);
export const isOpfField = (name: string): name is OpfField => opfFieldNames.includes(name);

/** Compares values in ComicInfo notation: names without commas, known roles, ages of its ratings. */
export const isSameInComicInfo = (
  field: ComicInfoField,
  metadata: EmbeddedMetadata,
  other: EmbeddedMetadata,
): boolean => inComicInfo(field, metadata) === inComicInfo(field, other);

const inComicInfo = (field: ComicInfoField, metadata: EmbeddedMetadata): string =>
  editComicInfo(undefined, { metadata, fields: [field] }, defaultLimits);

/** Returns false for an age between two ratings of ComicInfo, because writing would change it. */
export function isAgeOfComicInfo({ ageRating }: EmbeddedMetadata): boolean {
  if (ageRating === undefined) return true;
  const text = inComicInfo('ageRating', { source: 'comic_info', ageRating });
  return parseAgeRating(/<AgeRating>([^<]*)</.exec(text)?.[1] ?? '') === ageRating;
}

export const isSameInOpf = (field: OpfField, metadata: EmbeddedMetadata, other: EmbeddedMetadata): boolean =>
  inOpf(field, metadata) === inOpf(field, other);

const inOpf = (field: OpfField, metadata: EmbeddedMetadata): string =>
  JSON.stringify(
    field === 'authors'
      ? (metadata.authors ?? []).map(({ name, role, sortName }) => [name, relatorCodes[role], sortName ?? ''])
      : (metadata[field] ?? null),
  );
