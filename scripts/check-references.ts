// Checks that comments, test names and documents do not refer to papers outside the repository.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findReferences } from './references/references.ts';

const root = dirname(import.meta.dirname);
const folders = '{contract,formats,server,web,e2e,bench,scripts,docs}';
const offences = globSync([`${folders}/**/*.{ts,tsx,mjs,md}`, '*.md'], {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**'],
})
  .filter((path) => path !== 'CHANGELOG.md' && !path.startsWith('scripts/references/'))
  .flatMap((path) =>
    findReferences(readFileSync(join(root, path), 'utf8')).map(
      ({ line, text }) => `${path}:${line}: “${text}” is not in the repository. Say the rule itself.`,
    ),
  );
for (const offence of offences) console.error(offence);
if (offences.length > 0) process.exit(1);
