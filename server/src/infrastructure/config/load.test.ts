import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fc } from '../../../test/harness/property.ts';
import { createLog } from '../log.ts';
import { readFlags } from './flags.ts';
import { type Environment, loadConfig } from './load.ts';
import { printConfig } from './print.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-config-'));
const loadAll = (environment: Environment, flags = {}) => loadConfig({ environment, flags, cwd: folder });
const load = (environment: Environment, flags = {}) => loadAll(environment, flags).config;
const file = (text: string) => {
  writeFileSync(join(folder, 'lectern.yaml'), text);
  return { LECTERN_CONFIG: 'lectern.yaml' };
};

test('uses the documented defaults without any configuration', () => {
  const config = load({});
  expect(config.server).toMatchObject({ host: '0.0.0.0', port: 8080, basePath: '', trustProxy: [] });
  expect(config.dataDir).toBe(join(folder, 'data'));
  expect(config.rateLimit).toEqual({
    enabled: true,
    anonymousRps: 10,
    anonymousBurst: 50,
    authenticatedRps: 50,
    authenticatedBurst: 200,
  });
  expect(config.compatApi).toEqual({ enabled: false, prefix: 'compat' });
});

test('flags override the environment, which overrides the file', () => {
  const environment = file('server:\n  port: 1001\n  host: 10.0.0.1\ndata_dir: /books/data\n');
  expect(load(environment).server.port).toBe(1001);
  expect(load({ ...environment, LECTERN_SERVER_PORT: '1002' }).server).toMatchObject({
    port: 1002,
    host: '10.0.0.1',
  });
  expect(load({ ...environment, LECTERN_SERVER_PORT: '1002' }, { port: '1003' }).server.port).toBe(1003);
  expect(load(environment).dataDir).toBe('/books/data');
});

test('nested keys, sizes, switches and lists are read from the environment', () => {
  const config = load({
    LECTERN_PDF_HANDLE_CACHE_CAPACITY: '3',
    LECTERN_PDF_PAGE_CACHE_MAX_SIZE: '1.5GB',
    LECTERN_RATE_LIMIT_ENABLED: 'no',
    LECTERN_SERVER_TRUST_PROXY: '10.0.0.0/8, 192.168.1.1',
    LECTERN_SERVER_BASE_PATH: '/books/',
  });
  expect(config.pdf.handleCache.capacity).toBe(3);
  expect(config.pdf.pageCache.maxSize).toBe(1.5 * 1024 ** 3);
  expect(config.rateLimit.enabled).toBe(false);
  expect(config.server.trustProxy).toEqual(['10.0.0.0/8', '192.168.1.1']);
  expect(config.server.basePath).toBe('/books');
});

test.each([
  [
    'an unknown key of the file',
    file,
    'sever:\n  port: 1\n',
    'Unknown configuration key sever; did you mean server?',
  ],
  [
    'an unknown nested key',
    file,
    'server:\n  prot: 1\n',
    'Unknown configuration key server.prot; did you mean server.port?',
  ],
  ['a value of the wrong type', file, 'server:\n  port: many\n', 'server.port: it has to be a number'],
  ['a port out of range', file, 'server:\n  port: 70000\n', 'server.port: it has to be 65535 or less'],
  ['a wrong word', file, 'log:\n  level: loud\n', 'log.level: it has to be one of fatal, error'],
  [
    'a package registry on another machine without https',
    file,
    'plugins:\n  registry: http://registry.example.org\n',
    'plugins.registry: Only registries on this machine can be used without https',
  ],
  ['broken YAML', file, 'server: [\n', 'is not valid YAML'],
  ['a file that is a list', file, '- 1\n', 'does not contain keys'],
])('reports %s in one clear sentence', (_, make, text, message) => {
  expect(() => load(make(text))).toThrow(message);
});

test('a package registry on this machine needs no https', () => {
  const registryOf = (url: string) => load(file(`plugins:\n  registry: ${url}\n`)).plugins.registry;
  for (const url of [
    'http://localhost:4873',
    'http://127.0.0.1:4873',
    'http://[::1]:4873',
    'https://a.example',
  ])
    expect(registryOf(url)).toBe(url);
});

test('suggests the nearest name for an unknown variable, and ignores variables that Kubernetes sets', () => {
  expect(() => load({ LECTERN_SERVER_PROT: '1' })).toThrow('did you mean LECTERN_SERVER_PORT?');
  expect(() => load({ LECTERN_PORT: 'eighty' })).toThrow('Unknown environment variable LECTERN_PORT');
  expect(load({ LECTERN_PORT: 'tcp://10.0.0.7:80', LECTERN_SERVICE_HOST: '10.0.0.7' }).server.port).toBe(
    8080,
  );
});

