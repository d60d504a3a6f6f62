import { expect, test } from 'vitest';
import { findVersionError } from './node-version.mjs';

test.each(['v20.19.0', 'v22.0.0', 'v24.12.0'])('accepts Node.js %s', (version) => {
  expect(findVersionError(version, '/usr/bin/node')).toBeUndefined();
});

test.each(['v12.22.12', 'v18.20.8', 'v20.18.3'])(
  'names the found and the needed version: Node.js %s',
  (version) => {
    expect(findVersionError(version, '/usr/bin/node')).toContain(
      `Lectern needs Node.js 20.19 or later. This is Node.js ${version.slice(1)} (/usr/bin/node).`,
    );
  },
);
