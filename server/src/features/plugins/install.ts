// Installs plugins by name from a registry, from an uploaded archive, or from a server folder, without running them.
// Another version of an installed package keeps its configuration. `isAccepted`: an administrator confirmed that an
// unrestricted plugin has the rights of the server's account. It is stored with the version, because confinement can be
// turned off later, and another server of the database may lack it.
import { createHash } from 'node:crypto';
import type { Clock } from '#infrastructure/clock.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import type { Confinement } from '#infrastructure/confinement/confinement.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { conflict, reason } from '#infrastructure/errors.ts';
import { newId } from '#infrastructure/ids.ts';
import type { Outside } from '#infrastructure/outside/index.ts';
import type { PluginTable } from '#schema/tables/plugin.ts';
import { fetchPackage, readFolder, readPackage } from './packages/index.ts';
import type { PluginStore } from './store.ts';
import { mayStart } from './to-plugin.ts';

export interface InstallDependencies {
  config: Config;
  outside: Outside;
  database: Database;
  store: PluginStore;
  clock: Clock;
  confinement: Confinement;
}

export interface Installed {
  row: PluginTable;
  isNew: boolean;
}

type Source = Pick<
  PluginTable,
  'package' | 'version' | 'origin' | 'folder' | 'archiveHash' | 'start' | 'acceptsUnrestricted'
>;

const maxPlugins = 50;
const defaults = { callsPerMinute: 60, timeoutSeconds: 30 };

export class PluginInstaller {
  readonly #deps: InstallDependencies;

  constructor(deps: InstallDependencies) {
    this.#deps = deps;
  }

  async installByName(text: string, isAccepted: boolean): Promise<Installed> {
    const at = text.lastIndexOf('@');
    const name = text.slice(0, at);
    const version = text.slice(at + 1);
    const bytes = await fetchPackage(this.#deps.outside, this.#deps.config.plugins.registry, {
      name,
      version,
    });
    return this.installArchive(bytes, { origin: 'registry', isAccepted });
  }

  async installArchive(
    bytes: Uint8Array,
    { origin, isAccepted }: { origin: 'registry' | 'upload'; isAccepted: boolean },
  ): Promise<Installed> {
    const { name, version, module } = await readPackage(bytes);
    const archiveHash = createHash('sha256').update(bytes).digest('hex');
    const start = JSON.stringify({ module });
    const acceptsUnrestricted = this.#toAcceptance(start, isAccepted);
    const source = { package: name, version, origin, folder: null, archiveHash, start, acceptsUnrestricted };
    return this.#save(source, bytes);
  }

  async installFolder(path: string, isAccepted: boolean): Promise<Installed> {
    const { name, version, folder, ...found } = await readFolder(path, this.#deps.config.plugins.folders);
    const start = JSON.stringify(found.start);
    const acceptsUnrestricted = this.#toAcceptance(start, isAccepted);
    return this.#save({
      package: name,
      version,
      origin: 'folder',
      folder,
      archiveHash: null,
      start,
      acceptsUnrestricted,
    });
  }

  /** Throws conflict where the plugin could not start without the confirmation. */
  #toAcceptance(start: string, isAccepted: boolean): 0 | 1 {
    const acceptsUnrestricted = isAccepted ? 1 : 0;
    if (!mayStart({ start, acceptsUnrestricted }, this.#deps.confinement))
      throw conflict(reason('plugin_unrestricted'));
    return acceptsUnrestricted;
  }

  async #save(source: Source, archive?: Uint8Array): Promise<Installed> {
    const { store } = this.#deps;
    return this.#deps.database.transaction(async (tx) => {
      await this.#deps.database.dialect.lock(tx, 'plugins');
      const known = await store.findByPackage(source.package, tx);
      if (!known && (await store.list(tx)).filter(({ origin }) => origin !== 'built_in').length >= maxPlugins)
        throw conflict(reason('plugins_full', { max: maxPlugins }));
      const nowMs = this.#deps.clock();
      // Ensures that two changes within one millisecond have different times.
      const updatedAt = Math.max(nowMs, (known?.updatedAt ?? 0) + 1);
      // The manifest of the old version does not apply to the new one.
      const fresh = { ...source, manifest: null, failures: 0, failedAt: null, failure: null, updatedAt };
      const row: PluginTable = known
        ? { ...known, ...fresh }
        : {
            id: newId(nowMs),
            ...fresh,
            ...defaults,
            config: '{}',
            credentials: null,
            isEnabled: 0,
            createdAt: nowMs,
          };
      if (known) await store.update(known.id, fresh, tx);
      else await store.insert(tx, row);
      if (archive) await store.saveArchive(tx, row.id, archive);
      else await store.removeArchive(tx, row.id);
      return { row, isNew: !known };
    });
  }
}
