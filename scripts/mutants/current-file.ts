// Runs before each test file: writes the file's path where programs that its process starts find it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { hitsVariable } from './hits.ts';

const folder = process.env[hitsVariable];
const { testPath } = expect.getState();
if (folder !== undefined && testPath !== undefined)
  writeFileSync(join(folder, `current-${process.pid}`), testPath);
