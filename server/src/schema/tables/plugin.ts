// Plugins: what is installed, how it is configured, what they keep and what they say.

/** Written by features/integrations/plugins. */
export interface PluginTable {
  id: string;
  /** Of the package: `@scope/name`. Unique. */
  package: string;
  version: string;
  /** How it came here: by name from a registry, as an uploaded archive, a folder of the server, or with Lectern. */
  origin: 'registry' | 'upload' | 'folder' | 'built_in';
  /** The folder; null where the archive is kept. */
  folder: string | null;
  /** SHA-256 of the archive in hexadecimal digits; null for a folder. */
  archiveHash: string | null;
  /** JSON: what its program is started with (features/integrations/plugin-processes). */
  start: string;
  /** JSON: what it says of itself; null until it was started once. */
  manifest: string | null;
  /** JSON object. */
  config: string;
  /** Encrypted JSON object; null where none are set. */
  credentials: string | null;
  isEnabled: 0 | 1;
  callsPerMinute: number;
  timeoutSeconds: number;
  /** Failures since it last worked. */
  failures: number;
  failedAt: number | null;
  failure: string | null;
  createdAt: number;
  updatedAt: number;
}

/** The package as it was installed, so that every server of the database has it. Written by features/integrations/plugins. */
export interface PluginArchiveTable {
  pluginId: string;
  bytes: Uint8Array;
}

/** A user's own instance of a plugin. Written by features/integrations/plugins. */
export interface PluginAccountTable {
  id: string;
  pluginId: string;
  userId: string;
  isEnabled: 0 | 1;
  config: string;
  credentials: string | null;
  /** Why its service refuses what was given; null while it does not. */
  failure: string | null;
  createdAt: number;
  updatedAt: number;
}

/** What a plugin stores. Written by features/integrations/plugin-storage. */
export interface PluginValueTable {
  /** The plugin, or a user's instance of it. */
  ownerId: string;
  key: string;
  pluginId: string;
  accountId: string | null;
  /** JSON. */
  data: string;
  expiresAt: number | null;
  updatedAt: number;
}

/** The last lines that a plugin wrote. Written by features/integrations/plugin-logs. */
export interface PluginLogTable {
  id: string;
  pluginId: string;
  at: number;
  level: 'debug' | 'info' | 'warn' | 'error';
  text: string;
}

/** How fast the service of a provider may be asked, by all servers together. Written by features/integrations/provider-traffic. */
export interface ProviderPaceTable {
  pluginId: string;
  /** A service may count some of its requests apart. */
  lane: string;
  /** When what was asked so far is used up. */
  nextAt: number;
  /** Up to when places in the queue are taken. */
  queuedUntil: number;
  /** The service wants to be left alone until then. */
  blockedUntil: number;
  /** Requests of the hour or day that counts. */
  windowStartedAt: number;
  windowCount: number;
}

/** What a provider answered, for as long as it is not asked again. Written by features/integrations/provider-traffic. */
export interface ProviderAnswerTable {
  pluginId: string;
  /** SHA-256 of what was asked, in hexadecimal digits. */
  key: string;
  /** JSON. */
  data: string;
  askedAt: number;
  expiresAt: number;
}
