// The configuration: every key with its type, default, limits and description, and a mark for secrets, addresses and
// paths. Keys are in snake case in the file and the environment, and in camel case in the program.
import { lookupAddress } from '@lectern/contract/reading/lookups';
import { z } from 'zod';
import { withoutEndSlashes } from '#infrastructure/text/end-slashes.ts';
import { backgroundPriorities } from '#infrastructure/workers/priority.ts';
import { takenPaths } from './addresses.ts';
import { isPlainAddress } from './database-address.ts';
import { address, marks, path, secret } from './marks.ts';
import { isLoopback, oidcShape } from './oidc.ts';
import { bool, hostNames, list, origins, proxies, size } from './values.ts';

const integer = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const rate = z.coerce.number().min(0.01).max(1e6);
const text = z.string().min(1);

/** Browsers and proxies remove the segments `.` and `..` from addresses. */
const isNormalPath = (text: string): boolean => !/\/\.{1,2}(\/|$)/.test(text);

const section = <T extends z.ZodRawShape>(shape: T) => z.strictObject(shape).prefault({} as never);

const minWorkerBytes = 128 * 1024 ** 2;

export const configSchema = z.strictObject({
  server: section({
    host: text.default('0.0.0.0').describe('Address to listen on.'),
    port: integer(0, 65_535).default(8080).describe('Port to listen on. 0 selects a free port.'),
    base_path: z
      .string()
      .regex(/^(\/[A-Za-z0-9._~-]+)*\/?$/, 'Not a path such as /books')
      .refine(isNormalPath, 'Not a path such as /books, without . and ..')
      .transform(withoutEndSlashes)
      .default('')
      .describe('Path under which a reverse proxy serves Lectern, such as /books.'),
    public_url: z
      .string()
      .regex(
        /^https?:\/\/[^\s/?#@]+(\/[A-Za-z0-9._~-]+)*\/?$/,
        'Not an address such as https://example.org/books',
      )
      .refine(
        (url) => isNormalPath(url) && URL.canParse(url),
        'Not an address such as https://example.org/books',
      )
      .transform((url) => url.replace(/\/$/, ''))
      .optional()
      .describe(
        'Address of the server for clients, including its path. Default: the address of each request.',
      ),
    trust_proxy: proxies
      .default([])
      .describe('Addresses or CIDR ranges of proxies whose X-Forwarded-* headers are trusted.'),
    allowed_hosts: hostNames
      .default([])
      .describe('Accepted host names, in addition to that of public_url. Empty: all names.'),
    tls: section({
      certificate: text
        .optional()
        .describe('PEM file with the certificate, followed by those of its issuers. Enables HTTPS.')
        .register(marks, path),
      key: text
        .optional()
        .describe('PEM file with the private key, without a passphrase.')
        .register(marks, path),
    }),
  }),
  data_dir: text
    .default('data')
    .describe('Folder for the database, thumbnails, caches and backups.')
    .register(marks, path),
  database: section({
    sqlite: text
      .optional()
      .describe('SQLite database file. Default: lectern.db in the data folder.')
      .register(marks, path),
    postgres: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'Not an address such as postgres://user@host/name')
      .refine(isPlainAddress, {
        message: 'Not an address: encode / ? # @ : in a password as %2F %3F %23 %40 %3A',
        abort: true,
      })
      .optional()
      .describe('postgres://user:password@host:port/database: use PostgreSQL instead of SQLite.')
      .register(marks, address),
    pool_size: integer(2, 200).default(10).describe('PostgreSQL connections per process.'),
  }),
  auth: section({
    registration_enabled: bool
      .default(false)
      .describe('Allow anyone who can reach the server to create an account.'),
    invitations_enabled: bool
      .default(true)
      .describe('Let users with the permission users:write invite others by a link.'),
    password_reset_by_mail: bool
      .default(true)
      .describe(
        'Let users request a link by e-mail that sets a new password. Requires a mail server and server.public_url.',
      ),
    quick_connect_enabled: bool
      .default(true)
      .describe('Let users sign devices in by approving a code that the device shows.'),
    access_token_minutes: integer(1, 24 * 60)
      .default(60)
      .describe('Lifetime of an access token in minutes.'),
    refresh_token_days: integer(1, 3650).default(30).describe('Days after which an unused session expires.'),
    secret: z
      .string()
      .min(32)
      .optional()
      .describe('Secret that signs access tokens. Default: generated at the first start in data_dir/secret.')
      .register(marks, secret),
    secret_file: text.optional().describe('File that contains auth.secret.').register(marks, path),
    secure_cookies: bool
      .optional()
      .describe('Send cookies over HTTPS only. Default: if public_url or a trusted proxy indicates HTTPS.'),
    oidc: section(oidcShape),
  }),
  rate_limit: section({
    enabled: bool.default(true).describe('Limit the rate of requests.'),
    anonymous_rps: rate.default(10).describe('Requests per second for an address without sign-in.'),
    anonymous_burst: integer(1, 1e6)
      .default(50)
      .describe('Burst of requests for an address without sign-in.'),
    authenticated_rps: rate.default(50).describe('Requests per second for a user.'),
    authenticated_burst: integer(1, 1e6).default(200).describe('Burst of requests for a user.'),
  }),
  compat_api: section({
    enabled: bool.default(false).describe('Provide the compatibility API for apps of other servers.'),
    prefix: z
      .string()
      .regex(/^[a-z0-9-]{1,32}$/, 'Up to 32 lower-case letters, digits and dashes')
      .refine((prefix) => !takenPaths.includes(prefix), 'Lectern uses this path itself')
      .default('compat')
      .describe('First path segment of the compatibility API: letters, digits and dashes.'),
  }),
  opds: section({
    enabled: bool.default(true).describe('Provide OPDS catalogs for e-readers and reading apps.'),
    page_size: integer(10, 500).default(50).describe('Entries per catalog page.'),
  }),
  koreader: section({
    enabled: bool.default(true).describe('Let KOReader store reading positions on this server.'),
  }),
  kobo: section({ enabled: bool.default(true).describe('Let Kobo e-readers sync with this server.') }),
  api_docs: section({
    enabled: bool.default(true).describe('Serve the API description and its reference.'),
  }),
  pdf: section({
    handle_cache: section({
      enabled: bool.default(true).describe('Keep PDF documents open between pages.'),
      capacity: integer(1, 1000).default(8).describe('Maximum number of open PDF documents per process.'),
      idle_ttl_seconds: integer(1, 86_400)
        .default(300)
        .describe('Seconds after which an unused PDF document is closed.'),
    }),
    page_cache: section({
      enabled: bool.default(true).describe('Store rendered PDF pages on disk.'),
      dir: text
        .optional()
        .describe('Folder for rendered PDF pages. Default: a subfolder of the data folder.')
        .register(marks, path),
      max_age_days: integer(1, 3650).default(30).describe('Days after which rendered PDF pages are deleted.'),
      max_size: size.default(2 * 1024 ** 3).describe('Disk space for rendered PDF pages.'),
    }),
    page_width: integer(200, 4096).default(1600).describe('Default width of a PDF page in pixels.'),
    jpeg_quality: integer(30, 100).default(85).describe('JPEG quality of rendered PDF pages.'),
  }),
  images: section({
    thumbnail_width: integer(100, 2000).default(320).describe('Maximum width of a thumbnail in pixels.'),
    thumbnail_height: integer(100, 3000).default(480).describe('Maximum height of a thumbnail in pixels.'),
    thumbnail_quality: integer(30, 100).default(80).describe('Quality of thumbnails.'),
    cache_max_size: size
      .default(2 * 1024 ** 3)
      .describe('Disk space for converted pages and pages of solid archives.'),
    max_pixels: integer(1_000_000, 1_000_000_000)
      .default(100_000_000)
      .describe('Maximum number of pixels of a decoded image.'),
    max_upload_size: size.default(20 * 1024 ** 2).describe('Maximum size of an uploaded cover.'),
  }),
  scanner: section({
    concurrency: integer(0, 64)
      .default(0)
      .describe(
        'Worker processes that parse books and draw covers. 0: one with up to two processors, otherwise one per processor, at most four.',
      ),
    book_timeout_seconds: integer(1, 3600)
      .default(30)
      .describe('Seconds after which parsing a single book is stopped.'),
    worker_memory_mb: integer(128, 65_536)
      .default(1024)
      .describe('Memory of one worker process in MiB. A process that uses more is replaced.'),
    allowed_roots: list
      .default([])
      .describe(
        'Folders that may contain libraries. Empty: any folder, but only administrators can choose one.',
      )
      .register(marks, path),
  }),
  uploads: section({
    max_file_size: size.default(50 * 1024 ** 3).describe('Maximum size of a file uploaded to a library.'),
    max_daily_size: size
      .default(0)
      .describe('Bytes that a user may upload to libraries per day. 0: unlimited.'),
    keep_free: size.default(1024 ** 3).describe('Free space that uploads leave on the disk of a library.'),
    keep_hours: integer(1, 24 * 90)
      .default(72)
      .describe('Hours after which an unfinished upload is deleted if no data arrives.'),
  }),
  drop_folder: section({
    path: text
      .optional()
      .describe('Folder whose new files wait for approval. Must exist.')
      .register(marks, path),
    settle_seconds: integer(0, 3600)
      .default(10)
      .describe('Seconds without changes after which a file is complete.'),
  }),
  trash: section({
    keep_days: integer(0, 3650)
      .default(30)
      .describe('Days after which deleted files are removed from the trash. 0: only manually.'),
  }),
  workers: section({
    confinement: z
      .enum(['auto', 'required', 'off'])
      .default('auto')
      .describe(
        'Confinement of the processes that parse books. auto: as far as the system supports it; required: refuse to start without full confinement.',
      ),
    priority: z
      .enum(backgroundPriorities)
      .default('idle')
      .describe('Processor share of background work. idle: only unused time; low: always a tenth.'),
    memory: size
      .refine((bytes) => bytes >= minWorkerBytes, 'At least 128MB')
      .optional()
      .describe(
        'Memory of all worker processes. Default: a quarter of the machine or container, at least 512MB.',
      ),
  }),
  tasks: section({
    workers: integer(1, 64).default(4).describe('Concurrent tasks of one process.'),
    keep_days: integer(1, 3650).default(30).describe('Days after which finished tasks are deleted.'),
  }),
  activity: section({
    keep_days: integer(1, 3650)
      .default(365)
      .describe('Days after which entries of the activity log are deleted.'),
  }),
  lookup: section({
    dictionary: lookupAddress
      .default('')
      .describe('Address where readers look up words, with {text}, {language} and {to}. Sent to clients.'),
    translation: lookupAddress
      .default('')
      .describe('Address where readers translate words, with {text}, {language} and {to}. Sent to clients.'),
  }),
  backup: section({
    schedule: z
      .enum(['off', 'daily', 'weekly', 'monthly'])
      .default('off')
      .describe('Scheduled backups of the SQLite database. weekly: on Sundays; monthly: on the first.'),
    hour: integer(0, 23).default(3).describe('Hour of scheduled backups, in the time zone of the server.'),
    keep: integer(1, 1000).default(7).describe('Number of scheduled backups to keep.'),
    dir: text
      .optional()
      .describe('Folder for scheduled backups. Must exist. Default: data_dir/backups.')
      .register(marks, path),
  }),
  updates: section({
    check: bool
      .default(false)
      .describe('Request updates.url once a day for the newest version. Nothing is downloaded.'),
    url: z
      .url({ protocol: /^https?$/, error: 'Not an address such as https://releases.example.org/latest' })
      .optional()
      .describe('Address that returns JSON with version or tag_name, or a list of such objects.')
      .register(marks, address),
    private_addresses: bool.default(false).describe('Allow updates.url in private networks and without TLS.'),
  }),
  online: section({
    enabled: bool.default(false).describe('Allow requests to the Internet: plugins, metadata, new versions.'),
    allowed_origins: origins
      .default([])
      .describe('Additional permitted services in private networks, on other ports or without TLS.'),
  }),
  plugins: section({
    registry: z
      .url({ protocol: /^https?$/, error: 'Not an address such as https://registry.example.org' })
      .refine((url) => url.startsWith('https:') || isLoopback(new URL(url)), {
        error: 'Only registries on this machine can be used without https',
      })
      .transform(withoutEndSlashes)
      .optional()
      .describe(
        'Package registry for plugins, with https unless it is on this machine. Without it, plugins can only be uploaded.',
      )
      .register(marks, address),
    folders: list
      .default([])
      .describe('Folders with plugins that run in place with the permissions of the server account.')
      .register(marks, path),
    memory_mb: integer(64, 65_536).default(512).describe('Memory in MiB above which a plugin is stopped.'),
  }),
  log: section({
    level: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
      .default('info')
      .describe('Lowest severity that is logged.'),
    format: z
      .enum(['auto', 'json', 'pretty'])
      .default('auto')
      .describe('auto: readable lines on a terminal, JSON elsewhere.'),
  }),
});

type Camel<S extends string> = S extends `${infer A}_${infer B}` ? `${A}${Capitalize<Camel<B>>}` : S;
type CamelKeys<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T as Camel<K & string>]: CamelKeys<T[K]> }
    : T;

export type Config = CamelKeys<z.output<typeof configSchema>>;

/** The same values under camel-case keys. */
export function toCamelKeys(value: z.output<typeof configSchema>): Config {
  return camelKeys(value) as Config;
}

function camelKeys(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key.replace(/_([a-z])/g, (_, c: string) => c.toUpperCase()),
      camelKeys(item),
    ]),
  );
}
