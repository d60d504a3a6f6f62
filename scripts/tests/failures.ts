// Selects the failures of a test run that deserve a repetition. On a busy machine, a browser sometimes shows an
// outdated frame for a moment, and a worker process of the tests can end. A single test cannot be repeated, as it
// depends on the state that earlier tests and its own first steps left. Its file can be repeated in a new process.

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

/** More failed files than this are not accidental. */
const most = 3;

/** Returns the files to repeat. Empty if too many failed, or if an error is not explained by the end of a worker. */
export function listFilesToRepeat({ files, errors }: Failures): readonly FailedFile[] {
  const isAccident =
    files.length <= most && errors.every((error) => /worker exited unexpectedly|worker forks/i.test(error));
  return isAccident ? files : [];
}

/** Returns lines that name the failures, for the end of a long output. */
export function describeFailures({ files, errors }: Failures): string[] {
  return [
    ...files.flatMap(({ project, path, tests }) => [
      `  ${project} ${path}`,
      ...tests.map((test) => `    ${test}`),
    ]),
    ...errors.map((error) => `  ${error}`),
  ];
}
