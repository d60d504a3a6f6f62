// Fields that the client library of Komelia and komf requires. It is the strictest client: unknown enumeration values,
// fractional integers and missing keys throw.
import { z } from 'zod';
import {
  author,
  type ClientModels,
  day,
  direction,
  flag,
  float,
  int,
  link,
  locked,
  long,
  mediaStatus,
  moment,
  pageOf,
  profile,
  status,
  text,
} from './shape-parts.ts';

const changed = { created: moment, lastModified: moment };

const series = z.object({
  id: text,
  libraryId: text,
  name: text,
  url: text,
  ...changed,
  fileLastModified: moment,
  booksCount: int,
  booksReadCount: int,
  booksUnreadCount: int,
  booksInProgressCount: int,
  deleted: flag,
  oneshot: flag,
  metadata: z.object({
    ...locked({
      status,
      title: text,
      titleSort: text,
      alternateTitles: z.array(z.object({ label: text, title: text })),
      summary: text,
      readingDirection: direction,
      publisher: text,
      ageRating: int.nullable(),
      language: text,
      genres: z.array(text),
      tags: z.array(text),
      totalBookCount: int.nullable(),
      sharingLabels: z.array(text),
      links: z.array(link),
    }),
    ...changed,
  }),
  booksMetadata: z.object({
    authors: z.array(author),
    tags: z.array(text),
    releaseDate: day.nullable(),
    summary: text,
    summaryNumber: text,
    ...changed,
  }),
});

const readProgress = z.object({
  page: int,
  completed: flag,
  readDate: moment,
  deviceId: text,
  deviceName: text,
  ...changed,
});

const book = z.object({
  id: text,
  seriesId: text,
  seriesTitle: text,
  libraryId: text,
  name: text,
  url: text,
  number: int,
  ...changed,
  fileLastModified: moment,
  sizeBytes: long,
  size: text,
  deleted: flag,
  fileHash: text,
  oneshot: flag,
  readProgress: readProgress.nullable(),
  media: z.object({
    status: mediaStatus,
    mediaType: text,
    pagesCount: int,
    comment: text,
    mediaProfile: profile,
    epubDivinaCompatible: flag,
    epubIsKepub: flag,
  }),
  metadata: z.object({
    ...locked({
      title: text,
      summary: text,
      number: text,
      numberSort: float,
      releaseDate: day.nullable(),
      authors: z.array(author),
      tags: z.array(text),
      isbn: text,
      links: z.array(link),
    }),
    ...changed,
  }),
});

const flags = [
  'importComicInfoBook',
  'importComicInfoSeries',
  'importComicInfoCollection',
  'importComicInfoReadList',
  'importComicInfoSeriesAppendVolume',
  'importEpubBook',
  'importEpubSeries',
  'importMylarSeries',
  'importLocalArtwork',
  'importBarcodeIsbn',
  'scanForceModifiedTime',
  'scanOnStartup',
  'scanCbx',
  'scanPdf',
  'scanEpub',
  'repairExtensions',
  'convertToCbz',
  'emptyTrashAfterScan',
  'hashFiles',
  'hashPages',
  'hashKoreader',
  'analyzeDimensions',
  'unavailable',
] as const;

const library = z.object({
  id: text,
  name: text,
  root: text,
  ...Object.fromEntries(flags.map((name) => [name, flag])),
  scanInterval: z.enum(['DISABLED', 'HOURLY', 'EVERY_6H', 'EVERY_12H', 'DAILY', 'WEEKLY']),
  scanDirectoryExclusions: z.array(text),
  seriesCover: z.enum(['FIRST', 'FIRST_UNREAD_OR_FIRST', 'FIRST_UNREAD_OR_LAST', 'LAST']),
  oneshotsDirectory: text.nullable(),
});

const listed = {
  id: text,
  name: text,
  ordered: flag,
  createdDate: moment,
  lastModifiedDate: moment,
  filtered: flag,
};
const collection = z.object({ ...listed, seriesIds: z.array(text) });
const readList = z.object({ ...listed, summary: text, bookIds: z.array(text) });

