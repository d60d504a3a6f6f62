import { expect, test } from 'vitest';
import { options } from '../../server/src/infrastructure/config/flags.ts';
import { findMisplacedFlags, switchFlags, valueFlags } from './misplaced-flags.mjs';

/** Environment and words that npm 9.2.0, 10 and 11 pass on for the command in the title. */
test.each([
  ['npm start --setup', { setup: 'true' }, [], '--setup'],
  ['npm start --library /x', { library: 'true' }, ['/x'], '--library /x'],
  ["npm start --library '/my books'", { library: 'true' }, ['/my books'], "--library '/my books'"],
  ['npm start --library=/x', { library: '/x' }, [], '--library /x'],
  [
    'npm start --library /x --library /y',
    { library: 'true\n\ntrue' },
    ['/x', '/y'],
    '--library /x --library /y',
  ],
  [
    'npm start serve --no-tasks --port 9000',
    { tasks: '', port: 'true' },
    ['serve', '9000'],
    'serve --port 9000 --no-tasks',
  ],
  ['npm start backup /x --data-dir=/d', { data_dir: '/d' }, ['backup', '/x'], 'backup /x --data-dir /d'],
  ['npm start import /x --dry-run', { dry_run: 'true' }, ['import', '/x'], 'import /x --dry-run'],
  // The owner of each word is unknown.
  [
    'npm start backup --data-dir /d /x',
    { data_dir: 'true' },
    ['backup', '/d', '/x'],
    'backup … --data-dir <value>',
  ],
  ['npm start --library', { library: 'true' }, [], '--library <value>'],
])('shows the right command for %s', (_, settings, words, right) => {
  const environment = Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [`npm_config_${name}`, value]),
  );
  expect(findMisplacedFlags(environment, words)?.split('\n').at(-1)).toBe(`  npm start -- ${right}`);
});

test('ignores settings of npm', () => {
  const environment = { npm_config_yes: '', npm_config_loglevel: 'silent', npm_config_setup: '' };
  expect(findMisplacedFlags(environment, ['serve', '/x'])).toBeUndefined();
});

test('knows every flag of the program that npm does not have too', () => {
  const ofNpm = ['help', 'version', 'yes'];
  const flags = Object.entries(options).filter(([name]) => !ofNpm.includes(name));
  const namesOf = (wanted: string) => flags.filter(([, { type }]) => type === wanted).map(([name]) => name);
  expect([...valueFlags].sort()).toEqual(namesOf('string').sort());
  expect([...switchFlags].sort()).toEqual(namesOf('boolean').sort());
});
