// Plugins for component tests.
import type { Plugin } from '@lectern/contract/plugins/plugins';
import { self, toId } from './show.tsx';

export const toPlugin = (part: Partial<Plugin> = {}): Plugin => ({
  id: toId(1),
  package: 'plugin-catalog',
  version: '1.0.0',
  origin: 'upload',
  folder: null,
  name: 'catalog',
  displayName: 'The catalog',
  description: 'Knows series',
  author: null,
  homepage: null,
  isEnabled: true,
  state: 'ready',
  failure: null,
  isRestricted: true,
  acceptsUnrestricted: false,
  can: { metadata: ['series'], releases: false, syncReading: false, recommend: false },
  config: {},
  configFields: [],
  credentials: [],
  instructions: null,
  callsPerMinute: 60,
  timeoutSeconds: 30,
  createdAt: self.createdAt,
  updatedAt: self.updatedAt,
  ...part,
});
