// What docs/promises.md names is there: each promise has a test, by its file and its title. Prints each that is not.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findBroken, readPromises } from './promises/promises.ts';

const root = dirname(import.meta.dirname);
const readText = (path: string): string | undefined => {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    return undefined;
  }
};

const promises = readPromises(readText('docs/promises.md') ?? '');
const broken = findBroken(promises, readText);
if (promises.length === 0 || broken.length > 0) {
  console.error(`${broken.join('\n')}\n${broken.length} of ${promises.length} promises are not proved`);
  process.exit(1);
}
console.log(`Every promise has its test: ${promises.length}`);
