// Starts nginx, Caddy and Apache with the settings from docs/guides/reverse-proxy.md on a free port.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { findFreePort } from '@lectern/server/testing';
import { vi } from 'vitest';

export type ProxyName = 'nginx' | 'caddy' | 'apache';

const root = join(import.meta.dirname, '..', '..', '..');
const fixtures = join(root, 'server', 'test', 'fixtures', 'tls');
const commands = { nginx: 'nginx', caddy: 'caddy', apache: 'apache2' } as const;
/** Debian installs them in folders that are not in the PATH of every account. */
const environment = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` };

export const isInstalled = (name: ProxyName): boolean =>
  process.platform === 'linux' && spawnSync(commands[name], ['-v'], { env: environment }).error === undefined;

interface Proxy {
  /** With scheme and port. */
  url: string;
  stop(): Promise<void>;
}

export interface ProxyOptions {
  /** Folder for the files of the proxy. */
  folder: string;
  /** Replacements for the server addresses in the settings. */
  hosts: Readonly<Record<string, string>>;
  /** Location of the settings in the documentation. */
  snippet?: Snippet;
  /** Removes HTTPS, because no browser would trust the certificate. */
  isPlain?: boolean;
  /** Edits the settings, as an administrator might. */
  edit?(settings: string): string;
}

interface Snippet {
  /** A file in `docs`. */
  document: string;
  language: string;
  /**
   * Part of the first snippet that is replaced by the second snippet of the language, which shows the settings for a
   * path.
   */
  replaced?: RegExp;
}

/** Starts a proxy. Rejects with its error output if it does not start. */
export async function startProxy(
  name: ProxyName,
  {
    folder,
    hosts,
    snippet = { document: 'guides/reverse-proxy.md', language: name },
    isPlain = false,
    edit = (settings) => settings,
  }: ProxyOptions,
): Promise<Proxy> {
  const port = await findFreePort();
  mkdirSync(folder, { recursive: true });
  let settings = edit(readSnippet(snippet));
  for (const [shown, host] of Object.entries(hosts)) settings = settings.replaceAll(shown, host);
  settings = settings
    .replaceAll('/etc/ssl/books.pem', join(fixtures, 'first.pem'))
    .replaceAll('/etc/ssl/books.key', join(fixtures, 'first.key.pem'));
  if (isPlain) settings = settings.replace('listen 443 ssl', 'listen 443').replaceAll(/ssl_\w+ .*;/g, '');
  const file = join(folder, 'proxy.conf');
  writeFileSync(file, wrap[name](settings, { folder, port }));
  const child = spawn(commands[name], argumentsOf[name](file, folder), { env: environment });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)));
  await untilListening(child, port, () => output);
  return {
    url: `${isPlain ? 'http' : 'https'}://127.0.0.1:${port}`,
    async stop() {
      const ended = new Promise((resolve) => child.once('close', resolve));
      // Apache in single-process mode waits for open connections.
      child.kill(name === 'apache' ? 'SIGKILL' : 'SIGTERM');
      await ended;
    },
  };
}

function readSnippet({ document, language, replaced }: Snippet): string {
  const text = readFileSync(join(root, 'docs', document), 'utf8');
  const shown = [...text.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))];
  const [settings, variant] = shown.map(([, snippet = '']) => snippet);
  if (settings === undefined) throw new Error(`docs/${document} has no settings for ${language}`);
  if (replaced === undefined) return settings;
  if (variant === undefined || !replaced.test(settings))
    throw new Error(`docs/${document} has no settings under a path for ${language}`);
  return settings.replace(replaced, () => variant);
}

/** Settings from docs/guides/reverse-proxy.md for the path `/books`. */
export const underPath = (name: ProxyName): Snippet => ({
  document: 'guides/reverse-proxy.md',
  language: name,
  replaced: { nginx: /^ *location \/ \{\n/m, caddy: /^.*$/s, apache: /^ *ProxyPass .*\n/m }[name],
});

interface ProxySetup {
  folder: string;
  port: number;
}

/** The configuration that distributions add around such settings, without their folders and permissions. */
const wrap: Record<ProxyName, (snippet: string, place: ProxySetup) => string> = {
  nginx: (snippet, { folder, port }) => `
    daemon off;
    worker_processes 1;
    pid ${folder}/nginx.pid;
    error_log ${folder}/error.log;
    events {}
    http {
      access_log off;
      ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n')}
      ${snippet.replace('listen 443', `listen 127.0.0.1:${port}`)}
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

async function untilListening(child: ChildProcess, port: number, readOutput: () => string): Promise<void> {
  const failed = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`Proxy ended with ${code}: ${readOutput()}`)));
  });
  failed.catch(() => {});
  const tryOnce = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.once('connect', () => socket.destroy()).once('error', () => resolve(false));
    });
  await Promise.race([vi.waitUntil(tryOnce, { timeout: 20_000, interval: 20 }), failed]);
}
