import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createLog } from '../log.ts';
import { changeable } from './changeable.ts';
import { isSecretVariable } from './hide-secrets.ts';
import { configKeys } from './keys.ts';
import { type Environment, loadConfig } from './load.ts';
import { printConfig } from './print.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-marks-'));
const load = (environment: Environment, flags = {}) => loadConfig({ environment, flags, cwd: folder });

const environment = {
  LECTERN_UPDATES_CHECK: 'true',
  LECTERN_UPDATES_URL: 'https://ann:Hidden7update@releases.example.org/latest?token=Hidden7token',
  LECTERN_PLUGINS_REGISTRY: 'https://Hidden7registry@registry.example.org/npm',
  LECTERN_DATABASE_POSTGRES: 'postgres://ann:Hidden7database@db/books',
  LECTERN_AUTH_SECRET: 'Hidden7secret-of-more-than-thirty-two-characters',
  LECTERN_AUTH_OIDC_PROVIDERS: JSON.stringify([
    {
      id: 'home',
      issuer: 'https://ann:Hidden7issuer@id.example.org',
      client_id: 'lectern',
      client_secret: 'Hidden7client',
    },
  ]),
};

describe('keys with secrets', () => {
  test('are printed without them, and the hosts of addresses stay readable', () => {
    const text = printConfig(load(environment));
    expect(text).not.toContain('Hidden7');
    expect(text).toContain('url: https://***:***@releases.example.org/latest?***=***');
    expect(text).toContain('registry: https://***@registry.example.org/npm');
    expect(text).toContain('postgres: postgres://ann:***@db/books');
  });

  test('are removed from log lines, in the address and alone', () => {
    const lines: string[] = [];
    const log = createLog(load(environment).config, { write: (line) => void lines.push(line) });
    for (const value of Object.values(environment)) log.warn({ value }, `failed at ${value}`);
    log.warn('Hidden7update Hidden7token Hidden7registry Hidden7database Hidden7client Hidden7issuer');
    expect(lines.join('')).not.toContain('Hidden7');
    expect(lines).toHaveLength(7);
  });

  test('are hidden from other processes if they come from a variable', () => {
    const secret = configKeys.filter(({ mark }) => mark?.kind === 'secret' || mark?.kind === 'address');
    expect(secret.filter(({ variable }) => !isSecretVariable(variable))).toEqual([]);
    expect(isSecretVariable('LECTERN_SERVER_PORT')).toBe(false);
  });

  test('are not among the settings, whose values the API returns', () => {
    const marked = configKeys.filter(({ mark }) => mark?.kind === 'secret' || mark?.kind === 'address');
    const keys = marked.map(({ path }) => path.join('.'));
    expect(keys).toContain('updates.url');
    expect(changeable.filter(({ key }) => keys.includes(key))).toEqual([]);
  });
});

describe('the printed configuration', () => {
  test('shows every key with its description, default and source', () => {
    const file = join(folder, 'lectern.yaml');
    writeFileSync(file, 'server:\n  host: 127.0.0.1\n');
    const text = printConfig(load({ LECTERN_CONFIG: file, LECTERN_TASKS_WORKERS: '3' }, { port: '9000' }));
    for (const { path, description } of configKeys) {
      const [name = ''] = path.slice(-1);
      expect(description, path.join('.')).toMatch(/\.$/);
      expect(text).toMatch(new RegExp(`^ *(# )?${name}:`, 'm'));
      expect(text).toContain(`# ${description}\n`);
    }
    expect(text).toContain(`  # Default: 0.0.0.0. Source: ${file}.\n  host: 127.0.0.1\n`);
    expect(text).toContain('  # Default: 8080. Source: flag --port.\n  port: 9000\n');
    expect(text).toContain('  # Default: 4. Source: variable LECTERN_TASKS_WORKERS.\n  workers: 3\n');
    expect(text).toContain('  # Default: none. Source: default.\n  # public_url:\n');
  });

  test('is a configuration file with the same values', () => {
    const { config, sources } = load({ LECTERN_SERVER_TRUST_PROXY: 'loopback, 10.0.0.0/8' });
    const file = join(folder, 'printed.yaml');
    writeFileSync(file, printConfig({ config, sources }));
    expect(parse(printConfig({ config, sources }))).toMatchObject({ server: { port: 8080 } });
    expect(load({ LECTERN_CONFIG: file }).config).toEqual(config);
  });
});

