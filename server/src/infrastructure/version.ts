// Version of the program, from its package.

import { readFileSync } from 'node:fs';
import { toRecord } from '@lectern/contract/records';

const manifest = new URL('../../package.json', import.meta.url);

export const version: string = String(toRecord(JSON.parse(readFileSync(manifest, 'utf8'))).version);