const user = z.object({
  id: text,
  email: text,
  roles: z.array(text),
  sharedAllLibraries: flag,
  sharedLibrariesIds: z.array(text),
  labelsAllow: z.array(text),
  labelsExclude: z.array(text),
  ageRestriction: z.object({ age: int, restriction: z.enum(['ALLOW_ONLY', 'EXCLUDE']) }).nullable(),
});

const thumbnail = z
  .object({ id: text, type: text, selected: flag, mediaType: text, fileSize: long, width: int, height: int })
  .and(
    z.union([
      z.object({ seriesId: text }),
      z.object({ bookId: text }),
      z.object({ collectionId: text }),
      z.object({ readListId: text }),
    ]),
  );

const multiSource = <T extends z.ZodType>(value: T) =>
  z.object({
    configurationSource: value.nullish(),
    databaseSource: value.nullish(),
    effectiveValue: value.nullish(),
  });

const locator = z.object({
  href: text,
  type: text,
  title: text.nullish(),
  locations: z
    .object({
      fragments: z.array(text).optional(),
      position: int.nullish(),
      progression: float.nullish(),
      totalProgression: float.nullish(),
    })
    .nullish(),
});
const manifestLink = z.object({
  title: text.optional(),
  rel: text.optional(),
  href: text.optional(),
  type: text.optional(),
  templated: flag.optional(),
  width: int.optional(),
  height: int.optional(),
  get alternate() {
    return z.array(manifestLink).optional();
  },
  get children() {
    return z.array(manifestLink).optional();
  },
  properties: z.record(text, z.record(text, z.unknown())).optional(),
});
const manifestLinks = z.array(manifestLink).optional();
const names = z.array(text).optional();
const memberships = z
  .array(z.object({ name: text, position: float.optional(), links: manifestLinks }))
  .optional();

const manifest = z.object({
  context: text.optional(),
  metadata: z.object({
    title: text,
    identifier: text.optional(),
    type: text.optional(),
    conformsTo: text.optional(),
    sortAs: text.optional(),
    subtitle: text.optional(),
    modified: z.iso.datetime({ offset: true }).optional(),
    published: z.iso.date().optional(),
    language: text.optional(),
    author: names,
    translator: names,
    editor: names,
    artist: names,
    illustrator: names,
    letterer: names,
    penciler: names,
    colorist: names,
    inker: names,
    contributor: names,
    publisher: names,
    subject: names,
    readingProgression: z.enum(['rtl', 'ltr', 'ttb', 'btt', 'auto']).optional(),
    description: text.optional(),
    numberOfPages: int.optional(),
    belongsTo: z.object({ series: memberships, collection: memberships }).optional(),
    rendition: z.record(text, z.unknown()).optional(),
  }),
  links: z.array(manifestLink),
  images: manifestLinks,
  readingOrder: manifestLinks,
  resources: manifestLinks,
  toc: manifestLinks,
  landmarks: manifestLinks,
  pageList: manifestLinks,
});

export const komgaClient: ClientModels = {
  series,
  seriesPage: pageOf(series),
  book,
  bookPage: pageOf(book),
  pages: z.array(
    z.object({
      number: int,
      fileName: text,
      mediaType: text,
      width: int.nullable(),
      height: int.nullable(),
      sizeBytes: long.nullable(),
      size: text,
    }),
  ),
  library,
  libraries: z.array(library),
  user,
  collection,
  collections: z.array(collection),
  collectionPage: pageOf(collection),
  readList,
  readLists: z.array(readList),
  readListPage: pageOf(readList),
  authors: z.array(author),
  authorPage: pageOf(author),
  words: z.array(text),
  thumbnails: z.array(thumbnail),
  error: z.object({ error: text, message: text, path: text, status: int, timestamp: text }),
  validationError: z.object({ violations: z.array(z.object({ fieldName: text, message: text })) }),
  progression: z.object({
    modified: text,
    device: z.object({ id: text, name: text }),
    locator,
  }),
  positions: z.object({ total: int, positions: z.array(locator) }),
  manifest,
  settings: z.object({
    deleteEmptyCollections: flag,
    deleteEmptyReadLists: flag,
    rememberMeDurationDays: int,
    thumbnailSize: z.enum(['DEFAULT', 'MEDIUM', 'LARGE', 'XLARGE']),
    taskPoolSize: int,
    serverPort: multiSource(int),
    serverContextPath: multiSource(text),
  }),
};
