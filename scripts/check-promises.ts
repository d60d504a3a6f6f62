// Checks that each guarantee in docs/reference/promises.md names at least one test file and that these files exist.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findBroken, readGuarantees } from './promises/promises.ts';

const root = dirname(import.meta.dirname);
const guarantees = readGuarantees(readFileSync(join(root, 'docs/reference/promises.md'), 'utf8'));
const broken = findBroken(guarantees, (path) => existsSync(join(root, path)));
if (guarantees.length === 0 || broken.length > 0) {
  console.error(broken.join('\n'));
  console.error(`${broken.length} problems in ${guarantees.length} guarantees of docs/reference/promises.md`);
  process.exit(1);
}
console.log(`Every guarantee names its test files: ${guarantees.length}`);
