// Built-in metadata providers and trackers, which run within the server process.
import type { BuiltInPlugins } from '#features/plugins/index.ts';
import { type Manifest, PluginError, parseManifest } from '#features/plugins/protocol/index.ts';
import { version } from '#infrastructure/version.ts';
import { OpenProvider, type Provider } from './kit/index.ts';
import type { ProviderTraffic } from './traffic/index.ts';

export function createBuiltInPlugins(
  providers: readonly Provider[],
  traffic: ProviderTraffic,
): BuiltInPlugins {
  const pending = new Map<string, number>();
  return {
    manifests: providers.map(toManifest),
    findPaceOwner: (name) => providers.find((one) => one.name === name)?.sharesPaceWith,
    open(name, options) {
      const provider = providers.find((one) => one.name === name);
      if (!provider) throw new PluginError('not_started', 'This version of Lectern has no such provider');
      return new OpenProvider({ ...options, provider, traffic, pending });
    },
  };
}

const toManifest = ({ name, series, books, tracking, ...rest }: Provider): Manifest =>
  parseManifest({
    name,
    version,
    displayName: rest.displayName,
    description: rest.description,
    author: 'Lectern',
    homepage: rest.homepage,
    protocolVersion: '1.1',
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
