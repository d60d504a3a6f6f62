// Built-in metadata providers and trackers. They implement the plugin protocol within the server process.
import { version } from '#infrastructure/version.ts';
import { googleBooks, hardcover, openLibrary } from '../book-providers/index.ts';
import { comicVine, metron } from '../comic-providers/index.ts';
import { anilist, mangabaka, mangaupdates } from '../manga-providers/index.ts';
import type { PluginProcess } from '../plugin-processes/index.ts';
import { type Manifest, PluginError, parseManifest } from '../plugin-protocol/index.ts';
import { type Provider, type Running, runProvider } from '../provider-kit/index.ts';
import type { ProviderTraffic } from '../provider-traffic/index.ts';
import {
  anilistTracking,
  hardcoverTracking,
  mangabakaTracking,
  myanimelistTracking,
} from '../trackers/index.ts';

/** Metadata providers, then trackers. */
export const builtInProviders: readonly Provider[] = [
  ...[anilist, mangabaka, mangaupdates, openLibrary, googleBooks, comicVine, metron, hardcover],
  ...[anilistTracking, mangabakaTracking, myanimelistTracking, hardcoverTracking],
];

export interface Providers {
  /** Manifests of all built-in providers. */
  manifests: readonly Manifest[];
  /** Returns the name of the provider that uses the same service and whose request limits apply. */
  findPaceOwner(name: string): string | undefined;
  /** Throws PluginError `not_started` for an unknown name. */
  run(name: string, given: Omit<Running, 'provider' | 'traffic'>): PluginProcess;
}

export function createProviders(traffic: ProviderTraffic): Providers {
  return {
    manifests: builtInProviders.map(toManifest),
    findPaceOwner: (name) => builtInProviders.find((one) => one.name === name)?.sharesPaceWith,
    run(name, given) {
      const provider = builtInProviders.find((one) => one.name === name);
      if (!provider) throw new PluginError('not_started', 'This version of Lectern has no such provider');
      return runProvider({ ...given, provider, traffic });
    },
  };
}

const toManifest = ({ name, series, books, tracking, ...rest }: Provider): Manifest =>
  parseManifest({
    ...{ name, version, displayName: rest.displayName, description: rest.description },
    ...{ author: 'Lectern', homepage: rest.homepage, protocolVersion: '1.1' },
    capabilities: {
      metadataProvider: [...(series ? ['series'] : []), ...(books ? ['book'] : [])],
      ...(tracking && { userReadSync: true, externalIdSource: `api:${tracking.idSource}` }),
      ...(tracking?.tracksBooks && { tracksBooks: true }),
    },
    requiredCredentials: rest.credentials ?? [],
    configSchema: { fields: rest.config ?? [] },
    adminSetupInstructions: rest.instructions,
    oauth: rest.oauth,
    userSetupInstructions: rest.userInstructions,
  });
