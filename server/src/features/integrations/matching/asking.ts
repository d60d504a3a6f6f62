// What is asked of a provider, and what it answers.
import type { Plugin, PluginSearchResult } from '@lectern/contract/plugins';
import type { Wanted } from '../match-scoring/index.ts';
import type { Said } from '../match-values/index.ts';

/** What can be taken of what it knows. */
export interface Described {
  provider: string;
  name: string;
  externalId: string;
  externalUrl: string | null;
  values: Said;
  /** Addresses of its pictures, the best first; undefined for what was proposed before they were known. */
  covers?: string[] | undefined;
  dropped: string[];
}

export interface Asking {
  search(plugin: Plugin, query: string): Promise<PluginSearchResult[]>;
  /** By ISBN. */
  match(plugin: Plugin, wanted: Wanted): Promise<PluginSearchResult[]>;
  describe(plugin: Plugin, externalId: string): Promise<Described>;
}
