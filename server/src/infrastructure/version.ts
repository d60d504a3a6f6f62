// Version of the program, from its package.
import { readFileSync } from 'node:fs';

const manifest = new URL('../../package.json', import.meta.url);

export const version: string = (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
