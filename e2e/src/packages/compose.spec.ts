// The compose files, run by Docker with an image built by Docker. PostgreSQL and Caddy come from Debian.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import { type Client, createClient, findFreePort } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { makeInstallation } from '../harness/packaged.ts';
import { makeFolder, waitForTasks } from '../harness/server.ts';
import { createComposeProject, docker } from './engine.ts';
import { makeContext } from './images.ts';
import { debianRoot, findPackage, packagesFolder, repository } from './made.ts';
import { canRun } from './tools.ts';

const names = {
  base: 'lectern-proof/base:1',
  image: 'lectern-proof/lectern:1',
  others: 'lectern-proof/others:1',
};

/** Replaces the images of PostgreSQL and Caddy by one. */
const others = `FROM ${names.base}
RUN apt-get update && apt-get install -y --no-install-recommends postgresql caddy
RUN ln -s /usr/lib/postgresql/*/bin/* /usr/local/bin/ && printf '%s\\n' > /start \\
  'set -e' \\
  'cd /var/lib/postgresql && chown postgres .' \\
  'as() { setpriv --reuid postgres --regid postgres --clear-groups "$@"; }' \\
  'if ! [ -d data ]; then' \\
  '  echo "$POSTGRES_PASSWORD" > /tmp/password' \\
  '  as initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --auth-host=scram-sha-256 data' \\
  '  as pg_ctl -w -D data -o "-c listen_addresses=" start' \\
  '  as createdb --username="$POSTGRES_USER" "$POSTGRES_DB" || true' \\
  '  as pg_ctl -w -D data stop' \\
  '  echo "host all all all scram-sha-256" >> data/pg_hba.conf' \\
  'fi' \\
  'exec setpriv --reuid postgres --regid postgres --clear-groups postgres -D data -c "listen_addresses=*"'
`;
const override = `services:
  postgres: { image: "${names.others}", command: [sh, /start] }
  proxy: { image: "${names.others}", command: [caddy, run, --config, /etc/caddy/Caddyfile] }
`;