test('relative paths of a file start from its folder, those of variables and flags from the working directory', () => {
  const home = join(folder, 'etc');
  mkdirSync(home);
  const file = join(home, 'lectern.yaml');
  writeFileSync(
    file,
    [
      'data_dir: data',
      'database: { sqlite: db/lectern.db }',
      'auth: { secret_file: secret }',
      'backup: { dir: ../backups }',
      'drop_folder: { path: drop }',
      'pdf: { page_cache: { dir: cache } }',
      'scanner: { allowed_roots: [books, /srv/comics] }',
      'plugins: { folders: "plugins, more" }',
      'server: { tls: { certificate: tls/a.pem, key: tls/a.key } }',
    ].join('\n'),
  );
  const { config } = load({ LECTERN_CONFIG: 'etc/lectern.yaml' });
  expect(config.dataDir).toBe(join(home, 'data'));
  expect(config.database.sqlite).toBe(join(home, 'db/lectern.db'));
  expect(config.auth.secretFile).toBe(join(home, 'secret'));
  expect(config.backup.dir).toBe(join(folder, 'backups'));
  expect(config.dropFolder.path).toBe(join(home, 'drop'));
  expect(config.pdf.pageCache.dir).toBe(join(home, 'cache'));
  expect(config.scanner.allowedRoots).toEqual([join(home, 'books'), '/srv/comics']);
  expect(config.plugins.folders).toEqual([join(home, 'plugins'), join(home, 'more')]);
  expect(config.server.tls).toEqual({ certificate: join(home, 'tls/a.pem'), key: join(home, 'tls/a.key') });
  const others = { LECTERN_CONFIG: file, LECTERN_BACKUP_DIR: 'kept', LECTERN_PLUGINS_FOLDERS: 'one,two' };
  const mixed = load(others, { dataDir: 'mine' }).config;
  expect(mixed.dataDir).toBe(join(folder, 'mine'));
  expect(mixed.backup.dir).toBe(join(folder, 'kept'));
  expect(mixed.plugins.folders).toEqual([join(folder, 'one'), join(folder, 'two')]);
  expect(mixed.dropFolder.path).toBe(join(home, 'drop'));
});

test.each([
  [
    'a proxy without an address',
    { LECTERN_SERVER_TRUST_PROXY: 'foo' },
    /^Configuration key server\.trust_proxy/,
  ],
  ['a range with a mask', { LECTERN_SERVER_TRUST_PROXY: '10.0.0.0/255.0.0.0' }, /server\.trust_proxy/],
  ['a range that is too long', { LECTERN_SERVER_TRUST_PROXY: '10.0.0.0/33' }, /server\.trust_proxy/],
  [
    'updates without an address',
    { LECTERN_UPDATES_CHECK: 'true' },
    /^updates\.check needs an address; set updates\.url/,
  ],
  ['a certificate without its key', { LECTERN_SERVER_TLS_CERTIFICATE: 'a.pem' }, /^HTTPS needs both/],
  [
    'a short password of the first administrator',
    { LECTERN_ADMIN_PASSWORD: 'abc' },
    /^LECTERN_ADMIN_PASSWORD cannot be used for the first administrator: it has to have 8 characters or more$/,
  ],
  [
    'a secret given twice',
    { LECTERN_AUTH_SECRET: 'x'.repeat(40), LECTERN_AUTH_SECRET_FILE: 'y' },
    /^Both auth\.secret and auth\.secret_file/,
  ],
])('refuses %s', (_, given, message) => {
  expect(() => load(given)).toThrow(message);
});
