// Compares the file system with the database: worker processes list folders, which are compared one by one.

import { diffFolder } from './diff.ts';
import {
  type ChangedFolder,
  createSurveyor,
  type Discovery,
  type DiscoveryOptions,
  type DiscoveryRoot,
  type FolderPictures,
  type KnownFiles,
} from './discovery.ts';
import { IgnoreFiles, isSystemName, toExclusion, trashFolder, uploadFolder } from './exclude.ts';
import { readFolderTimes } from './folder-times.ts';
import { findGlobFault } from './glob.ts';
import type { ListSettings } from './jobs.ts';
import { Listing } from './listing.ts';
import { nameSidecars, type SidecarFile, toSidecarStamp } from './sidecars.ts';
import type { WalkedFile, WalkedFolder } from './walk.ts';

export type {
  ChangedFolder,
  Discovery,
  DiscoveryOptions,
  DiscoveryRoot,
  FolderPictures,
  KnownFiles,
  ListSettings,
  SidecarFile,
  WalkedFile,
  WalkedFolder,
};
export {
  createSurveyor,
  diffFolder,
  findGlobFault,
  IgnoreFiles,
  isSystemName,
  Listing,
  nameSidecars,
  readFolderTimes,
  toExclusion,
  toSidecarStamp,
  trashFolder,
  uploadFolder,
};
