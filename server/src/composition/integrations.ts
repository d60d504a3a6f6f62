// Integrations: what asks others on the Internet, through plugins.
import { createPluginStorage } from '#features/integrations/plugin-storage/index.ts';
import { createPlugins, type Plugins } from '#features/integrations/plugins/index.ts';
import type { Identity } from './identity.ts';
import type { Infrastructure } from './infrastructure.ts';

export function createIntegrations(
  { live, config, outside, database, events, clock, log }: Infrastructure,
  { auth }: Identity,
  preload: readonly string[] | undefined,
): Plugins {
  const storage = createPluginStorage({ database, clock });
  return createPlugins({
    ...{ live, config, outside, database, events, clock, log, preload },
    key: auth.deriveKey('credentials of plugins'),
    toStorageCalls: storage.toCalls,
  });
}
