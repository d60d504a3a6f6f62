// Which test files a run leaves out.

/** Files that only `npm run test:all` runs, or a command that names them. */
const slowFiles = '**/*.slow.{test,spec}.ts';

/** Patterns to exclude. `words` are the arguments of the command: Vitest runs only the files that they name. */
export const listExcluded = (isWholeRun: boolean, words: readonly string[]): string[] =>
  isWholeRun || words.some((word) => !word.startsWith('-') && word.includes('.slow')) ? [] : [slowFiles];
