// Previews a scan of a folder before a library is created.

import { basename } from 'node:path';
import { defaultFormats, type SeriesStrategy } from '@lectern/contract/values';
import type { Libraries } from '#catalog/libraries.ts';
import { checkPath, type LibraryBounds, requireFolderChoice } from '#features/libraries/libraries/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { invalid } from '#infrastructure/errors.ts';
import { joinNames, toDisplayName } from '#infrastructure/files/names.ts';
import type { Listing } from '../discovery/index.ts';
import { toBookName } from '../pipeline/index.ts';
import { compileStrategy, type ScanPreview, toScanPreview } from '../series-assignment/index.ts';
import { type Suggestion, suggestLibrary } from './suggestion.ts';

interface PreviewRequest {
  path: string;
  seriesStrategy: SeriesStrategy;
  seriesConfig?: unknown;
  allowedFormats?: readonly string[] | undefined;
}

export type PreviewService = (
  viewer: Viewer,
  request: PreviewRequest,
  signal: AbortSignal,
) => Promise<ScanPreview & { suggestion: Suggestion }>;

/** Maximum number of files in a preview: enough to judge a strategy. */
const maxFiles = 100_000;

interface Dependencies {
  libraries: Libraries;
  listing: Listing;
  bounds: LibraryBounds;
  compare(a: string, b: string): number;
}

/** The roots of the libraries that the viewer sees. */
async function listFolders(libraries: Libraries, viewer: Viewer): Promise<string[]> {
  const visible = await libraries.visibleIds(viewer);
  const all = await libraries.all();
  return visible.flatMap((id) => all.get(id)?.roots ?? []).map(({ path }) => path);
}

export function createPreview({ libraries, listing, bounds, compare }: Dependencies): PreviewService {
  return async (viewer, request, signal) => {
    const { path: given, seriesStrategy, seriesConfig, allowedFormats = defaultFormats } = request;
    // Roots of a library are also previewed when its settings change.
    if (!(await listFolders(libraries, viewer)).includes(given)) requireFolderChoice(viewer, bounds);
    // Parent folders of the server's own folders can be previewed; the server's own folders are skipped.
    const closed = await libraries.listClosedFolders(viewer);
    const { path, issue } = await checkPath(given, 'body.path', { ...bounds, closed, mayContainOwn: true });
    const assignment = compileStrategy(seriesStrategy, seriesConfig ?? null);
    if (issue) throw invalid(issue);
    if (!assignment.ok) {
      throw invalid(assignment.issues.map((one) => ({ ...one, path: `body.seriesConfig.${one.path}` })));
    }
    const paths: string[] = [];
    const settings = {
      root: path,
      allowedFormats,
      excludedPatterns: [],
      sharesFolders: false,
    };
    for await (const folders of listing.walk(settings, signal)) {
      for (const folder of folders) {
        for (const file of folder.files) paths.push(toDisplayName(joinNames(folder.path, toBookName(file))));
      }
      if (paths.length >= maxFiles) break;
    }
    const rootName = basename(path);
    return {
      ...toScanPreview({ paths, rootName, assignBook: assignment.assignBook, compare }),
      suggestion: suggestLibrary({ path, name: rootName }, paths),
    };
  };
}
