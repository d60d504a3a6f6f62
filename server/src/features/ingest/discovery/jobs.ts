// Jobs of a scan in a worker process: list folders.
import { compareNatural } from '@lectern/formats/natural-order';
import { chunks } from '#infrastructure/chunks.ts';
import { findAudiobook, IgnoreFiles, isBookFileName, toExclusion } from './exclude.ts';
import { OwnCheck } from './own.ts';
import { listOne, type WalkedFile, type WalkedFolder, type WalkOptions, walk } from './walk.ts';

/** Maximum number of files and folders per page. */
const pageFiles = 2_000;
const pageFolders = 500;

/** Milliseconds between progress messages. */
const lifeMs = 1_000;

const walks = new Map<string, Generator<WalkedFolder>>();

export interface ListSettings {
  root: string;
  allowedFormats: readonly string[];
  excludedPatterns: readonly string[];
  /** The books of a folder are formats of one work and share its sidecar files. */
  sharesFolders: boolean;
  /** Lists only folders. */
  foldersOnly?: boolean;
}

/** The input of a job. */
export interface SentSettings extends ListSettings {
  /** Device and inode of the server's own folders, which are skipped. */
  ownMarks: readonly string[];
}

/** Part of the files of a large folder, sent before the result; null is a progress message. */
export interface ListedPart {
  path: string;
  files: readonly WalkedFile[];
}

export interface WalkPage {
  folders: WalkedFolder[];
  isLast: boolean;
}

/** `settings` starts a walk. */
export interface WalkJob {
  walkId: string;
  settings?: SentSettings;
}

type Report = (part: ListedPart | null) => void;

/** A process runs one job at a time. */
let report: Report = () => {};
let reportedMs = 0;

function onLife(): void {
  const nowMs = performance.now();
  if (nowMs - reportedMs < lifeMs) return;
  reportedMs = nowMs;
  report(null);
}

const toOptions = ({
  root,
  allowedFormats,
  excludedPatterns,
  sharesFolders,
  foldersOnly = false,
  ownMarks,
}: SentSettings): WalkOptions => ({
  root,
  own: new OwnCheck(root, ownMarks),
  sharesFolders,
  foldersOnly,
  readsFolders: allowedFormats.includes('folder'),
  isCandidate: (name) => isBookFileName(name, allowedFormats),
  isSound: (name) => findAudiobook(name, allowedFormats) === 'part',
  isExcluded: toExclusion(excludedPatterns),
  ignore: new IgnoreFiles(root),
  onLife,
});

/** Sends large folders in parts, because a large message would block the server's event loop. */
function handOver(folder: WalkedFolder): WalkedFolder {
  if (folder.files.length <= pageFiles) return folder;
  for (const files of chunks(folder.files, pageFiles)) report({ path: folder.path, files });
  return { ...folder, files: [] };
}

export const discoveryJobs = {
  /** Starts a walk if settings are given, otherwise continues it. Walks end with their process. */
  'discovery.walk': ({ walkId, settings }: WalkJob, partial: Report): WalkPage => {
    report = partial;
    if (settings) walks.set(walkId, walk(toOptions(settings)));
    const going = walks.get(walkId);
    if (!going) throw new Error('The walk was lost with its worker process');
    const folders: WalkedFolder[] = [];
    for (let files = 0; files < pageFiles && folders.length < pageFolders; ) {
      const { value, done } = going.next();
      if (done) {
        walks.delete(walkId);
        return { folders, isLast: true };
      }
      files += value.files.length;
      folders.push(handOver(value));
    }
    return { folders, isLast: false };
  },

  'discovery.list': (
    { settings, folders }: { settings: SentSettings; folders: readonly string[] },
    partial: Report,
  ): WalkedFolder[] => {
    report = partial;
    const options = toOptions(settings);
    return folders.map((path) => {
      const folder = listOne(options, path);
      folder.files.sort((a, b) => compareNatural(a.name, b.name));
      return handOver(folder);
    });
  },
};
