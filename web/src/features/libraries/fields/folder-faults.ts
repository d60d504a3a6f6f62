// The server's validation errors for folders of a library, by folder.
import { ApiError } from '../../../api/call.ts';
import { describeIssue, readIssues } from '../../../i18n/errors.ts';

export type FolderFaults = ReadonlyMap<string, string>;

const noFaults: FolderFaults = new Map();

/** Errors of the sent folders. Empty if there are also other errors, so that the whole error is shown. */
export function toFolderFaults(error: unknown, paths: readonly string[]): FolderFaults {
  if (!(error instanceof ApiError)) return noFaults;
  const faults = new Map<string, string>();
  for (const issue of readIssues(error.details)) {
    const position = /^body\.paths\.(\d+)$/.exec(issue.path)?.[1];
    const path = position === undefined ? undefined : paths[Number(position)];
    if (path === undefined) return noFaults;
    if (!faults.has(path)) faults.set(path, describeIssue(issue));
  }
  return faults;
}
