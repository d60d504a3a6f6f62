// Plugins that provide metadata. Identified by package, which is the same on every server.
import type { Plugin } from '@lectern/contract/plugins/plugins';
import { isRecord } from '@lectern/contract/records';
import type { PluginService } from '#features/plugins/index.ts';
import { notFound } from '#infrastructure/errors.ts';
import type { MatchNoun } from './nouns.ts';
import type { Asking, Described } from './provider-requests.ts';

const maxCovers = 12;

/** Plugins send one cover, or a list. */
function toCoverUrls({ coverUrl, covers }: Readonly<Record<string, unknown>>): string[] {
  const all = [coverUrl, ...(Array.isArray(covers) ? covers : []).map((one) => isRecord(one) && one.url)];
  const urls = all.filter((url): url is string => typeof url === 'string' && /^https?:/.test(url));
  return [...new Set(urls)].slice(0, maxCovers);
}

export class Providers {
  readonly #plugins: Pick<PluginService, 'list' | 'describe' | 'search' | 'match'>;

  constructor(plugins: Pick<PluginService, 'list' | 'describe' | 'search' | 'match'>) {
    this.#plugins = plugins;
  }

  /** Enabled plugins that provide metadata of this kind. */
  async list(kind: 'series' | 'book'): Promise<Plugin[]> {
    return (await this.#listOn()).filter(({ can }) => can.metadata.includes(kind));
  }

  /** Packages of all installed and enabled plugins. */
  async listPackages(): Promise<ReadonlySet<string>> {
    return new Set((await this.#listOn()).map((plugin) => plugin.package));
  }

  /** Returns the provider's description of this id. Throws conflict, plugin_failed or unavailable. */
  async describe(noun: MatchNoun, provider: string, externalId: string): Promise<Described> {
    const { id, displayName, name } = await this.#get(provider);
    const { fields, dropped } = await this.#plugins.describe(id, { kind: noun.kind, externalId });
    const taken = noun.take(fields, externalId, { source: name ?? provider, displayName });
    const url = fields.externalUrl;
    return {
      provider,
      name: displayName,
      externalId,
      externalUrl: typeof url === 'string' ? url : null,
      values: taken.values,
      covers: toCoverUrls(fields),
      dropped: [...new Set([...dropped, ...taken.dropped])],
    };
  }

  /** Requests to providers of this kind. */
  asking(noun: MatchNoun): Asking {
    return {
      search: ({ id }, query) => this.#plugins.search(id, { kind: noun.kind, query, limit: 10 }),
      match: async ({ id }, { titles: [title = ''], people, isbns: [isbn], year }) => {
        const { match, alternatives } = await this.#plugins.match(id, {
          kind: noun.kind,
          title,
          authors: people.slice(0, 5),
          ...(isbn && { isbn }),
          ...(year && year > 0 && { year }),
        });
        return match ? [match, ...alternatives] : alternatives;
      },
      describe: (plugin, externalId) => this.describe(noun, plugin.package, externalId),
    };
  }

  async #listOn() {
    return (await this.#plugins.list()).filter(({ isEnabled }) => isEnabled);
  }

  async #get(provider: string): Promise<Plugin> {
    const plugin = (await this.#plugins.list()).find((one) => one.package === provider);
    if (!plugin) throw notFound('plugin');
    return plugin;
  }
}
