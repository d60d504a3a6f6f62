import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findChangelogFaults } from './changelog.ts';

test('accepts versions with the sections of Keep a Changelog', () => {
  const text =
    '# Changelog\n\n## [Unreleased]\n\n### Fixed\n\n- A.\n\n## [0.1.0] - 2026-11-30\n\n### Added\n\n- B.\n';
  expect(findChangelogFaults(text)).toEqual([]);
});

test('finds other titles and sections, repeated sections, and versions that are too long', () => {
  const long = '- A.\n'.repeat(80);
  expect(
    findChangelogFaults(`# Changelog\n\n## 0.1.0\n\n### New\n\n### Fixed\n\n### Fixed\n\n${long}`),
  ).toEqual([
    'CHANGELOG.md: "## 0.1.0" is not "## [0.1.0] - 2026-11-30"',
    'CHANGELOG.md: "## 0.1.0" has 88 lines, at most 80. Shorten it.',
    'CHANGELOG.md: "New" is none of Added, Changed, Deprecated, Removed, Fixed, Security',
    'CHANGELOG.md: "## 0.1.0" has the section "Fixed" twice',
  ]);
});

test('CHANGELOG.md describes the version of the package', () => {
  const root = join(import.meta.dirname, '../..');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toContain(`## [${version}]`);
});
