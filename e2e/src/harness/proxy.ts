// nginx, Caddy and Apache with the settings that docs/reverse-proxy.md shows, on a free port of this machine.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';

export type ProxyName = 'nginx' | 'caddy' | 'apache';

const root = join(import.meta.dirname, '..', '..', '..');
const fixtures = join(root, 'server', 'test', 'fixtures', 'tls');
const commands = { nginx: 'nginx', caddy: 'caddy', apache: 'apache2' } as const;
/** Debian has them in folders that are not on the path of everybody. */
const environment = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` };

export const isInstalled = (name: ProxyName): boolean =>
  process.platform === 'linux' && spawnSync(commands[name], ['-v'], { env: environment }).error === undefined;

interface Proxy {
  /** https://127.0.0.1:<port> */
  url: string;
  stop(): Promise<void>;
}

/** Starts a proxy before a server. Its files are in `folder`. Rejects with what it says when it does not start. */
export async function startProxy(
  name: ProxyName,
  { folder, upstream }: { folder: string; upstream: string },
): Promise<Proxy> {
  const port = await findPort();
  mkdirSync(folder, { recursive: true });
  const snippet = readSnippet(name)
    .replaceAll('127.0.0.1:8080', new URL(upstream).host)
    .replaceAll('/etc/ssl/books.pem', join(fixtures, 'first.pem'))
    .replaceAll('/etc/ssl/books.key', join(fixtures, 'first.key.pem'));
  const file = join(folder, 'proxy.conf');
  writeFileSync(file, wrap[name](snippet, { folder, port }));
  const child = spawn(commands[name], argumentsOf[name](file, folder), { env: environment });
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (part) => (said += String(part)));
  await untilListening(child, port, () => said);
  return {
    url: `https://127.0.0.1:${port}`,
    async stop() {
      const ended = new Promise((resolve) => child.once('close', resolve));
      // Apache in one process waits for connections that are open.
      child.kill(name === 'apache' ? 'SIGKILL' : 'SIGTERM');
      await ended;
    },
  };
}

function readSnippet(name: ProxyName): string {
  const document = readFileSync(join(root, 'docs', 'reverse-proxy.md'), 'utf8');
  const [, snippet] = new RegExp(`\`\`\`${name}\n(.*?)\`\`\``, 's').exec(document) ?? [];
  if (snippet === undefined) throw new Error(`docs/reverse-proxy.md shows nothing for ${name}`);
  return snippet;
}

interface Place {
  folder: string;
  port: number;
}

/** What a distribution's own files have around such settings, without its folders and its rights. */
const wrap: Record<ProxyName, (snippet: string, place: Place) => string> = {
  nginx: (snippet, { folder, port }) => `
    daemon off;
    worker_processes 1;
    pid ${folder}/nginx.pid;
    error_log ${folder}/error.log;
    events {}
    http {
      access_log off;
      ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n')}
      ${snippet.replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)}
    }`,
  caddy: (snippet, { port }) => `
    {
      auto_https off
      admin off
      storage file_system /nonexistent
    }
    ${snippet.replace('books.example.org {', `https://127.0.0.1:${port} {\n  tls ${join(fixtures, 'first.pem')} ${join(fixtures, 'first.key.pem')}`)}`,
  apache: (snippet, { folder, port }) => `
    ServerRoot ${folder}
    ServerName books.example.org
    Listen 127.0.0.1:${port}
    PidFile ${folder}/apache.pid
    ErrorLog ${folder}/error.log
    ${['mpm_event', 'authz_core', 'ssl', 'proxy', 'proxy_http', 'headers', 'socache_shmcb'].map((module) => `LoadModule ${module}_module /usr/lib/apache2/modules/mod_${module}.so`).join('\n')}
    Mutex file:${folder}
    ${process.getuid?.() === 0 ? 'User nobody\nGroup nogroup' : ''}
    ${snippet.replace('*:443', `127.0.0.1:${port}`)}`,
};

const argumentsOf: Record<ProxyName, (file: string, folder: string) => string[]> = {
  nginx: (file, folder) => ['-c', file, '-p', folder],
  caddy: (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
  apache: (file) => ['-X', '-f', file],
};

async function findPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return address.port;
}

async function untilListening(child: ChildProcess, port: number, said: () => string): Promise<void> {
  const failed = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`It ended with ${code}: ${said()}`)));
  });
  failed.catch(() => {});
  const tryOnce = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.once('connect', () => socket.destroy()).once('error', () => resolve(false));
    });
  for (let isOpen = false; !isOpen; ) {
    isOpen = await Promise.race([tryOnce(), failed]);
    if (!isOpen) await new Promise((resolve) => setImmediate(resolve));
  }
}
