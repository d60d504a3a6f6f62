// All enumerations, for API schemas, server and web client. Has no imports, so that the client can load it without the
// schemas. Fields of conditions are in conditions/fields.ts.

type Extensions = FormatDescription['extensions'];
const comic = (mediaType: string, containerType: string, extensions: Extensions): FormatDescription => ({
  extensions,
  mediaType,
  containerType,
  kind: 'comic',
});
/** EPUB, or a format that can be converted to EPUB. */
const text = (mediaType: string, extensions: Extensions): FormatDescription => ({
  extensions,
  mediaType,
  containerType: 'application/epub+zip',
  kind: 'text',
});

/**
 * Formats of book files. The first extension is the usual one; a format without extensions is not a file. Some extensions
 * belong to related formats that cannot be read; these files become books with an error. `mediaType` describes the book
 * (OPDS 1.2, section 4); `containerType` describes the file for apps without book formats, which receive text as EPUB.
 */
export const formats = {
  cbz: comic('application/vnd.comicbook+zip', 'application/zip', ['cbz', 'zip']),
  cbr: comic('application/vnd.comicbook-rar', 'application/x-rar-compressed; version=4', ['cbr', 'rar']),
  cb7: comic('application/x-cb7', 'application/x-7z-compressed', ['cb7', '7z']),
  cbt: {
    extensions: [
      ...['cbt', 'tar', 'tgz', 'tbz2', 'txz', 'tzst'],
      ...['tar.gz', 'tar.bz2', 'tar.xz', 'tar.zst'],
    ],
    mediaType: 'application/vnd.comicbook+tar',
    containerType: 'application/x-tar',
    kind: 'comic',
  },
  /** Folder of images. Downloads, and apps without folder support, receive a CBZ file. */
  folder: {
    extensions: [],
    mediaType: 'application/vnd.comicbook+zip',
    containerType: 'application/zip',
    kind: 'comic',
  },
  epub: text('application/epub+zip', ['epub']),
  mobi: text('application/x-mobipocket-ebook', ['mobi', 'azw', 'prc', 'azw1', 'tpz']),
  azw3: text('application/vnd.amazon.mobi8-ebook', ['azw3', 'kf8', 'kfx']),
  fb2: text('application/x-fictionbook+xml', ['fb2']),
  fbz: text('application/x-zip-compressed-fb2', ['fbz', 'fb2.zip']),
  htmlz: text('application/zip', ['htmlz']),
  txtz: text('application/zip', ['txtz']),
  md: text('text/markdown', ['md', 'markdown']),
  txt: text('text/plain', ['txt', 'text']),
  pdf: {
    extensions: ['pdf', 'djvu', 'djv'],
    mediaType: 'application/pdf',
    containerType: 'application/pdf',
    kind: 'document',
  },
} as const satisfies Record<string, FormatDescription>;

/** `comic`: archive of images. `text`: reflowable text or fixed layout. `document`: rendered pages. */
export type FormatKind = 'comic' | 'text' | 'document';
interface FormatDescription {
  extensions: readonly string[];
  mediaType: string;
  containerType: string;
  kind: FormatKind;
}

export type FileFormat = keyof typeof formats;
export const fileFormats = Object.keys(formats) as FileFormat[];
export const fileTypes = [...new Set(fileFormats.map((format) => formats[format].mediaType))];
/** Folders of images and text files are usually not books, so libraries include them only on request. */
const rarelyBooks: readonly FileFormat[] = ['folder', 'md', 'txt'];
export const defaultFormats = fileFormats.filter((format) => !rarelyBooks.includes(format));
/** Extension of a downloaded book file. */
export const toExtension = (format: FileFormat): string => (format === 'folder' ? 'cbz' : format);
/** File name without extension. Dots in folder names are kept. */
export const toStem = (fileName: string, format: string): string =>
  format === 'folder' ? fileName : fileName.replace(/(?:\.tar|\.fb2)?\.[^.]*$/i, '');

const listOf = (kind: FormatKind) =>
  new Set<string>(fileFormats.filter((format) => formats[format].kind === kind));
const comics = listOf('comic');
const texts = listOf('text');
const documents = listOf('document');
export const isComic = (format: string): boolean => comics.has(format);
export const isText = (format: string): boolean => texts.has(format);
export const isDocument = (format: string): boolean => documents.has(format);
/** Text formats that are converted to EPUB for reading and download. */
export const becomesEpub = (format: string): boolean => isText(format) && format !== 'epub';

