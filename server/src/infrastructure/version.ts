// Version of the program, from its package.

import { readFileSync } from 'node:fs';
import { toRecord } from '@lectern/contract/records';
import { programFolder } from './program-files.ts';

const manifest = new URL('server/package.json', programFolder);

export const version: string = String(toRecord(JSON.parse(readFileSync(manifest, 'utf8'))).version);
