// Compares the file system with the database: worker processes list folders, which are compared one by one.

import type { OwnFolders } from '#infrastructure/files/own-folders.ts';
import type { Log } from '#infrastructure/log.ts';
import type { WorkerPool } from '#infrastructure/workers/pool.ts';
import { diffFolder } from './diff.ts';
import {
  type ChangedFolder,
  createSurveyor,
  type Discovery,
  type DiscoveryOptions,
  type DiscoveryRoot,
  type KnownFiles,
} from './discovery.ts';
import { createIgnoreFiles, isSystemName, toExclusion, trashFolder, uploadFolder } from './exclude.ts';
import { readFolderTimes } from './folder-times.ts';
import { findGlobFault } from './glob.ts';
import type { ListSettings } from './jobs.ts';
import { createListing, type Listing } from './listing.ts';
import { nameSidecars, type SidecarFile, toSidecarStamp } from './sidecars.ts';
import type { WalkedFile, WalkedFolder } from './walk.ts';

export type {
  ChangedFolder,
  Discovery,
  DiscoveryOptions,
  DiscoveryRoot,
  KnownFiles,
  Listing,
  ListSettings,
  SidecarFile,
  WalkedFile,
  WalkedFolder,
};
export {
  createIgnoreFiles,
  createListing,
  diffFolder,
  findGlobFault,
  isSystemName,
  nameSidecars,
  readFolderTimes,
  toExclusion,
  toSidecarStamp,
  trashFolder,
  uploadFolder,
};

export interface DiscoveryFeature {
  listing: Listing;
  discovery(options: DiscoveryOptions): Promise<Discovery>;
}

export function createDiscovery({
  pool,
  own,
  known,
  log,
}: {
  pool: WorkerPool;
  own: OwnFolders;
  known: KnownFiles;
  log: Log;
}): DiscoveryFeature {
  const listing = createListing({ pool, own });
  return { listing, discovery: createSurveyor({ listing, known, log }) };
}