test('normalizes host names, and reports an invalid one in one clear sentence', () => {
  const hosts = (value: string) => load({ LECTERN_SERVER_ALLOWED_HOSTS: value }).server.allowedHosts;
  expect(load({}).server.allowedHosts).toEqual([]);
  expect(hosts('Books.Example., 192.168.1.5,[FD00::5]')).toEqual([
    'books.example',
    '192.168.1.5',
    '[fd00::5]',
  ]);
  for (const wrong of ['https://books.example', 'books.example:8080', '*.example', 'fd00::5', 'a b'])
    expect(() => hosts(wrong)).toThrow(/server\.allowed_hosts.*Not the name of a host/);
});

describe('a value in a separate file', () => {
  const secretFile = (text: string) => {
    const path = join(folder, 'value');
    writeFileSync(path, text);
    return path;
  };

  test('is read for any key, without the final line break', () => {
    writeFileSync(join(folder, 'port'), '1004');
    writeFileSync(join(folder, 'password'), ' a good one \r\n');
    const loaded = loadConfig({
      environment: {
        LECTERN_DATABASE_POSTGRES_FILE: secretFile('postgres://u:p@h/db\n'),
        LECTERN_SERVER_PORT_FILE: 'port',
        LECTERN_ADMIN_PASSWORD_FILE: 'password',
      },
      cwd: folder,
    });
    expect(loaded.config.database.postgres).toBe('postgres://u:p@h/db');
    expect(loaded.config.server.port).toBe(1004);
    expect(loaded.firstAdmin.password).toBe(' a good one ');
  });

  test('is reported in one sentence with the variable if it cannot be read', () => {
    const expectRefused = (environment: Environment, why: string | RegExp) =>
      expect(() => load(environment)).toThrow(why);
    expectRefused(
      { LECTERN_SERVER_PORT: '1', LECTERN_SERVER_PORT_FILE: secretFile('2') },
      'Both LECTERN_SERVER_PORT and LECTERN_SERVER_PORT_FILE are set; remove one of them',
    );
    expectRefused(
      { LECTERN_SERVER_PORT_FILE: 'nowhere' },
      /^The file of LECTERN_SERVER_PORT_FILE \S+nowhere does not exist; check the path/,
    );
    expectRefused({ LECTERN_SERVER_PORT_FILE: secretFile(' \n') }, /of LECTERN_SERVER_PORT_FILE is empty/);
    expectRefused({ LECTERN_SERVER_PORT_FILE: secretFile('1'.repeat(65_537)) }, /is larger than 64 KiB/);
    expectRefused({ LECTERN_SERVER_PROT_FILE: 'x' }, /Unknown environment variable LECTERN_SERVER_PROT_FILE/);
  });

  test('is refused for the configuration file, which is a path itself', () => {
    expect(() => load({ LECTERN_CONFIG_FILE: 'lectern.yaml' })).toThrow(
      'Unknown environment variable LECTERN_CONFIG_FILE; did you mean LECTERN_CONFIG?',
    );
  });

  test('does not apply to keys that are themselves file paths', () => {
    expect(load({ LECTERN_AUTH_SECRET_FILE: 'secret' }).auth.secretFile).toBe(join(folder, 'secret'));
  });
});

test.each([
  ['LECTERN_SERVER_PUBLIC_URL', 'https://:/'],
  ['LECTERN_SERVER_PUBLIC_URL', 'https://books.example:99999'],
  ['LECTERN_SERVER_PUBLIC_URL', 'https://books.example/../a'],
  ['LECTERN_SERVER_BASE_PATH', '/api/..'],
])('refuses the address %s=%s', (variable, value) => {
  expect(() => load({ [variable]: value })).toThrow(/^Configuration key server\.\w+: Not an? /);
});

test('names a missing configuration file', () => {
  expect(() => load({ LECTERN_CONFIG: 'nowhere.yaml' })).toThrow(/nowhere\.yaml does not exist/);
});

test('the printed configuration contains no secret', () => {
  const secret = 'x'.repeat(40);
  const text = printConfig(
    loadAll({ LECTERN_DATABASE_POSTGRES: 'postgres://u:hidden@h/db', LECTERN_AUTH_SECRET: secret }),
  );
  expect(text).toContain('postgres://u:***@h/db');
  expect(text).not.toContain('hidden');
  expect(text).not.toContain(secret);
  expect(text).toContain('access_token_minutes: 60');
});

