// The first path segments of addresses that Lectern itself answers, below its base path.

/** Pages of the web client (web/src, each routes.ts). */
export const clientPaths = [
  'account',
  'administration',
  'authors',
  'books',
  'collections',
  'libraries',
  'notes',
  'offline',
  'presets',
  'readlists',
  'releases',
  'search',
  'series',
  'sign-in',
  'statistics',
  'drop-folder',
  'upload',
  'want-to-read',
  'welcome',
] as const;

/** What programs ask for, and the files of the client: a browser gets no page there. */
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

/** The configured path of a surface cannot begin with one of them. */
export const takenPaths: readonly string[] = [
  ...clientPaths,
  ...programPaths,
  ...['read-lists', 'admin', 'login', 'setup'],
];
