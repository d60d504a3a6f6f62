// What of a run of tests deserves a second look: on a busy machine a browser shows now and then, for one moment, what it
// showed before, and a worker process of the tests may end. A single test cannot be tried again, as it goes on with what
// the ones before it and its own first steps have left; its file can, from its own beginning and in a new process.

/** Names the file into which the failures of a run are written. */
export const reportVariable = 'LECTERN_TEST_FAILURES';

export interface FailedFile {
  project: string;
  path: string;
  /** A line for each test that failed: its name and the first line of its error. */
  tests: readonly string[];
}

export interface Failures {
  files: readonly FailedFile[];
  /** The first lines of errors that belong to no test. */
  errors: readonly string[];
  /** Tests that failed and passed when the runner retried them: their files and names. */
  flaky: readonly string[];
}

/** More than so many are no accident. */
const most = 3;

/** The files to run once more; none when so much failed, or an error that no worker's end explains, that it is no accident. */
export function listFilesToRepeat({ files, errors }: Failures): readonly FailedFile[] {
  const isAccident =
    files.length <= most && errors.every((error) => /worker exited unexpectedly|worker forks/i.test(error));
  return isAccident ? files : [];
}

/** Lines that say what failed, so that the end of a long output tells. */
export function describeFailures({ files, errors }: Failures): string[] {
  return [
    ...files.flatMap(({ project, path, tests }) => [
      `  ${project} ${path}`,
      ...tests.map((test) => `    ${test}`),
    ]),
    ...errors.map((error) => `  ${error}`),
  ];
}
