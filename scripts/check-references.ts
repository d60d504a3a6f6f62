// Checks that links to documents work, that comments, test names and documents do not refer to papers outside the
// repository, and the form of CHANGELOG.md.
import { readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { listFiles } from './architecture/sources.ts';
import { findChangelogFaults } from './references/changelog.ts';
import { findBrokenLinks } from './references/links.ts';
import { findReferences } from './references/references.ts';

const root = dirname(import.meta.dirname);
const files = listFiles(root);
const texts = ['.ts', '.tsx', '.mjs', '.md', '.sh', '.yaml', '.json', '.service'];
const sources = files
  .filter((path) => texts.includes(extname(path)) && !path.startsWith('scripts/references/'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

const folders = ['contract', 'formats', 'server', 'web', 'e2e', 'bench', 'scripts', 'docs'];
const isChecked = (path: string) =>
  path.endsWith('.md') ||
  (folders.some((folder) => path.startsWith(`${folder}/`)) && /\.(?:tsx?|mjs)$/.test(path));
const offences = [
  ...sources
    .filter(({ path }) => isChecked(path))
    .flatMap(({ path, text }) =>
      findReferences(text).map(
        ({ line, text: found }) =>
          `${path}:${line}: “${found}” is not in the repository. State the rule itself.`,
      ),
    ),
  ...findChangelogFaults(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')),
  ...findBrokenLinks(
    sources.filter(({ path }) => !path.endsWith('.test.ts')),
    files,
  ),
];
for (const offence of offences) console.error(offence);
if (offences.length > 0) process.exit(1);
console.log(`All references can be followed: ${sources.length} files`);
