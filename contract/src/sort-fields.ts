// What lists can be sorted by.
export const bookSortFields = [
  'title',
  'series',
  'number',
  'dateAdded',
  'dateUpdated',
  'releaseDate',
  'pageCount',
  'fileSize',
  'fileName',
  'lastRead',
  'random',
  'relevance',
] as const;
export type BookSortField = (typeof bookSortFields)[number];

export const seriesSortFields = [
  'name',
  'title',
  'dateAdded',
  'dateUpdated',
  'releaseDate',
  'year',
  'bookCount',
  'unreadCount',
  'lastRead',
  'userRating',
  'communityRating',
  'random',
  'relevance',
] as const;
export type SeriesSortField = (typeof seriesSortFields)[number];
