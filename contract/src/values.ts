// Every closed list of values once, for the schemas of the API, the server and the web client. It imports nothing: the
// client takes it as it is, and none of the schemas with it. What conditions can be about is in condition-fields.ts.

type Extensions = FormatDescription['extensions'];
const comic = (mediaType: string, containerType: string, extensions: Extensions): FormatDescription => ({
  ...{ extensions, mediaType, containerType, kind: 'comic' },
});
/** EPUB, or what becomes one. */
const text = (mediaType: string, extensions: Extensions): FormatDescription => ({
  ...{ extensions, mediaType, containerType: 'application/epub+zip', kind: 'text' },
});

/**
 * Formats of the files of books. A file of a format is usually named with its first extension, one without is no file; some are of kin that nothing
 * reads: books that say so. `mediaType` is that of the book (OPDS 1.2 section 4), `containerType` that of the file for apps that
 * know nothing of books and have text as EPUB.
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
  /** A folder of images. Who downloads it gets a cbz of it, and to apps that know no folders it is one. */
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

/** `comic`: a file of images. `text`: flows, or is of images, too. `document`: pages that are drawn. */
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
/** Folders of images and files of text are mostly no books (notes, logs): a library looks for them when it is told to. */
const rarelyBooks: readonly FileFormat[] = ['folder', 'md', 'txt'];
export const defaultFormats = fileFormats.filter((format) => !rarelyBooks.includes(format));
/** The extension of a book's file as it is downloaded. */
export const toExtension = (format: FileFormat): string => (format === 'folder' ? 'cbz' : format);
/** The name of a book's file without its extension. The name of a folder has none, whatever dots are in it. */
export const toStem = (fileName: string, format: string): string =>
  format === 'folder' ? fileName : fileName.replace(/(?:\.tar|\.fb2)?\.[^.]*$/i, '');

const listOf = (kind: FormatKind) => new Set<string>(fileFormats.filter((one) => formats[one].kind === kind));
const [comics, texts, documents] = [listOf('comic'), listOf('text'), listOf('document')];
export const isComic = (format: string): boolean => comics.has(format);
export const isText = (format: string): boolean => texts.has(format);
export const isDocument = (format: string): boolean => documents.has(format);
/** Of text that is read as the EPUB that is made of it, and can be had as one. */
export const becomesEpub = (format: string): boolean => isText(format) && format !== 'epub';

const formatOfExtension: ReadonlyMap<string, FileFormat> = new Map(
  fileFormats.flatMap((format) =>
    formats[format].extensions.map((extension) => [extension, format] as const),
  ),
);

/** The format that the name of a file promises; what its bytes are is seen when they are read. */
export function findFormatOfName(fileName: string): FileFormat | undefined {
  const name = fileName.toLowerCase();
  const dots = [name.lastIndexOf('.', name.lastIndexOf('.') - 1), name.lastIndexOf('.')];
  // `.fb2.zip` before `.zip`.
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

export const numberStrategies = ['smart', 'metadata', 'filename', 'file_order'] as const;
export type NumberStrategy = (typeof numberStrategies)[number];

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

/**
 * An address of the web with `{text}` in its path, query or fragment, for the words that are looked up. Nobody's words decide
 * whom they are sent to.
 */
export function isLookupAddress(value: string): boolean {
  const scheme = ['https://', 'http://'].find((one) => value.toLowerCase().startsWith(one));
  if (!scheme || value.length > maxLookupLength || /[\s\\]/.test(value)) return false;
  const address = value.slice(scheme.length);
  const end = address.search(/[/?#]/);
  const host = end < 0 ? address : address.slice(0, end);
  if (end < 0 || !address.slice(end).includes('{text}')) return false;
  return /^[^@{}<>"'[\]]+$/.test(host) || /^\[[0-9a-f:.]+\](?::\d+)?$/i.test(host);
}

/** Formats of fonts that browsers use. */
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

export const roles = ['reader', 'maintainer', 'admin'] as const;
export type Role = (typeof roles)[number];

const reader: readonly Permission[] = [
  'libraries:read',
  'series:read',
  'books:read',
  'pages:read',
  'files:download',
  'collections:read',
  'readlists:read',
  'progress:write',
  'api-keys:read',
  'api-keys:write',
];

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

/** What each role may do. A reader's rights are a maintainer's too, a maintainer's an admin's. */
export const rolePermissions: Record<Role, readonly Permission[]> = {
  ...{ reader, maintainer },
  admin: permissions,
};

export const sharingTagAccesses = ['allow', 'deny'] as const;
export const activityKinds = ['sign_in', 'sign_in_failed', 'sign_out', 'change'] as const;
export type ActivityKind = (typeof activityKinds)[number];
export const credentialKinds = ['api_key', 'koreader', 'kobo'] as const;
export type CredentialKind = (typeof credentialKinds)[number];
/** What a Kobo holds besides everything. */
export const koboScopeKinds = ['collection', 'readList', 'preset'] as const;

// The server.

export const taskStatuses = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const;
export type TaskStatus = (typeof taskStatuses)[number];

export const settingTypes = ['boolean', 'integer', 'number', 'size', 'choice', 'text'] as const;
export const storageStates = ['ok', 'full', 'read_only'] as const;
export const backupKinds = ['backup', 'scheduled', 'before_migration', 'uploaded'] as const;

/** Why a file is no backup that can be restored here: `details.reason` of `backup_refused`. */
export const backupRefusals = [
  'not_a_backup',
  'damaged',
  'unexpected_content',
  'too_large',
  'newer',
  'no_administrator',
] as const;
export type BackupRefusal = (typeof backupRefusals)[number];

/** The programs that can be moved in from. */
export const importPrograms = ['Komga', 'Kavita', 'Codex', 'calibre', 'Calibre-Web'] as const;
export const eventTypes = [
  'book_created',
  'book_updated',
  'book_deleted',
  'series_created',
  'series_updated',
  'series_deleted',
  'library_created',
  'library_updated',
  'library_deleted',
  'cover_updated',
  'collection_created',
  'collection_updated',
  'collection_deleted',
  'readlist_created',
  'readlist_updated',
  'readlist_deleted',
  'progress_updated',
  'progress_deleted',
  'annotations_updated',
  'releases_updated',
  'task_progress',
  'scan_progress',
  'storage_updated',
  'resync',
] as const;
export type EventType = (typeof eventTypes)[number];
