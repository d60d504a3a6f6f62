// Plugins: packages, configuration, stored values, logs and cached responses.

/** Written by features/plugins. */
export interface PluginTable {
  id: string;
  /** Package name, for example `@scope/name`. Unique. */
  package: string;
  version: string;
  /** Installation source: a registry, an uploaded archive, a server folder, or built in. */
  origin: 'registry' | 'upload' | 'folder' | 'built_in';
  /** Path of the folder. Null if the archive is stored. */
  folder: string | null;
  /** SHA-256 of the archive in hexadecimal. Null for a folder. */
  archiveHash: string | null;
  /** JSON: start command of the program (features/plugins/processes). */
  start: string;
  /** JSON: the plugin's manifest. Null until the first start. */
  manifest: string | null;
  /** JSON object. */
  config: string;
  /** Encrypted JSON object. Null if none are set. */
  credentials: string | null;
  isEnabled: 0 | 1;
  /** An administrator accepts that this version runs on systems that cannot restrict it. */
  acceptsUnrestricted: 0 | 1;
  callsPerMinute: number;
  timeoutSeconds: number;
  /** Consecutive failures. */
  failures: number;
  failedAt: number | null;
  failure: string | null;
  createdAt: number;
  updatedAt: number;
}

/** The installed package, so that every server of the database has it. Written by features/plugins. */
export interface PluginArchiveTable {
  pluginId: string;
  bytes: Uint8Array;
}

/** A user's instance of a plugin. Written by features/plugins. */
export interface PluginAccountTable {
  id: string;
  pluginId: string;
  userId: string;
  isEnabled: 0 | 1;
  config: string;
  credentials: string | null;
  /** Why the service rejects the credentials. Null if it does not. */
  failure: string | null;
  createdAt: number;
  updatedAt: number;
}

/** A value stored by a plugin. Written by features/plugins/storage. */
export interface PluginValueTable {
  /** Id of the plugin or of a user's instance. */
  ownerId: string;
  key: string;
  pluginId: string;
  accountId: string | null;
  /** JSON. */
  data: string;
  expiresAt: number | null;
  updatedAt: number;
}

/** Last log lines of a plugin. Written by features/plugins/logs. */
export interface PluginLogTable {
  id: string;
  pluginId: string;
  at: number;
  level: 'debug' | 'info' | 'warn' | 'error';
  text: string;
}

/** Request limits of a provider's service, shared by all servers. Written by features/providers/traffic. */
export interface ProviderPaceTable {
  pluginId: string;
  /** Name of a separate limit, for services that limit resources separately. */
  lane: string;
  /** Time when the capacity used so far is available again. */
  nextAt: number;
  /** End of the occupied queue slots. */
  queuedUntil: number;
  /** No requests until this time, at the service's request. */
  blockedUntil: number;
  /** Start and count of the current window of an hour or day. */
  windowStartedAt: number;
  windowCount: number;
}

/** A cached provider response. Written by features/providers/traffic. */
export interface ProviderAnswerTable {
  pluginId: string;
  /** SHA-256 of the request, in hexadecimal. */
  key: string;
  /** JSON. */
  data: string;
  askedAt: number;
  expiresAt: number;
}
