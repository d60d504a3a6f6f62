// What the file system holds against what the database knows: listed by worker processes, compared folder by folder.

import type { OwnFolders } from '#infrastructure/files/own-folders.ts';
import type { Log } from '#infrastructure/log.ts';
import type { WorkerPool } from '#infrastructure/workers/pool.ts';
import { diffFolder, type FolderDiff } from './diff.ts';
import { readFolderTimes } from './folder-times.ts';
import { findGlobFault } from './glob.ts';
import { createListing, type Listing, type ListSettings } from './listing.ts';
import { type SidecarFile, toSidecarStamp } from './sidecars.ts';
import {
  type ChangedFolder,
  createSurveyor,
  type KnownFiles,
  type Survey,
  type SurveyOptions,
  type SurveyRoot,
} from './survey.ts';
import type { WalkedFile, WalkedFolder } from './walk.ts';

export type {
  ChangedFolder,
  FolderDiff,
  KnownFiles,
  Listing,
  ListSettings,
  SidecarFile,
  Survey,
  SurveyOptions,
  SurveyRoot,
  WalkedFile,
  WalkedFolder,
};
export { createListing, diffFolder, findGlobFault, readFolderTimes, toSidecarStamp };

export interface Surveying {
  listing: Listing;
  survey(options: SurveyOptions): Promise<Survey>;
}

export function createSurveying({
  pool,
  own,
  known,
  log,
}: {
  pool: WorkerPool;
  own: OwnFolders;
  known: KnownFiles;
  log: Log;
}): Surveying {
  const listing = createListing({ pool, own });
  return { listing, survey: createSurveyor({ listing, known, log }) };
}