const formatOfExtension: ReadonlyMap<string, FileFormat> = new Map(
  fileFormats.flatMap((format) =>
    formats[format].extensions.map((extension) => [extension, format] as const),
  ),
);

/** Format indicated by a file name. The content is checked when the file is read. */
export function findFormatOfName(fileName: string): FileFormat | undefined {
  const name = fileName.toLowerCase();
  const dots = [name.lastIndexOf('.', name.lastIndexOf('.') - 1), name.lastIndexOf('.')];
  // Checks `.fb2.zip` before `.zip`.
  for (const dot of dots) {
    const format = dot > 0 ? formatOfExtension.get(name.slice(dot + 1)) : undefined;
    if (format) return format;
  }
  return undefined;
}

export const readingDirections = ['ltr', 'rtl', 'ttb', 'webtoon'] as const;
export type ReadingDirection = (typeof readingDirections)[number];

export const bookTypes = [
  'comic',
  'manga',
  'novel',
  'novella',
  'anthology',
  'artbook',
  'oneshot',
  'omnibus',
  'graphic_novel',
  'magazine',
] as const;
export type BookType = (typeof bookTypes)[number];

export const authorRoles = [
  'author',
  'co_author',
  'editor',
  'translator',
  'illustrator',
  'contributor',
  'writer',
  'penciller',
  'inker',
  'colorist',
  'letterer',
  'cover_artist',
] as const;

export const seriesStatuses = ['ongoing', 'ended', 'hiatus', 'abandoned', 'unknown'] as const;
export type SeriesStatus = (typeof seriesStatuses)[number];

export const readStatuses = ['unread', 'in_progress', 'read'] as const;

export const bookErrorTypes = [
  'format_detection',
  'parser',
  'metadata',
  'thumbnail',
  'page_extraction',
  'pdf_rendering',
  'zero_pages',
  'other',
] as const;
export type BookErrorType = (typeof bookErrorTypes)[number];

export const coverSources = ['embedded', 'first_book', 'latest_book', 'custom', 'provider'] as const;
export const duplicateReasons = ['title', 'external_id'] as const;

// Pages.

export const imageTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/jxl',
  'image/heic',
  'image/heif',
  'image/bmp',
  'image/tiff',
] as const;

export const convertedFormats = ['jpeg', 'webp', 'avif', 'png'] as const;
export type ConvertedFormat = (typeof convertedFormats)[number];

// Libraries and scans.

export const seriesStrategies = [
  'series_folder',
  'series_volume',
  'series_volume_chapter',
  'flat',
  'publisher_hierarchy',
  'calibre',
  'custom',
] as const;
export type SeriesStrategy = (typeof seriesStrategies)[number];

export const bookStrategies = ['filename', 'metadata_first', 'smart', 'series_name'] as const;
export type BookStrategy = (typeof bookStrategies)[number];

/**
 * Why a file was recognized as the file of a known book: same file, same pages, mostly the same pages, same ISBN or
 * provider id and number, or a copy of a file that disappeared.
 */
export const fileMatchKinds = [
  'same_file',
  'same_pages',
  'similar_pages',
  'same_identifier',
  'same_copy',
] as const;
export type FileMatchKind = (typeof fileMatchKinds)[number];

export const numberStrategies = ['smart', 'metadata', 'filename', 'file_order'] as const;
export type NumberStrategy = (typeof numberStrategies)[number];

/** Order of the books of a series. */
export const bookOrders = ['reading_order', 'release_date', 'title', 'file_name'] as const;
export type BookOrder = (typeof bookOrders)[number];
/** Place of specials: after the main run, after the last older book, or after the issue of the same number. */
export const specialsPlaces = ['after', 'by_date', 'by_number'] as const;
export type SpecialsPlace = (typeof specialsPlaces)[number];

export const calibreSeriesSources = ['metadata', 'author', 'title'] as const;
export const hashings = ['fingerprint', 'full'] as const;
export type Hashing = (typeof hashings)[number];
export const scanModes = ['normal', 'deep'] as const;
export type ScanMode = (typeof scanModes)[number];

// Lists.

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

export const presetScopes = ['list', 'search'] as const;
export type PresetScope = (typeof presetScopes)[number];
export const importStatuses = ['matched', 'ambiguous', 'not_found', 'duplicate'] as const;

