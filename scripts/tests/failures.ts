// What of a run of tests deserves a second look: a browser on a busy machine shows now and then, for one moment, what it
// showed before. A single test cannot be tried again there, as it goes on with what the ones before it and its own first
// steps have left; its file can, from its own beginning, with a server of its own.

/** Names the file into which the failures of a run are written. */
export const reportVariable = 'LECTERN_TEST_FAILURES';

export interface Failures {
  files: readonly { project: string; path: string }[];
  /** That belong to no test. */
  errors: number;
}

/** More than so many are no accident. */
const most = 3;

/** The files to run once more; none when anything else failed as well. */
export function listFilesToRepeat({ files, errors }: Failures): string[] {
  const isAccident =
    errors === 0 && files.length <= most && files.every(({ project }) => project === 'browser');
  return isAccident ? files.map(({ path }) => path) : [];
}
