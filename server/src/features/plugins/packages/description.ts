// Reads the program of a plugin from package.json (https://docs.npmjs.com/cli/configuring-npm/package-json).

import { posix } from 'node:path';
import { toRecord } from '@lectern/contract/records';
import { parseJson } from '#infrastructure/text/parse-json.ts';

export interface PackageDescription {
  name: string;
  version: string;
  /** JavaScript file to run, relative to the package. */
  module: string;
}

export const packageName = /^(?:@[a-z0-9][a-z0-9._-]{0,100}\/)?[a-z0-9][a-z0-9._-]{0,100}$/;
export const packageVersion = /^\d{1,6}\.\d{1,6}\.\d{1,6}(?:[-+][0-9A-Za-z.+-]{1,50})?$/;

/** Returns the description, or an error message. */
export function parseDescription(text: string): PackageDescription | string {
  const { name, version, bin, main } = toRecord(parseJson(text.replace(/^\uFEFF/, '')));
  if (typeof name !== 'string' || !packageName.test(name)) return 'package.json says no usable name';
  if (typeof version !== 'string' || !packageVersion.test(version))
    return 'package.json has no valid version';
  const program = typeof bin === 'string' ? bin : (Object.values(toRecord(bin))[0] ?? main);
  if (typeof program !== 'string' || program.includes('\\'))
    return 'package.json has no program (bin or main)';
  const module = posix.normalize(program);
  if (module.startsWith('/') || module.startsWith('..') || !/\.[cm]?js$/.test(module))
    return 'package.json does not name a JavaScript module inside the package';
  return { name, version, module };
}
