import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type LockedPackages, toShrinkwrap } from './shrinkwrap.ts';
import { toManifest } from './stage.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Returns the minimum in the last alternative of a range: `14.18.0` for `^12 || >= 14.18.0`. */
const toMinimum = (range: string): string | undefined =>
  /[>=^ ]*([\d.]*\d)\D*$/.exec(range.split('||').at(-1) ?? '')?.[1];

test('the npm package states the newest minimum of the required packages, about which npm would warn', () => {
  const { packages: locked }: { packages: LockedPackages } = JSON.parse(read('package-lock.json'));
  const manifest = toManifest(locked);
  const { '': _, ...needed } = toShrinkwrap(manifest, locked).packages;
  const minimums = Object.values(needed).flatMap(({ engines, optional }) =>
    optional ? [] : (toMinimum(engines?.node ?? '') ?? []),
  );
  const newest = minimums.sort(new Intl.Collator('en', { numeric: true }).compare).at(-1) ?? '';
  expect(newest).not.toBe('');
  expect(manifest.engines?.node).toBe(`>=${newest}`);
  const stated = /^## npm\n+With Node\.js (\S+) or later/m.exec(read('docs/guides/install.md'))?.[1];
  expect(newest).toBe(`${stated}.0`);
});
