// Sharing tags: what series some users see, or do not. Written by features/sharing-tags.
export interface SharingTagTable {
  id: string;
  name: string;
  /** Unique. */
  nameFolded: string;
  nameKey: string;
  description: string | null;
  createdAt: number;
  updatedAt: number;
}

export interface SeriesSharingTagTable {
  seriesId: string;
  sharingTagId: string;
}
