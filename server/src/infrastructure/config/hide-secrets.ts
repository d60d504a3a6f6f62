// The environment that a process was started with stays readable in /proc/<pid>/environ for every process of the same
// user, even after variables were deleted. A server with secrets in it therefore executes itself again, with the same
// process id and without them; they are passed through a pipe. The environment of its parents (npm, a shell, an init)
// cannot be changed: docs/explanation/security.md describes files for secrets.
import { closeSync, readFileSync, writeSync } from 'node:fs';
import { loadLibc } from '#infrastructure/confinement/libc.ts';

/** Holds the descriptor of the pipe for the second start. */
const variable = 'LECTERN_SECRETS_FROM';

/**
 * Variables with secrets: the keys that the schema marks, the password of the first administrator, and that of libpq.
 * The list is explicit because the schema is not loaded yet; a test compares it with the marks.
 */
const secretVariables = [
  'LECTERN_ADMIN_PASSWORD',
  'LECTERN_AUTH_OIDC_PROVIDERS',
  'LECTERN_AUTH_SECRET',
  'LECTERN_DATABASE_POSTGRES',
  'LECTERN_PLUGINS_REGISTRY',
  'LECTERN_UPDATES_URL',
  'PGPASSWORD',
];

export const isSecretVariable = (name: string): boolean => secretVariables.includes(name);

/** Writing more than a pipe's buffer would block, because nothing reads it yet. */
const maxBytes = 60_000;

/**
 * Executes the program again and does not return if there are secrets to hide and the system supports it. Called before
 * anything is opened. In the second start, it reads the secrets into this process's copy of the environment.
 */
export function hideSecrets(): void {
  const environment = process.env;
  const from = environment[variable];
  if (from !== undefined) {
    delete environment[variable];
    Object.assign(environment, readSecrets(Number(from)));
    return;
  }
  const entries = Object.entries(environment).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const secrets = entries.filter(([name]) => isSecretVariable(name));
  // It would close an IPC channel to a parent process.
  if (secrets.length === 0 || process.platform !== 'linux' || process.connected) return;
  const text = JSON.stringify(Object.fromEntries(secrets));
  if (Buffer.byteLength(text) > maxBytes) return;
  try {
    const libc = loadLibc();
    const [read, write] = libc.pipe();
    writeSync(write, text);
    closeSync(write);
    const clean = Object.fromEntries(entries.filter(([name]) => !isSecretVariable(name)));
    const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
    libc.execve(process.execPath, args, { ...clean, [variable]: String(read) });
    closeSync(read);
  } catch {
    // Not supported by the system; the start continues.
  }
}

function readSecrets(pipe: number): Record<string, string> {
  try {
    return JSON.parse(readFileSync(pipe, 'utf8')) as Record<string, string>;
  } finally {
    closeSync(pipe);
  }
}
