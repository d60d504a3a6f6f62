// Compares the generated tables in docs/reference with the code. `npm run docs` (--write) rewrites the tables.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findDifferences, replaceBlocks } from './reference-pages/blocks.ts';
import { pages } from './reference-pages/pages.ts';

const root = dirname(import.meta.dirname);
const writes = process.argv.includes('--write');
const differences: string[] = [];
for (const [name, makeBlocks] of Object.entries(pages)) {
  const path = `docs/reference/${name}.md`;
  const text = readFileSync(join(root, path), 'utf8');
  const blocks = makeBlocks();
  if (writes) writeFileSync(join(root, path), replaceBlocks(text, blocks));
  else differences.push(...findDifferences(path, text, blocks));
}
if (writes) {
  const { status } = spawnSync('biome', ['format', '--write', 'docs/reference'], {
    cwd: root,
    stdio: 'inherit',
  });
  process.exit(status ?? 1);
}
if (differences.length > 0) {
  console.error(`${differences.join('\n')}\n\nRun \`npm run docs\` to write the tables from the code.`);
  process.exit(1);
}
console.log(`The reference pages match the code: ${Object.keys(pages).length}`);
