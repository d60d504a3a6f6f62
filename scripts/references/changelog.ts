// Checks CHANGELOG.md: versions with the sections of Keep a Changelog (https://keepachangelog.com/en/1.1.0/), each short
// enough to be read. Details are in the history of the repository.

const maxLines = 80;
const sections = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
const versionTitle = /^## \[(?:Unreleased|\d+\.\d+\.\d+)\](?: - (?:Unreleased|\d{4}-\d{2}-\d{2}))?$/;

/** Returns a message for each offence. */
export function findChangelogFaults(text: string): string[] {
  const [, ...versions] = text.split(/^(?=## )/m);
  return versions.flatMap((version) => {
    const [title = ''] = version.split('\n');
    const lines = version.trimEnd().split('\n');
    const names = lines.flatMap((line) => /^### (.*)$/.exec(line)?.[1] ?? []);
    return [
      ...(versionTitle.test(title) ? [] : [`"${title}" is not "## [0.1.0] - 2026-11-30"`]),
      ...(lines.length > maxLines
        ? [`"${title}" has ${lines.length} lines, at most ${maxLines}. Shorten it.`]
        : []),
      ...names
        .filter((name) => !sections.includes(name))
        .map((name) => `"${name}" is none of ${sections.join(', ')}`),
      ...names
        .filter((name, i) => names.indexOf(name) !== i)
        .map((name) => `"${title}" has the section "${name}" twice`),
    ].map((fault) => `CHANGELOG.md: ${fault}`);
  });
}