describe.runIf(canRun('compose'))('the compose files', () => {
  beforeAll(async () => {
    const folder = join(packagesFolder(), 'compose');
    makeContext(folder, findPackage(/_(amd64|arm64)\.deb$/));
    await docker(['import', debianRoot(), names.base]);
    const build = ['build', '--network', 'host', '--build-arg', `BASE=${names.base}`];
    const file = join(folder, 'packaging', 'container', 'Containerfile');
    await docker([...build, '--tag', names.image, '--file', file, folder]);
    mkdirSync(join(folder, 'others'));
    writeFileSync(join(folder, 'others', 'Dockerfile'), others);
    await docker(['build', '--network', 'host', '--tag', names.others, join(folder, 'others')]);
    rmSync(folder, { recursive: true });
  }, 600_000);
  afterAll(() => docker(['image', 'rm', '--force', ...Object.values(names)]));

  /** A project of one of the files, filled in as its comments describe, and its address. */
  async function makeProject(files: readonly string[]) {
    const { books } = await makeInstallation(1234);
    const folder = makeFolder();
    cpSync(join(repository, 'packaging', 'compose'), folder, { recursive: true });
    writeFileSync(join(folder, 'override.yaml'), override);
    const port = await findFreePort();
    const values: Record<string, string> = {
      IMAGE: names.image,
      BOOKS: books,
      PUID: '1234',
      PGID: '1234',
      PORT: `127.0.0.1:${port}`,
      POSTGRES_PASSWORD: 'a1b2c3d4e5f6',
      AUTH_SECRET: 'a1b2c3d4e5f6'.repeat(4),
    };
    const filledIn = readFileSync(join(folder, '.env.example'), 'utf8').replaceAll(
      /^([A-Z_]+)=.*$/gm,
      (line, key: string) => (values[key] === undefined ? line : `${key}=${values[key]}`),
    );
    writeFileSync(join(folder, '.env'), `COMPOSE_PROJECT_NAME=lectern-proof-${port}\n${filledIn}`);
    const url = `http://127.0.0.1:${port}`;
    const project = createComposeProject(folder, files);
    /** Starts the project as documented. Services wait for the health checks of others. */
    async function up(): Promise<void> {
      await project.compose('up', '--detach');
      const isUp = async () => (await fetch(`${url}/health`).catch(() => undefined))?.ok;
      await vi.waitUntil(isUp, { timeout: 120_000, interval: 200 });
    }
    onTestFinished(async () => void (await project.remove()), 60_000);
    return { ...project, up, url };
  }

  /** Creates the first account with the setup code from the server log. */
  async function setUp(url: string, log: string): Promise<Client> {
    const [, setupCode] = /setup code {2}(\S+)/.exec(log) ?? [];
    const account = { username: 'admin', email: 'admin@example.org', password: 'compose compose', setupCode };
    const made = await createClient(url).post<{ accessToken: string }>('/api/v1/setup/initialize', account);
    expect(made.status).toBe(201);
    return createClient(url).as({ authorization: `Bearer ${made.body.accessToken}` });
  }

  /** Adds and scans the library of the mounted books. Returns its only book. */
  async function addLibrary(admin: Client): Promise<BookDto> {
    const made = await admin.post<{ id: string }>('/api/v1/libraries', { name: 'Comics', path: '/books' });
    expect(made.status).toBe(201);
    await admin.post(`/api/v1/libraries/${made.body.id}/scan`);
    await waitForTasks(admin);
    const { body } = await admin.get<{ data: BookDto[] }>('/api/v1/books');
    const [book] = body.data;
    if (!book) throw new Error('No book found');
    expect((await admin.get(`/api/v1/books/${book.id}/thumbnail`)).status).toBe(200);
    return book;
  }

  const readPage = async (admin: Client, { id }: BookDto) =>
    (await admin.get<{ currentPage: number }>(`/api/v1/books/${id}/progress`)).body?.currentPage;

  test('with SQLite: set up, scanned, and restarted with all progress', async () => {
    const project = await makeProject(['compose.yaml']);
    await project.up();
    const admin = await setUp(project.url, await project.logs('lectern'));
    const book = await addLibrary(admin);
    expect((await admin.get(`/api/v1/books/${book.id}/pages/1`)).status).toBe(200);
    await admin.put(`/api/v1/books/${book.id}/progress`, { currentPage: 2 });
    const words = ['exec', '-T', 'lectern', 'lectern'];
    expect(await project.compose(...words, 'backup', '/data/backups')).toMatch(/^Backed up \/data /m);
    expect(await project.compose('exec', '-T', 'lectern', 'stat', '-c', '%u:%g', '/data/lectern.db')).toBe(
      '1234:1234\n',
    );
    await project.down();
    await project.up();
    expect(await readPage(admin, book)).toBe(2);
  }, 300_000);

  test('with PostgreSQL: servers are restarted one after the other without a failed request', async () => {
    const project = await makeProject(['compose.postgres.yaml', 'override.yaml']);
    await project.up();
    const admin = await setUp(project.url, await project.logs('server-1'));
    const book = await addLibrary(admin);
    await admin.put(`/api/v1/books/${book.id}/progress`, { currentPage: 2 });
    let isOver = false;
    const failures: string[] = [];
    let answers = 0;
    const reading = (async () => {
      while (!isOver) {
        const answer = await admin.get(`/api/v1/books/${book.id}/pages/1`);
        answers++;
        if (answer.status !== 200) failures.push(`${answer.status} ${answer.bytes.toString().slice(0, 200)}`);
      }
    })();
    const goOn = async () => {
      const from = answers;
      await vi.waitUntil(() => answers > from + 20, { timeout: 30_000 });
    };
    await goOn();
    for (const server of ['server-1', 'server-2']) {
      await project.compose('restart', server);
      const isHealthy = () =>
        project.compose('exec', '-T', server, 'lectern', 'health').then(
          () => true,
          () => false,
        );
      await vi.waitUntil(isHealthy, { timeout: 60_000, interval: 200 });
      await goOn();
    }
    isOver = true;
    await reading;
    expect(failures).toEqual([]);
    expect(await readPage(admin, book)).toBe(2);
    await project.down();
    await project.up();
    expect(await readPage(admin, book)).toBe(2);
  }, 600_000);
});
