// The oldest Node.js that installs Lectern. Node.js 12 must parse this file.
import { readFileSync } from 'node:fs';

const manifest = new URL('../../package.json', import.meta.url);

/**
 * Returns the sentences for a Node.js that is older than `engines` in package.json, otherwise undefined. `version` is of
 * the form v20.19.0, `path` is the program that has it.
 */
export function findVersionError(version, path) {
  const { engines } = JSON.parse(readFileSync(manifest, 'utf8'));
  const needed = engines.node.replace('>=', '');
  if (!isOlder(toNumbers(version), toNumbers(needed))) return undefined;
  return `Lectern needs Node.js ${needed} or later. This is Node.js ${version.slice(1)} (${path}).
Install a newer version, for example from https://nodejs.org, and run the command again.`;
}

const toNumbers = (version) => version.match(/\d+/g).map(Number);

const isOlder = ([major, minor], [neededMajor, neededMinor]) =>
  major < neededMajor || (major === neededMajor && minor < neededMinor);
