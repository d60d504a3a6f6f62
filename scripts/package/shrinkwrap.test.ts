import { expect, test } from 'vitest';
import { toShrinkwrap } from './shrinkwrap.ts';

const manifest = { name: 'program', version: '1.0.0', scripts: { start: '' }, dependencies: { a: '1.0.0' } };

test('a shrinkwrap holds what is needed, each as Node.js finds it, and nothing else', () => {
  const { packages } = toShrinkwrap(manifest, {
    'node_modules/a': { version: '1.0.0', dependencies: { b: '^2.0.0' }, optionalDependencies: { c: '1' } },
    'node_modules/a/node_modules/b': { version: '2.0.0', dependencies: { d: '1' }, dev: true },
    'node_modules/b': { version: '1.0.0' },
    'node_modules/d': { version: '1.0.0', integrity: 'sha512-d' },
    'node_modules/unused': { version: '1.0.0' },
  });
  expect(Object.keys(packages)).toEqual([
    '',
    'node_modules/a',
    'node_modules/a/node_modules/b',
    'node_modules/d',
  ]);
  expect(packages['node_modules/a/node_modules/b']).not.toHaveProperty('dev');
  expect(packages['node_modules/d']).toMatchObject({ integrity: 'sha512-d' });
});

test('a package that the lock file lacks is named', () => {
  expect(() => toShrinkwrap(manifest, {})).toThrow('package-lock.json lacks a, which program needs');
});
