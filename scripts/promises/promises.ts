// Promises as docs/promises.md says them: a list, each with its tests on the lines below, as `file` and “title”.

export interface Promised {
  text: string;
  tests: { file: string; title: string }[];
}

const proof = /^ {2}`([^`]+)` “(.+)”$/;

/** Every item of every list. A line below an item that is no test is more of its text. */
export function readPromises(document: string): Promised[] {
  const promises: Promised[] = [];
  for (const line of document.split('\n')) {
    const last = promises.at(-1);
    const [, file, title] = proof.exec(line) ?? [];
    if (line.startsWith('- ')) promises.push({ text: line.slice(2), tests: [] });
    else if (last && file !== undefined && title !== undefined) last.tests.push({ file, title });
    else if (last && line.startsWith('  ')) last.text += ` ${line.trim()}`;
  }
  return promises;
}

/** A sentence for each promise without a test, and for each test that is not where it is said to be. */
export function findBroken(
  promises: readonly Promised[],
  readText: (path: string) => string | undefined,
): string[] {
  return promises.flatMap(({ text, tests }) => {
    if (tests.length === 0) return [`“${text}” names no test`];
    return tests.flatMap(({ file, title }) => {
      const source = readText(file);
      if (source === undefined) return [`“${text}” names ${file}, which is not there`];
      return isTitled(source, title) ? [] : [`“${text}” names a test that ${file} does not have: ${title}`];
    });
  });
}

const beginning = /['"`]$/;

/** The title begins a text of the source, as titles of tests do; it may go on. */
function isTitled(source: string, title: string): boolean {
  for (let at = source.indexOf(title); at >= 0; at = source.indexOf(title, at + 1))
    if (beginning.test(source.slice(Math.max(0, at - 1), at))) return true;
  return false;
}
