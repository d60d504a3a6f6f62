// The configuration: every key with its type, default and limits. Keys are written in snake
// case in the file and the environment, in camel case in the program.
import { lookupAddress } from '@lectern/contract/lookups';
import { z } from 'zod';
import { withoutEndSlashes } from '#infrastructure/text/end-slashes.ts';
import { backgroundPriorities } from '#infrastructure/workers/priority.ts';
import { takenPaths } from './addresses.ts';
import { isPlainAddress } from './database-address.ts';
import { oidcShape } from './oidc.ts';
import { bool, hostNames, list, origins, size } from './values.ts';

const integer = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

const section = <T extends z.ZodRawShape>(shape: T) => z.strictObject(shape).prefault({} as never);

const minWorkerBytes = 128 * 1024 ** 2;

export const configSchema = z.strictObject({
  server: section({
    host: z.string().min(1).default('0.0.0.0'),
    port: integer(0, 65_535).default(8080),
    base_path: z
      .string()
      .regex(/^(\/[A-Za-z0-9._~-]+)*\/?$/, 'Not a path such as /books')
      .transform(withoutEndSlashes)
      .default(''),
    /**
     * The address of the server for clients, with its path: https://example.org/books. By default that of each request.
     */
    public_url: z
      .string()
      .regex(
        /^https?:\/\/[^\s/?#]+(\/[A-Za-z0-9._~-]+)*\/?$/,
        'Not an address such as https://example.org/books',
      )
      .transform((url) => url.replace(/\/$/, ''))
      .optional(),
    /** Addresses or CIDR ranges of proxies whose X-Forwarded-* headers are trusted; none by default. */
    trust_proxy: list.default([]),
    /** Host names that the server answers, besides that of `public_url`; none means every name. */
    allowed_hosts: hostNames.default([]),
    /** HTTPS by the server itself: PEM files, read again when they change. */
    tls: section({
      /** The certificate, followed by those of its issuers. */
      certificate: z.string().min(1).optional(),
      /** Its private key, without a passphrase. */
      key: z.string().min(1).optional(),
    }),
  }),
  data_dir: z.string().min(1).default('data'),
  database: section({
    /** File of the embedded database; by default `lectern.db` in the data folder. */
    sqlite: z.string().min(1).optional(),
    /** postgres://user:password@host:port/database; when given, the embedded database is not used. */
    postgres: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'Not an address such as postgres://user@host/name')
      .refine(isPlainAddress, {
        message: 'Not an address: signs such as / ? # @ : of a password are written as %2F %3F %23 %40 %3A',
        abort: true,
      })
      .optional(),
    /** Connections to PostgreSQL of each process. */
    pool_size: integer(2, 200).default(10),
  }),
  auth: section({
    registration_enabled: bool.default(false),
    access_token_minutes: integer(1, 24 * 60).default(60),
    refresh_token_days: integer(1, 3650).default(30),
    /**
     * Secret that signs access tokens; by default generated at the first start and stored in the data folder's file
     * `secret`.
     */
    secret: z.string().min(32).optional(),
    /** File that holds it. */
    secret_file: z.string().min(1).optional(),
    /** Send cookies over HTTPS only; by default where clients use HTTPS by `public_url` or a trusted proxy. */
    secure_cookies: bool.optional(),
    oidc: section(oidcShape),
  }),
  rate_limit: section({
    enabled: bool.default(true),
    anonymous_rps: z.coerce.number().min(0.01).max(1e6).default(10),
    anonymous_burst: integer(1, 1e6).default(50),
    authenticated_rps: z.coerce.number().min(0.01).max(1e6).default(50),
    authenticated_burst: integer(1, 1e6).default(200),
  }),
  compat_api: section({
    enabled: bool.default(false),
    prefix: z
      .string()
      .regex(/^[a-z0-9-]{1,32}$/, 'Up to 32 lower-case letters, digits and dashes')
      .refine((prefix) => !takenPaths.includes(prefix), 'Lectern itself answers below this path')
      .default('compat'),
  }),
  opds: section({
    enabled: bool.default(true),
    /** Entries of a page of a feed. */
    page_size: integer(10, 500).default(50),
  }),
  koreader: section({ enabled: bool.default(true) }),
  kobo: section({ enabled: bool.default(true) }),
  api_docs: section({ enabled: bool.default(true) }),
  pdf: section({
    handle_cache: section({
      enabled: bool.default(true),
      capacity: integer(1, 1000).default(8),
      idle_ttl_seconds: integer(1, 86_400).default(300),
    }),
    page_cache: section({
      enabled: bool.default(true),
      dir: z.string().min(1).optional(),
      max_age_days: integer(1, 3650).default(30),
      max_size: size.default(2 * 1024 ** 3),
    }),
    /** Width in pixels of a page when none is requested. */
    page_width: integer(200, 4096).default(1600),
    jpeg_quality: integer(30, 100).default(85),
  }),
  images: section({
    thumbnail_width: integer(100, 2000).default(320),
    thumbnail_height: integer(100, 3000).default(480),
    thumbnail_quality: integer(30, 100).default(80),
    /** Disk for converted pages and for pages unpacked from solid archives. */
    cache_max_size: size.default(2 * 1024 ** 3),
    max_pixels: integer(1_000_000, 1_000_000_000).default(100_000_000),
    /** Largest upload of a cover. */
    max_upload_size: size.default(20 * 1024 ** 2),
  }),
  scanner: section({
    /** Worker processes that parse books during a scan; 0 means one for each processor, at most four. */
    concurrency: integer(0, 64).default(0),
    /** Time limit of a single book in seconds. */
    book_timeout_seconds: integer(1, 3600).default(30),
    /** Memory of one worker process in MiB beyond which it is replaced. */
    worker_memory_mb: integer(128, 65_536).default(1024),
    /** Folders that libraries may lie in; none means anywhere. */
    allowed_roots: list.default([]),
  }),
  /** Books that are uploaded into libraries, by those who may. */
  uploads: section({
    /** Largest file. */
    max_file_size: size.default(50 * 1024 ** 3),
    /** Bytes that one user may upload within a day; 0 means any number. */
    max_daily_size: size.default(0),
    /** Room that stays free on the disk of a library. */
    keep_free: size.default(1024 ** 3),
    /** Hours after which what came of an unfinished file is thrown away, when nothing more comes. */
    keep_hours: integer(1, 24 * 90).default(72),
  }),
  /** A folder beside the libraries whose books wait until somebody accepts them. */
  drop_folder: section({
    /** Where it lies; without it there is none. It has to exist. */
    path: z.string().min(1).optional(),
    /** Seconds that a file has to be left alone before it counts as whole. */
    settle_seconds: integer(0, 3600).default(10),
  }),
  /** Files that were deleted, where libraries allow it. */
  trash: section({
    /** Days after which they are deleted for good; 0 means never by itself. */
    keep_days: integer(0, 3650).default(30),
  }),
  workers: section({
    /**
     * Whether the processes that parse books are confined: `auto` as far as the system supports it, `required` refuses
     * to start where it does not support every layer, `off` not at all.
     */
    confinement: z.enum(['auto', 'required', 'off']).default('auto'),
    /**
     * Of those that work in the background. `idle`: they run while no other process wants to, so that nobody waits for a
     * scan, and get a tenth once others have left them nothing for ten seconds; `low`: they always get a tenth.
     */
    priority: z.enum(backgroundPriorities).default('idle'),
    /** Memory of all of them together; by default a quarter of the machine's or container's, at least 512MB. */
    memory: size.refine((bytes) => bytes >= minWorkerBytes, 'At least 128MB').optional(),
  }),
  tasks: section({
    /** Tasks that run at the same time in one process. */
    workers: integer(1, 64).default(4),
    /** Days after which ended tasks are deleted. */
    keep_days: integer(1, 3650).default(30),
  }),
  activity: section({
    /** Days after which entries of the activity log are deleted. */
    keep_days: integer(1, 3650).default(365),
  }),
  /** Addresses where clients look up words of books, with `{text}`. The server sends nothing there. */
  lookup: section({
    dictionary: lookupAddress.default(''),
    translation: lookupAddress.default(''),
  }),
  /** Backups that the server makes by itself, of the embedded database. */
  backup: section({
    schedule: z.enum(['off', 'daily', 'weekly', 'monthly']).default('off'),
    /** Hour of the day, in the server's time zone. Weekly is on Sundays, monthly on the first. */
    hour: integer(0, 23).default(3),
    /** How many are kept. */
    keep: integer(1, 1000).default(7),
    /** Folder for them, best on another disk; by default `backups` in the data folder. It has to exist. */
    dir: z.string().min(1).optional(),
  }),
  /** The notice of a newer version. Nothing is downloaded. */
  updates: section({
    /** Ask once a day which version is the newest. */
    check: bool.default(false),
    /** Whom: an address that answers with `version` or `tag_name`, or with a list of those, as JSON. */
    url: z
      .url({ protocol: /^https?$/, error: 'Not an address such as https://releases.example.org/latest' })
      .optional(),
    /** It may be in a private network, and without TLS. */
    private_addresses: bool.default(false),
  }),
  online: section({
    /** Whether this server may ask others on the Internet at all: plugins are started only then. */
    enabled: bool.default(false),
    /** Services in private networks, on other ports or without TLS that may be asked like those of the Internet. */
    allowed_origins: origins.default([]),
  }),
  plugins: section({
    /** Address of the package registry that plugins are installed from by their name; none means by upload alone. */
    registry: z
      .url({ protocol: /^https?$/, error: 'Not an address such as https://registry.example.org' })
      .transform(withoutEndSlashes)
      .optional(),
    /** Folders that plugins may be run from in place: programs of any language, with the rights of the server's account. */
    folders: list.default([]),
    /** Memory in MiB beyond which a plugin is ended. */
    memory_mb: integer(64, 65_536).default(512),
  }),
  log: section({
    level: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    /** By default readable lines on a terminal and JSON elsewhere. */
    format: z.enum(['auto', 'json', 'pretty']).default('auto'),
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
