// First words of addresses that Lectern answers itself, below its base path.

/** Pages of the web client (web/src, each routes.ts). */
export const clientPlaces = [
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
  'search',
  'series',
  'sign-in',
  'statistics',
  'want-to-read',
  'welcome',
] as const;

/** No surface whose path is configured can begin with one of them. */
export const takenPaths: readonly string[] = [
  ...clientPlaces,
  ...['api', 'opds', 'koreader', 'kobo', 'metrics', 'health', 'assets', 'icons'],
  ...['read-lists', 'admin', 'login', 'setup'],
];
