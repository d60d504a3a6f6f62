// Plugins that provide metadata. Identified by package, which is the same on every server.
import type { Plugin } from '@lectern/contract/plugins/plugins';
import { isRecord } from '@lectern/contract/records';
import type { PluginService } from '#features/plugins/index.ts';
import { notFound } from '#infrastructure/errors.ts';
import type { Asking, Described } from './asking.ts';
import type { MatchNoun } from './nouns.ts';

export interface Providers {
  /** Enabled plugins that provide metadata of this kind. */
  list(kind: 'series' | 'book'): Promise<Plugin[]>;
  /** Packages of all installed and enabled plugins. */
  listPackages(): Promise<ReadonlySet<string>>;
  /** Returns the provider's description of this id. Throws conflict, plugin_failed or unavailable. */
  describe(noun: MatchNoun, provider: string, externalId: string): Promise<Described>;
  /** Requests to providers of this kind. */
  asking(noun: MatchNoun): Asking;
}

const maxCovers = 12;

/** Plugins send one cover, or a list. */
function toCoverUrls({ coverUrl, covers }: Readonly<Record<string, unknown>>): string[] {
  const all = [coverUrl, ...(Array.isArray(covers) ? covers : []).map((one) => isRecord(one) && one.url)];
  const urls = all.filter((url): url is string => typeof url === 'string' && /^https?:/.test(url));
  return [...new Set(urls)].slice(0, maxCovers);
}

export function createProviders(
  plugins: Pick<PluginService, 'list' | 'describe' | 'search' | 'match'>,
): Providers {
  const listOn = async () => (await plugins.list()).filter(({ isEnabled }) => isEnabled);
  async function get(provider: string): Promise<Plugin> {
    const plugin = (await plugins.list()).find((one) => one.package === provider);
    if (!plugin) throw notFound('plugin');
    return plugin;
  }
  async function describe(noun: MatchNoun, provider: string, externalId: string): Promise<Described> {
    const { id, displayName, name } = await get(provider);
    const { fields, dropped } = await plugins.describe(id, { kind: noun.kind, externalId });
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
  return {
    describe,
    asking: (noun) => ({
      search: ({ id }, query) => plugins.search(id, { kind: noun.kind, query, limit: 10 }),
      async match({ id }, { titles: [title = ''], people, isbns: [isbn], year }) {
        const { match, alternatives } = await plugins.match(id, {
          ...{ kind: noun.kind, title, authors: people.slice(0, 5) },
          ...(isbn && { isbn }),
          ...(year && year > 0 && { year }),
        });
        return match ? [match, ...alternatives] : alternatives;
      },
      describe: (plugin, externalId) => describe(noun, plugin.package, externalId),
    }),
    list: async (kind) => (await listOn()).filter(({ can }) => can.metadata.includes(kind)),
    listPackages: async () => new Set((await listOn()).map((plugin) => plugin.package)),
  };
}
