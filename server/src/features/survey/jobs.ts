// The scan's work inside a worker process: listing folders.
import { isBookFileName, toExclusion } from './exclude.ts';
import type { ListSettings, WalkPage } from './listing.ts';
import { listOne, type WalkedFolder, type WalkOptions, walk } from './walk.ts';

/** Files of one page. */
const pageFiles = 2_000;
const pageFolders = 500;

const walks = new Map<string, Generator<WalkedFolder>>();

const toOptions = ({ root, allowedFormats, excludedPatterns, sharesFolders }: ListSettings): WalkOptions => ({
  root,
  sharesFolders,
  isCandidate: (name) => isBookFileName(name, allowedFormats),
  isExcluded: toExclusion(excludedPatterns),
});

export const surveyJobs = {
  /** Begins a walk when settings are given, and goes on with it. A lost process loses its walks. */
  'survey.walk': ({ walkId, settings }: { walkId: string; settings?: ListSettings }): WalkPage => {
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
      folders.push(value);
      files += value.files.length;
    }
    return { folders, isLast: false };
  },

  'survey.list': ({ settings, folders }: { settings: ListSettings; folders: string[] }): WalkedFolder[] => {
    const options = toOptions(settings);
    return folders.map((folder) => listOne(options, folder));
  },
};
