// Pages of docs/reference with generated blocks.
import { apiBlocks } from './api.ts';
import type { Blocks } from './blocks.ts';
import { commandBlocks } from './commands.ts';
import { configurationBlocks } from './configuration.ts';
import { fileNameBlocks } from './file-names.ts';
import { metadataBlocks } from './metadata.ts';
import { permissionBlocks } from './permissions.ts';
import { providerBlocks } from './providers.ts';
import { readingOrderBlocks } from './reading-order.ts';

export const pages: Readonly<Record<string, () => Blocks>> = {
  api: apiBlocks,
  cli: commandBlocks,
  configuration: configurationBlocks,
  'file-naming': () => ({ ...fileNameBlocks(), ...readingOrderBlocks() }),
  metadata: metadataBlocks,
  permissions: permissionBlocks,
  providers: providerBlocks,
};
