// A book in Kobo's format. The same id is used for all kinds of ids of Kobo's shop. Pure.
import { hash } from 'node:crypto';
import type { BookRow } from '#catalog/books/book-rows.ts';
import type { BookValues } from '#features/libraries/books/index.ts';

/** Data of a book that a device needs. */
export interface KoboBook {
  row: BookRow;
  metadata: BookValues | undefined;
  /** Fixed layout: every page fills the screen. */
  isFixed: boolean;
}

const category = '00000000-0000-0000-0000-000000000001';
const authorRoles = new Set(['author', 'co_author', 'writer']);

/** `yyyy-MM-ddTHH:mm:ssZ`. */
export const toKoboTime = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');

export function toEntitlement(
  id: string,
  times: { createdAt: number; updatedAt: number },
  isRemoved = false,
) {
  const created = toKoboTime(times.createdAt);
  return {
    Accessibility: 'Full',
    ActivePeriod: { From: created },
    Created: created,
    CrossRevisionId: id,
    Id: id,
    IsHiddenFromArchive: false,
    IsLocked: false,
    IsRemoved: isRemoved,
    LastModified: toKoboTime(times.updatedAt),
    OriginCategory: 'Imported',
    RevisionId: id,
    Status: 'Active',
  };
}

/** The entitlement of a book that the device should remove. */
export const toRemovedMetadata = (id: string) => ({ ...toIds(id), Title: '', DownloadUrls: [] });

const toIds = (id: string) => ({
  CrossRevisionId: id,
  EntitlementId: id,
  RevisionId: id,
  WorkId: id,
});

/** `base` is the URL of the device. */
export function toMetadata({ row, metadata, isFixed }: KoboBook, base: string) {
  const contributors = toContributors(metadata);
  const isbn = metadata?.isbns[0];
  return {
    ...toIds(row.id),
    Categories: [category],
    CoverImageId: toImageId(row),
    CurrentDisplayPrice: { CurrencyCode: 'USD', TotalAmount: 0 },
    CurrentLoveDisplayPrice: { TotalAmount: 0 },
    Description: metadata?.summary ?? '',
    DownloadUrls: toDownloads(row, { base, isFixed }),
    ExternalIds: [],
    Genre: category,
    IsEligibleForKoboLove: false,
    IsInternetArchive: false,
    IsPreOrder: false,
    IsSocialEnabled: true,
    ...(isbn && { Isbn: isbn }),
    Language: toLanguage(metadata?.language),
    PhoneticPronunciations: {},
    PublicationDate: toPublicationDate(metadata?.releaseDate) ?? toKoboTime(row.createdAt),
    Publisher: { Imprint: metadata?.imprint ?? '', Name: metadata?.publisher ?? '' },
    ...toSeries(row, metadata),
    Title: row.title,
    ContributorRoles: contributors.map((Name) => ({ Name })),
    Contributors: contributors,
  };
}

function toContributors(metadata: BookValues | undefined): string[] {
  const names = (metadata?.authors ?? []).filter(({ role }) => authorRoles.has(role)).map(({ name }) => name);
  return [...new Set(names)];
}

/** Devices cache covers by name permanently, so a new image needs a new name. */
function toImageId({ id, fileHash, coverId }: Pick<BookRow, 'id' | 'fileHash' | 'coverId'>): string {
  return `${id}-${hash('sha1', `${fileHash} ${coverId ?? ''}`, 'hex').slice(0, 12)}`;
}

/** The book of an image id. */
export const toBookId = (imageId: string): string => imageId.slice(0, 36).toLowerCase();

/** A fixed layout needs a separate format to fill the screen. */
function toDownloads({ id, fileSize }: BookRow, { base, isFixed }: { base: string; isFixed: boolean }) {
  const [Format, name] = isFixed ? ['EPUB3FL', 'epub'] : ['KEPUB', 'kepub'];
  const Url = `${base}/v1/books/${id}/file/${name}`;
  return [{ Format, Size: fileSize, Url, Platform: 'Generic', DrmType: 'None' }];
}

const toLanguage = (language: string | null | undefined): string =>
  /^[a-z]{2}(?![a-z])/i.exec(language ?? '')?.[0].toLowerCase() ?? 'en';

function toPublicationDate(date: string | null | undefined): string | undefined {
  const [, year, month = '01', day = '01'] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?/.exec(date ?? '') ?? [];
  return year === undefined ? undefined : `${year}-${month}-${day}T00:00:00Z`;
}

/** The only book of a series is shown without the series. */
function toSeries({ seriesId, seriesTitle, number, volume }: BookRow, metadata: BookValues | undefined) {
  const position = number ?? volume;
  if (position === null && !metadata?.series) return {};
  const name = { Id: seriesId, Name: seriesTitle };
  return {
    Series: { ...name, Number: position === null ? '' : String(position), NumberFloat: position ?? 0 },
  };
}
