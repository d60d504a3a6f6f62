// Reads docs/reference/promises.md: a list of guarantees, each followed by lines that name its test files as `file`.

export interface Guarantee {
  text: string;
  testFiles: string[];
}

const testFile = /^ {2}`([^` ]+\.(?:test|spec)\.tsx?)`$/;

/** Returns every list item. An indented line that names no test file continues the text of its item. */
export function readGuarantees(document: string): Guarantee[] {
  const guarantees: Guarantee[] = [];
  for (const line of document.split('\n')) {
    const last = guarantees.at(-1);
    const file = testFile.exec(line)?.[1];
    if (line.startsWith('- ')) guarantees.push({ text: line.slice(2), testFiles: [] });
    else if (last && file !== undefined) last.testFiles.push(file);
    else if (last && line.startsWith('  ')) last.text += ` ${line.trim()}`;
  }
  return guarantees;
}

/** Returns a message for each guarantee without a test file and for each test file that does not exist. */
export function findBroken(guarantees: readonly Guarantee[], exists: (path: string) => boolean): string[] {
  return guarantees.flatMap(({ text, testFiles }) =>
    testFiles.length === 0
      ? [`“${text}” names no test file`]
      : testFiles.filter((file) => !exists(file)).map((file) => `“${text}” names a missing file: ${file}`),
  );
}