describe('no form of a database address', () => {
  const mark = 'Q7zMarkOfASecret';
  const encoded = fc.string({ maxLength: 12 }).map((text) => encodeURIComponent(`${text}${mark}${text}`));
  const raw = fc.string({ maxLength: 12 }).map((text) => `${text}${mark}${text}`);
  const address = fc.oneof(
    fc.oneof(encoded, raw).map((password) => `postgres://u:${password}@h:5432/db`),
    fc.oneof(encoded, raw).map((password) => `postgresql://:${password}@h/db?sslmode=require`),
    fc
      .tuple(
        fc.constantFrom('password', 'sslpassword', 'PASSWORD', 'pass', 'sslkey', 'options'),
        fc.oneof(encoded, raw),
      )
      .map(([name, value]) => `postgres://u@h/db?sslmode=require&${name}=${value}`),
    fc.oneof(encoded, raw).map((password) => `host=h user=u password=${password} dbname=db`),
    fc.tuple(raw, raw).map(([user, password]) => `postgres://${user}@${password}:1/x@h`),
  );
  test('has its password printed, reported in an error, or logged', () => {
    fc.assert(
      fc.property(address, (postgres) => {
        let told: string;
        try {
          const loaded = loadAll({ LECTERN_DATABASE_POSTGRES: postgres });
          const lines: string[] = [];
          const log = createLog(loaded.config, { write: (line) => void lines.push(line) });
          const { password, searchParams } = new URL(postgres);
          const cause = Object.assign(new TypeError(`Invalid URL ${postgres}`), { input: postgres });
          log.error({ err: cause, url: postgres, asked: [password, decodeURIComponent(password)] }, postgres);
          for (const value of searchParams.values()) log.error({ value }, `connecting with ${value}`);
          told = printConfig(loaded) + lines.join('');
        } catch (error) {
          told = String(error);
        }
        expect(told).not.toContain(mark);
      }),
    );
  });

  test('but useful parts are printed', () => {
    const LECTERN_DATABASE_POSTGRES =
      'postgres://u:p%40ss%2Fword@h:5433/db?sslmode=require&password=x&options=-c';
    expect(load({ LECTERN_DATABASE_POSTGRES }).database.postgres).toBe(LECTERN_DATABASE_POSTGRES);
    expect(printConfig(loadAll({ LECTERN_DATABASE_POSTGRES }))).toContain(
      'postgres://u:***@h:5433/db?sslmode=require&password=***&options=***',
    );
  });
});

test('reports an invalid YAML file without its contents', () => {
  for (const text of [
    'password: *Q7zMark',
    'a: "x" "Q7zMark"',
    '"Q7zMark" x: [',
    'database:\n\t- Q7zMark: 1',
  ]) {
    expect(() => load(file(text))).toThrow(/is not valid YAML/);
    expect(() => load(file(text))).not.toThrow(/Q7zMark/);
  }
});

