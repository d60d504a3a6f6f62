// Safe uses by rule and by file, or folder with a trailing slash, with the reason.
const ofVersions = 'it tells versions of our own bytes apart; who makes two alike has seen both';
const ofDevices = 'the protocol of the devices names it; nothing is proved by it alone';
const overwritten = 'what is given on ends where the bytes end that were written';
const ofMigrations = 'words of the program; migrations run before anybody is served';

export const allowed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  code: {
    'server/src/infrastructure/memory.ts': 'one word of the program, to reach the collector of garbage',
  },
  process: {
    'server/src/infrastructure/workers/worker.ts': 'the workers: the program itself, without a shell',
    'server/src/features/plugins/processes/process.ts':
      'plugins that an administrator has installed, without a shell and with an environment of their own',
    'server/src/infrastructure/confinement/probe.ts':
      'tries in a worker what the worker must not be able to do',
  },
  sql: {
    'server/src/schema/': ofMigrations,
    'server/src/catalog/sorts.ts': 'a direction, one of two words of the program',
    'server/src/catalog/lists/shelf-sql.ts': 'names of tables, words of the program',
    'server/src/catalog/conditions/shared-fields.ts': 'names of tables and kinds, words of the program',
    'server/src/features/reading/reading-sessions/store.ts': 'a number of the program',
    'server/src/infrastructure/database/':
      'the driver: statements come from the query builder with their values apart',
    'server/src/infrastructure/tasks/patient-pool.ts': 'passes on what the engine of the tasks asks',
  },
  markup: {
    'web/src/reader/epub/book/resources.ts':
      'a document of a book without what runs, shown in a frame without scripts',
    'web/src/reader/epub/narration/clips.ts':
      'an overlay of a book, read for its addresses and times and never shown',
  },
  navigation: {
    'formats/src/ebook/markup/sanitize.ts':
      'an attribute in a document of a book that is written, not a place to go to',
    'server/src/features/identity/oidc/service.ts':
      'a path of this server, or the provider of the configuration',
    'server/src/features/plugins/sign-in/connecting.ts': 'a path of this server',
    'server/src/features/ingest/uploads/tus.ts': 'a path of this server, with an id that it has made',
    'server/src/infrastructure/http/routes/nowhere.ts':
      'the base path of the configuration, with the query of the request',
    'server/src/surfaces/compat/web-links.ts': 'paths of this server, with ids that were looked up',
    'web/src/app/accounts/use-accounts.ts': 'a path of the client',
    'web/src/features/sign-in/providers.tsx': 'the provider that the server names',
    'web/src/features/account/apps/own-plugins.tsx':
      'the sign-in of a service, from the manifest of a plugin that an administrator has turned on',
    'web/src/features/account/reading/preferences-file.ts': 'bytes that the page made',
    'web/src/features/administration/backup/save-as.ts': 'bytes that the server sent',
    'web/src/ui/markdown/download-text.ts': 'bytes that the page made',
  },
  outward: {
    'server/src/infrastructure/http/certificate.ts': 'the server of HTTPS; it asks nobody',
    'server/src/infrastructure/http/listening.ts':
      'listens at the address of the server, and sends no request',
    'web/': 'the policy of the page lets it ask its own server alone',
    'server/src/commands/health.ts': 'a command of its own that asks the server of the same configuration',
    'server/src/features/identity/oidc/fetching.ts': 'the providers of the configuration',
    'server/src/infrastructure/outside/request.ts':
      'the way out for everything else: addresses are judged before and while they are connected to; off by default',
    'server/src/infrastructure/outside/addresses.ts': 'it judges addresses, and connects to none',
    'server/src/features/system/doctor/network.ts':
      'a command: the addresses of the server itself, from the configuration',
    'server/src/infrastructure/confinement/probe.ts':
      'tries in a worker what the worker must not be able to do',
  },
  certificates: {
    'server/src/commands/health.ts':
      'it asks this machine, and trusts the certificate of the configuration alone',
  },
  'weak hash': {
    'server/src/surfaces/opds/serve.ts': ofVersions,
    'server/src/infrastructure/http/clients/client-program.ts': 'it shortens the user agent of a program',
    'server/src/infrastructure/http/routes/send.ts': ofVersions,
    'server/src/infrastructure/database/postgres/postgres.ts': 'it names a prepared statement by its text',
    'server/src/features/serving/web-client/files.ts': ofVersions,
    'server/src/features/ingest/discovery/folder-times.ts': ofVersions,
    'server/src/features/serving/publications/index.ts': ofVersions,
    'server/src/features/ingest/series-assignment/assignment-key.ts': ofVersions,
    'server/src/features/serving/covers/': ofVersions,
    'server/src/features/serving/thumbnails/': ofVersions,
    'server/src/features/serving/api-docs/index.ts': ofVersions,
    'server/src/features/devices/kobo/plan.ts': ofVersions,
    'server/src/catalog/cover-versions.ts': ofVersions,
    'server/src/features/devices/kobo/protocol/entitlements.ts': ofVersions,
    'server/src/features/ingest/pipeline/rows.ts': ofDevices,
    'formats/src/hash/reader-hash.ts': ofDevices,
    'server/src/features/devices/koreader/passwords.ts':
      'KOReader sends no more; the password is one of its own and is hashed again',
    'server/src/features/identity/api-keys/secrets.ts':
      'KOReader sends no more of a key; that is long and random',
    'formats/src/epub/fonts.ts': 'the EPUB standard obscures fonts with it',
  },
  randomness: {
    'server/src/infrastructure/database/postgres/postgres.ts': 'how long to wait before the next try',
    'web/src/features/browse/list/use-browse.ts': 'an order to show books in',
  },
  timing: {
    'server/src/features/identity/auth/basic.ts':
      'two hashes of our own database, neither of which anybody sent',
  },
  memory: {
    'server/src/infrastructure/files/': overwritten,
    'formats/src/source.ts': overwritten,
    'formats/src/archive/rar/unrar.ts': overwritten,
  },
  messages: { 'web/src/service-worker/worker.ts': 'only pages of its own origin reach a service worker' },
};