// Reading.

export const annotationKinds = ['bookmark', 'highlight'] as const;
export type AnnotationKind = (typeof annotationKinds)[number];
export const annotationColors = ['yellow', 'green', 'blue', 'pink', 'orange', 'purple'] as const;
export type AnnotationColor = (typeof annotationColors)[number];

export const maxLookupLength = 500;

/** URL with `{text}` in its path, query or fragment. The selected text must not determine the host. */
export function isLookupAddress(value: string): boolean {
  const scheme = ['https://', 'http://'].find((prefix) => value.toLowerCase().startsWith(prefix));
  if (!scheme || value.length > maxLookupLength || /[\s\\]/.test(value)) return false;
  const address = value.slice(scheme.length);
  const end = address.search(/[/?#]/);
  const host = end < 0 ? address : address.slice(0, end);
  if (end < 0 || !address.slice(end).includes('{text}')) return false;
  return /^[^@{}<>"'[\]]+$/.test(host) || /^\[[0-9a-f:.]+\](?::\d+)?$/i.test(host);
}

/** Font formats that browsers support. */
export const fontFormats = ['woff2', 'woff', 'ttf', 'otf'] as const;

export const granularities = ['day', 'week', 'month'] as const;
export type Granularity = (typeof granularities)[number];

export const sessionRejections = [
  'not_found',
  'ends_before_it_starts',
  'too_long',
  'in_the_future',
  'too_many',
] as const;

// Accounts.

export const permissions = [
  'libraries:read',
  'libraries:write',
  'libraries:delete',
  'series:read',
  'series:write',
  'series:delete',
  'books:read',
  'books:write',
  'books:delete',
  'pages:read',
  'files:download',
  'files:upload',
  'files:manage',
  'collections:read',
  'collections:write',
  'readlists:read',
  'readlists:write',
  'progress:write',
  'tasks:read',
  'tasks:write',
  'users:read',
  'users:write',
  'users:delete',
  'api-keys:read',
  'api-keys:write',
  'settings:read',
  'settings:write',
  'system:health',
  'system:admin',
] as const;
export type Permission = (typeof permissions)[number];

export const roles = ['child', 'reader', 'maintainer', 'admin'] as const;
export type Role = (typeof roles)[number];

const child: readonly Permission[] = [
  'libraries:read',
  'series:read',
  'books:read',
  'pages:read',
  'collections:read',
  'readlists:read',
  'progress:write',
];

const reader: readonly Permission[] = [...child, 'files:download', 'api-keys:read', 'api-keys:write'];

const maintainer: readonly Permission[] = [
  ...reader,
  'libraries:write',
  'libraries:delete',
  'series:write',
  'series:delete',
  'books:write',
  'books:delete',
  'collections:write',
  'readlists:write',
  'tasks:read',
  'tasks:write',
];

/** Permissions of each role. Each role includes the permissions of the previous one. */
export const rolePermissions: Record<Role, readonly Permission[]> = {
  child,
  reader,
  maintainer,
  admin: permissions,
};

export const sharingTagAccesses = ['allow', 'deny'] as const;
export const activityKinds = ['sign_in', 'sign_in_failed', 'sign_out', 'change'] as const;
export type ActivityKind = (typeof activityKinds)[number];
export const credentialKinds = ['api_key', 'koreader', 'kobo'] as const;
export type CredentialKind = (typeof credentialKinds)[number];
/** Restrictions of the books on a Kobo device. */
export const koboScopeKinds = ['collection', 'readList', 'preset'] as const;

// The server.

export const taskStatuses = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const;
export type TaskStatus = (typeof taskStatuses)[number];

export const settingTypes = ['boolean', 'integer', 'number', 'size', 'choice', 'text'] as const;
export const storageStates = ['ok', 'full', 'read_only'] as const;
export const backupKinds = ['backup', 'scheduled', 'before_migration', 'uploaded'] as const;

/** Reasons why a file cannot be restored: `details.reason` of `backup_refused`. */
export const backupRefusals = [
  'not_a_backup',
  'damaged',
  'unexpected_content',
  'too_large',
  'newer',
  'no_administrator',
] as const;
export type BackupRefusal = (typeof backupRefusals)[number];

/** Programs that can be imported from. */
export const importPrograms = ['Komga', 'Kavita', 'Codex', 'calibre', 'Calibre-Web'] as const;
