// Safe uses by rule and by file, or folder with a trailing slash, with the reason.
const ofVersions = 'identifies versions of bytes of the server; a collision needs access to both versions';
const ofDevices = 'required by the protocol of the devices; never the only proof of identity';
const overwritten = 'only the part that was overwritten is passed on';
const ofMigrations = 'constants of the program; migrations run before the first request';

export const allowed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  code: {
    'server/src/infrastructure/memory.ts': 'a constant, to call the garbage collector',
  },
  process: {
    'server/src/infrastructure/workers/worker.ts': 'starts the program itself as a worker, without a shell',
    'server/src/features/plugins/processes/process.ts':
      'plugins that an administrator installed, without a shell and with a separate environment',
    'server/src/infrastructure/confinement/probe.ts': 'tests in a worker that forbidden actions fail',
  },
  sql: {
    'server/src/schema/': ofMigrations,
    'server/src/catalog/sorts.ts': 'a sort direction, one of two constants',
    'server/src/catalog/lists/shelf-sql.ts': 'names of tables, constants of the program',
    'server/src/catalog/conditions/shared-fields.ts': 'names of tables and kinds, constants of the program',
    'server/src/features/reading/reading-sessions/': 'numbers from constants',
    'server/src/infrastructure/database/': 'the driver: the query builder separates statements and values',
    'server/src/infrastructure/tasks/patient-pool.ts': 'forwards statements of the task engine',
  },
  markup: {
    'web/src/reader/epub/book/resources.ts':
      'a sanitized document of a book, shown in a frame without scripts',
    'web/src/reader/epub/narration/clips.ts':
      'a media overlay of a book, parsed for addresses and times and never shown',
  },
  navigation: {
    'formats/src/ebook/markup/sanitize.ts': 'an attribute in a written document of a book, not a navigation',
    'server/src/features/identity/oidc/service.ts':
      'a path of this server, or the provider of the configuration',
    'server/src/features/plugins/sign-in/connecting.ts': 'a path of this server',
    'server/src/features/ingest/uploads/tus.ts': 'a path of this server with a generated id',
    'server/src/infrastructure/http/routes/nowhere.ts':
      'the base path of the configuration, with the query of the request',
    'server/src/surfaces/compat/web-links.ts': 'paths of this server, with ids that were looked up',
    'web/src/app/accounts/use-accounts.ts': 'a path of the client',
    'web/src/features/sign-in/providers.tsx': 'the provider that the server names',
    'web/src/features/account/apps/own-plugins.tsx':
      'the sign-in page of a service, from the manifest of a plugin that an administrator enabled',
    'web/src/features/account/reading/preferences-file.ts': 'bytes that the page created',
    'web/src/features/administration/backup/save-as.ts': 'bytes that the server sent',
    'web/src/ui/save-blob.ts': 'bytes that the page created',
  },
  outward: {
    'server/src/infrastructure/http/certificate.ts': 'the HTTPS server; sends no requests',
    'server/src/infrastructure/http/listening.ts':
      'listens at the address of the server and sends no requests',
    'web/': 'the content security policy only allows requests to the server',
    'server/src/commands/health.ts': 'a command that requests the server of the same configuration',
    'server/src/features/identity/oidc/fetching.ts': 'the providers of the configuration',
    'server/src/infrastructure/outside/request.ts':
      'all other outgoing requests: addresses are checked before and during the connection; off by default',
    'server/src/infrastructure/outside/addresses.ts': 'checks addresses without a connection',
    'server/src/features/system/doctor/network.ts':
      'a command that checks the configured addresses of the server in the configuration',
    'server/src/infrastructure/confinement/probe.ts': 'tests in a worker that forbidden actions fail',
  },
  certificates: {
    'server/src/commands/health.ts':
      'requests this machine, and only trusts the certificate of the configuration',
  },
  'weak hash': {
    'server/src/surfaces/opds/serve.ts': ofVersions,
    'server/src/infrastructure/http/clients/client-program.ts': 'shortens the user agent of a program',
    'server/src/infrastructure/http/routes/send.ts': ofVersions,
    'server/src/infrastructure/database/postgres/postgres.ts': 'names a prepared statement by its text',
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
      'KOReader sends only an MD5; the password is used for KOReader only and is hashed again',
    'server/src/features/identity/api-keys/secrets.ts':
      'KOReader sends only an MD5 of the key; the key is long and random',
    'formats/src/epub/fonts.ts': 'the EPUB standard requires it for font obfuscation',
  },
  randomness: {
    'server/src/infrastructure/database/postgres/postgres.ts': 'delay before the next attempt',
    'web/src/features/browse/list/use-browse.ts': 'a random order of books',
  },
  timing: {
    'server/src/features/identity/auth/basic.ts': 'compares two stored hashes, no value of a request',
  },
  memory: {
    'server/src/infrastructure/files/': overwritten,
    'formats/src/source.ts': overwritten,
    'formats/src/archive/rar/unrar.ts': overwritten,
  },
  messages: {
    'web/src/service-worker/worker.ts': 'only pages of the same origin can message a service worker',
  },
};
