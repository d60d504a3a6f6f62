// Requests to metadata providers, and their results.
import type { Plugin, PluginSearchResult } from '@lectern/contract/plugins/plugins';
import type { LocalWork } from './scoring/index.ts';
import type { ProviderFields } from './values/index.ts';

/** A provider's description of an entry, with the values that can be applied. */
export interface Described {
  provider: string;
  name: string;
  externalId: string;
  externalUrl: string | null;
  values: ProviderFields;
  /** Image URLs, best first. Undefined for proposals stored before covers were supported. */
  covers?: string[] | undefined;
  dropped: string[];
}

/** Plugin that provides metadata. */
export type MetadataPlugin = Pick<Plugin, 'id' | 'package' | 'name' | 'displayName'>;

export interface Asking {
  search(plugin: MetadataPlugin, query: string): Promise<PluginSearchResult[]>;
  /** Searches by ISBN. */
  match(plugin: MetadataPlugin, wanted: LocalWork): Promise<PluginSearchResult[]>;
  describe(plugin: MetadataPlugin, externalId: string): Promise<Described>;
}
