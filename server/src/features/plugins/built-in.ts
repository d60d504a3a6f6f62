// Registers the built-in providers as plugins. They are listed, configured and called like others, and disabled by
// default.

import type {
  PluginMatch,
  PluginMatchRequest,
  PluginMetadata,
  PluginSearchResult,
} from '@lectern/contract/plugins/plugins';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { newId } from '#infrastructure/ids.ts';
import type { Manifest, MetadataKind, PulledPage, PushResult, SyncEntry } from './protocol/index.ts';
import type { PluginStore } from './store.ts';

/** Providers that are part of the program. */
export interface BuiltInPlugins {
  manifests: readonly Manifest[];
  /** Returns the name of the provider that uses the same service and whose request limits apply. */
  findPaceOwner(name: string): string | undefined;
  /** Throws PluginError `not_started` for an unknown name. */
  open(name: string, options: BuiltInOptions): BuiltInProvider;
}

/** The methods of a provider within the server process. All of them throw PluginError. */
export interface BuiltInProvider {
  search(request: { kind: MetadataKind; query: string; limit: number }): Promise<PluginSearchResult[]>;
  match(request: PluginMatchRequest): Promise<PluginMatch>;
  describe(request: { kind: MetadataKind; externalId: string }): Promise<PluginMetadata>;
  /** Returns the user's name at the service. */
  getUser(): Promise<string>;
  push(entries: readonly SyncEntry[], options: { isPreview: boolean }): Promise<PushResult[]>;
  pull(page: { cursor: string | undefined; limit: number }): Promise<PulledPage>;
}

export interface BuiltInOptions {
  pluginId: string;
  /** Id of the plugin, or of the user's account, whose concurrent calls are limited. */
  callerId: string;
  /** Plugin id whose request limits apply, if several providers share a service. */
  paceId?: string;
  config: Readonly<Record<string, unknown>>;
  credentials: Readonly<Record<string, string>>;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Background work, which gives way to interactive requests. */
  isQueued: boolean;
}

interface Dependencies {
  database: Database;
  store: PluginStore;
  builtIn: BuiltInPlugins;
  clock: Clock;
}

/** Cannot clash with a package: package names contain no colon. */
export const toPackage = ({ name }: Pick<Manifest, 'name'>): string => `built-in:${name}`;
const timeoutSeconds = 30;

/** Adds providers that are new in this version, and updates the manifests of the others. */
export async function addBuiltIn({ database, store, builtIn, clock }: Dependencies): Promise<void> {
  const known = new Map((await store.list()).map((row) => [row.package, row]));
  const changed = builtIn.manifests.filter(
    (manifest) => known.get(toPackage(manifest))?.manifest !== JSON.stringify(manifest),
  );
  if (changed.length === 0) return;
  await database.transaction(async (tx) => {
    await database.dialect.lock(tx, 'plugins');
    for (const manifest of changed) {
      const nowMs = clock();
      const row = await store.findByPackage(toPackage(manifest), tx);
      const current = { version: manifest.version, manifest: JSON.stringify(manifest) };
      if (row) {
        await store.update(row.id, { ...current, updatedAt: Math.max(nowMs, row.updatedAt + 1) }, tx);
        continue;
      }
      await store.insert(tx, {
        id: newId(nowMs),
        package: toPackage(manifest),
        origin: 'built_in',
        ...current,
        folder: null,
        archiveHash: null,
        start: JSON.stringify({ builtIn: manifest.name }),
        config: '{}',
        credentials: null,
        isEnabled: 0,
        acceptsUnrestricted: 0,
        // Built-in providers limit their own request rate.
        callsPerMinute: 0,
        timeoutSeconds,
        failures: 0,
        failedAt: null,
        failure: null,
        createdAt: nowMs,
        updatedAt: nowMs,
      });
    }
  });
}
