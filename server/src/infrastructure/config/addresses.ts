// The first path segments that Lectern itself serves, below its base path.

/** Pages of the web client (web/src, each routes.ts). */
export const clientPaths = [
  'account',
  'administration',
  'authors',
  'books',
  'collections',
  'connect',
  'genres',
  'join',
  'libraries',
  'notes',
  'offline',
  'presets',
  'publishers',
  'readlists',
  'releases',
  'reset',
  'search',
  'series',
  'sign-in',
  'statistics',
  'story-arcs',
  'tags',
  'drop-folder',
  'upload',
  'want-to-read',
  'welcome',
] as const;

/** Paths for programs, and the files of the client, which never return a page. */
export const programPaths = [
  'api',
  'assets',
  'health',
  'icons',
  'kobo',
  'koreader',
  'metrics',
  'opds',
] as const;

/** The configured path of a protocol cannot start with one of them. */
export const takenPaths: readonly string[] = [
  ...clientPaths,
  ...programPaths,
  ...['read-lists', 'admin', 'login', 'setup'],
];
