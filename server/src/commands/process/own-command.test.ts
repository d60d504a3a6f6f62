import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { HowStarted } from '#infrastructure/config/environment.ts';
import { type Environment, loadConfig } from '#infrastructure/config/load.ts';
import { createToCommand, findProgram } from './own-command.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lectern-commands-')));
const home = join(folder, 'my lectern');
const places = join(folder, 'bin');
mkdirSync(home);
mkdirSync(places);

const started: HowStarted = {
  npmScript: undefined,
  service: undefined,
  searchPath: '/nowhere',
  node: '/opt/node/bin/node',
  main: '/opt/lectern/server/dist/main.js',
};

/** The command without the program that starts it. */
function toCommand(environment: Environment, flags = {}, words = ['restore', '<file>'], how = started) {
  const loaded = loadConfig({ environment, flags, cwd: folder });
  const command = createToCommand({ ...loaded, cwd: folder, environment, started: how })(words);
  return command.replace('/opt/node/bin/node /opt/lectern/server/dist/main.js', 'lectern');
}

test('names Node.js and the main file when nothing shorter works in every folder', () => {
  expect(findProgram(started, `${home}/`)).toBe('/opt/node/bin/node /opt/lectern/server/dist/main.js');
});

test('names npm with the folder of the sources after `npm start`', () => {
  const npmScript = { event: 'start', folder: home };
  expect(findProgram({ ...started, npmScript }, `${home}/`)).toBe(`npm --prefix '${home}' start --`);
  // A script of another package has started this program.
  expect(findProgram({ ...started, npmScript: { event: 'start', folder } }, `${home}/`)).toMatch(/^\/opt/);
});

test('names the launcher of an archive, and `lectern` only when the search path leads to this program', () => {
  const launcher = join(home, 'lectern');
  writeFileSync(launcher, '#!/bin/sh\n');
  chmodSync(launcher, 0o755);
  expect(findProgram(started, `${home}/`)).toBe(`'${launcher}'`);
  const searchPath = `/nowhere:${places}`;
  expect(findProgram({ ...started, searchPath }, `${home}/`)).toBe(`'${launcher}'`);
  symlinkSync(launcher, join(places, 'lectern'));
  expect(findProgram({ ...started, searchPath }, `${home}/`)).toBe('lectern');
});

test('adds the data folder and the configuration file, and quotes them', () => {
  const file = join(folder, 'it is.yaml');
  writeFileSync(file, 'server:\n  port: 9000\n');
  expect(toCommand({})).toBe(`lectern restore <file> --data-dir ${folder}/data`);
  expect(toCommand({ LECTERN_CONFIG: 'it is.yaml' }, { dataDir: 'my data' })).toBe(
    `lectern restore <file> --config '${file}' --data-dir '${folder}/my data'`,
  );
  writeFileSync(file, 'data_dir: kept\n');
  expect(toCommand({ LECTERN_CONFIG: file })).toBe(`lectern restore <file> --config '${file}'`);
});

test('adds the variable of a database outside the data folder', () => {
  expect(toCommand({ LECTERN_DATABASE_SQLITE: 'a b.db' }, { dataDir: '/data' })).toBe(
    `env LECTERN_DATABASE_SQLITE='${folder}/a b.db' lectern restore <file> --data-dir /data`,
  );
});

test('passes every variable, and paths that work in every folder', () => {
  writeFileSync(join(folder, 'lectern.yaml'), '');
  const environment = {
    LECTERN_CONFIG: 'lectern.yaml',
    LECTERN_PLUGINS_FOLDERS: 'one, two words',
    LECTERN_BACKUP_SCHEDULE: 'daily',
    LECTERN_LOG_FORMAT_FILE: 'my format',
  };
  writeFileSync(join(folder, 'my format'), 'json\n');
  expect(toCommand(environment, { dataDir: '/data' }, ['doctor'])).toBe(
    `env LECTERN_BACKUP_SCHEDULE=daily LECTERN_PLUGINS_FOLDERS='${folder}/one,${folder}/two words' ` +
      `LECTERN_LOG_FORMAT_FILE='${folder}/my format' lectern doctor --config ${folder}/lectern.yaml --data-dir /data`,
  );
});

const withSecrets = {
  LECTERN_DATABASE_POSTGRES: 'postgres://lectern:a secret@db/books'.replace(' ', '%20'),
  LECTERN_SERVER_BASE_PATH: '/books',
};

test('names variables with secrets and never shows their values', () => {
  const service = { ...started, service: { user: 'lectern' } };
  const name = 'LECTERN_DATABASE_POSTGRES';
  expect(toCommand(withSecrets, { dataDir: '/data' }, ['worker'], service)).toBe(
    `${name}="\${${name}:?}" sudo --preserve-env=${name} -u lectern env LECTERN_SERVER_BASE_PATH=/books lectern worker --data-dir /data`,
  );
  // It copies files of the data folder.
  expect(toCommand(withSecrets, { dataDir: '/data' })).toBe(
    'env LECTERN_SERVER_BASE_PATH=/books lectern restore <file> --data-dir /data',
  );
});

test('a shell passes secrets on, and refuses the command without them', () => {
  const main = join(folder, 'show variables.js');
  writeFileSync(
    main,
    'console.log(process.env.LECTERN_DATABASE_POSTGRES, process.env.LECTERN_SERVER_BASE_PATH)',
  );
  const how = { ...started, node: process.execPath, main };
  const run = (env: NodeJS.ProcessEnv) =>
    spawnSync('sh', ['-c', toCommand(withSecrets, {}, ['worker'], how)], { cwd: '/', env, encoding: 'utf8' });
  const path = { PATH: process.env.PATH };
  expect(run({ ...path, ...withSecrets }).stdout).toBe(`${Object.values(withSecrets).join(' ')}\n`);
  const refused = run(path);
  expect(refused.status).not.toBe(0);
  expect(refused.stderr).toContain('LECTERN_DATABASE_POSTGRES');
});

test('adds a given address to the command that starts the server', () => {
  const given = [{ LECTERN_SERVER_HOST: '127.0.0.1' }, { port: '9000', dataDir: '/data' }] as const;
  expect(toCommand(...given, ['serve'])).toBe('lectern serve --data-dir /data --host 127.0.0.1 --port 9000');
  expect(toCommand(...given, ['doctor'])).toBe('lectern doctor --data-dir /data');
});

test('runs as the account of a systemd service', () => {
  const how = { ...started, service: { user: 'lectern' } };
  expect(toCommand({}, { dataDir: '/var/lib/lectern' }, ['restore', '<file>'], how)).toBe(
    'sudo -u lectern lectern restore <file> --data-dir /var/lib/lectern',
  );
});
