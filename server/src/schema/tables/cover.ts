// Covers of books, series, collections and read lists that are no picture of their files: uploaded ones, and those of providers.
/** Written by features/serving/covers. */
export interface CoverTable {
  id: string;
  entityType: string;
  entityId: string;
  mediaType: string;
  width: number;
  height: number;
  fileSize: number;
  createdAt: number;
  /** ThumbHash of its thumbnail, in base64; null for one from before there were any. */
  thumbHash: string | null;
  /** The package of the plugin that it is of; null for an uploaded one. */
  provider: string | null;
  providerName: string | null;
  /** Where it was fetched from. */
  url: string | null;
}

/** The bytes of a cover, which never change: apart, so that lists do not read them. Written by features/serving/covers. */
export interface CoverImageTable {
  coverId: string;
  bytes: Uint8Array;
}

/** Who chose the cover of a book or series. Written by features/serving/cover-choices. */
export interface CoverChoiceTable {
  id: string;
  /** One of them. */
  seriesId: string | null;
  bookId: string | null;
  /** 1: a person, also the file's. Null where it is not known: whoever has chosen another than the default was a person. */
  isByPerson: 0 | 1 | null;
  /** From when on a cover of its providers is looked for; null where none is. */
  wantedAt: number | null;
  /** How often it was looked for in vain. */
  tries: number;
}

/** Addresses where there was no picture. Written by features/integrations/provided-covers. */
export interface MissingPictureTable {
  /** SHA-256 of the address. */
  addressHash: string;
  /** Until then it is not asked again. */
  until: number;
}