describe('sign-in providers', () => {
  const home = { id: 'home', issuer: 'https://id.example.org', client_id: 'lectern' };
  const fromJson = (...providers: object[]) =>
    load({ LECTERN_AUTH_OIDC_PROVIDERS: JSON.stringify(providers) }).auth.oidc.providers;

  test('are a list in the file', () => {
    const { oidc } = load(
      file(
        'auth:\n  oidc:\n    public_url: https://books.example.org/lib/\n    providers:\n' +
          '      - id: home\n        issuer: https://id.example.org/\n        client_id: lectern\n' +
          '        client_secret: s\n        scopes: [email, groups]\n        auto_create: true\n' +
          '        group_roles: { clientId: maintainer }\n        group_libraries: { kids: [Kids, Comics] }\n',
      ),
    ).auth;
    expect(oidc).toEqual({
      publicUrl: 'https://books.example.org/lib',
      providers: [
        {
          id: 'home',
          name: 'home',
          issuer: 'https://id.example.org/',
          clientId: 'lectern',
          clientSecret: 's',
          scopes: ['openid', 'email', 'groups'],
          groupsClaim: 'groups',
          groupRoles: { clientId: 'maintainer' },
          groupLibraries: { kids: ['Kids', 'Comics'] },
          autoCreate: true,
          linkByEmail: false,
          allowInsecureHttp: false,
        },
      ],
    });
  });

  test('are JSON in the environment, in snake case or camel case, and empty by default', () => {
    expect(load({}).auth.oidc.providers).toEqual([]);
    const [snake] = fromJson(home);
    expect(snake).toMatchObject({ scopes: ['openid', 'profile', 'email'], autoCreate: false });
    const [camel] = fromJson({
      id: 'home',
      issuer: home.issuer,
      clientId: 'lectern',
      scopes: 'openid profile email',
    });
    expect(camel).toEqual(snake);
  });

  test.each([
    ['an id with other characters', [{ ...home, id: 'Home' }], 'auth.oidc.providers.0.id'],
    ['an invalid issuer address', [{ ...home, issuer: 'id' }], 'auth.oidc.providers.0.issuer'],
    ['an issuer without TLS', [{ ...home, issuer: 'http://127.0.0.1' }], 'has to begin with https://'],
    [
      'an issuer without TLS on another machine',
      [{ ...home, issuer: 'http://id.example.org', allow_insecure_http: true }],
      'has to begin with https://',
    ],
    ['the discovery address', [{ ...home, issuer: `${home.issuer}/.well-known/x` }], 'the issuer itself'],
    ['no client', [{ ...home, client_id: undefined }], 'auth.oidc.providers.0.client_id'],
    ['an unknown role', [{ ...home, group_roles: { a: 'king' } }], 'providers.0.group_roles.a'],
    ['two with the same id', [home, home], 'provider ids must be unique'],
    ['a misspelt key', [{ ...home, client_secrt: 'x' }], 'did you mean auth.oidc.providers.0.client_secret?'],
  ])('reports %s in one clear sentence', (_, providers, message) => {
    expect(() => fromJson(...providers)).toThrow(message);
  });

  test('does not quote invalid JSON, which contains secrets', () => {
    const read = () => load({ LECTERN_AUTH_OIDC_PROVIDERS: '[{"client_secret": hush }]' });
    expect(read).toThrow('auth.oidc.providers: it has to be a list in JSON');
    expect(read).not.toThrow('hush');
  });

  test('are printed without their secrets and with unchanged group names', () => {
    const entry = { ...home, client_secret: 'hush', group_roles: { theChiefs: 'admin' } };
    const text = printConfig(loadAll({ LECTERN_AUTH_OIDC_PROVIDERS: JSON.stringify([entry]) }));
    expect(text).not.toContain('hush');
    expect(text).toContain('client_secret: "***"');
    expect(text).toContain('theChiefs: admin');
    expect(text).toContain('groups_claim: groups');
  });
});

test('the first administrator is read from the environment, with defaults and no password', () => {
  const { firstAdmin } = loadConfig({ environment: {}, cwd: folder });
  expect(firstAdmin).toEqual({ username: 'admin', email: 'admin@localhost', password: undefined });
});

test('reads flags, and suggests the nearest name for a mistyped flag or command', () => {
  expect(readFlags(['--library', 'a', '--library=b', '--port', '0'])).toMatchObject({
    command: 'serve',
    libraries: ['a', 'b'],
    port: '0',
    noTasks: false,
  });
  expect(readFlags(['serve', '--no-tasks'])).toMatchObject({ command: 'serve', noTasks: true });
  expect(() => readFlags(['--libary', 'x'])).toThrow('did you mean --library?');
  expect(() => readFlags(['serv'])).toThrow('did you mean serve?');
  expect(() => readFlags(['--port'])).toThrow('--port needs a value');
});

test.each([
  [['serve', '/books'], 'Unexpected argument "/books" after serve; did you mean --library /books?'],
  [['/my books'], 'Unknown command "/my books"; did you mean --library \'/my books\'?'],
  [['worker', 'now'], 'Unexpected argument "now" after worker'],
  [['version', 'now'], 'Unexpected argument "now" after version'],
  [['help', 'now'], 'Unexpected argument "now" after help'],
  [['doctor', '--library', '/books'], '--library is a flag of serve, not of doctor'],
  [['worker', '--setup'], '--setup is a flag of serve, not of worker'],
  [['restore', 'copy.zip', '--dry-run'], '--dry-run is a flag of import, not of restore'],
])('rejects unknown and misplaced words: %j', (words, message) => {
  expect(() => readFlags(words)).toThrow(message);
});

test('shows the help of a command regardless of other arguments', () => {
  expect(readFlags(['doctor', '--setup', '--help'])).toMatchObject({ command: 'doctor', help: true });
});
