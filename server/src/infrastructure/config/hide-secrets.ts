// The environment that a process was started with stays readable in /proc/<pid>/environ for every process of the same
// user, whatever is deleted from it later. A server that was given secrets in it therefore becomes itself once more,
// with the same id and without them; they go through a pipe that both programs hold. What other processes around it
// (npm, a shell, an init) were started with is not ours to change: docs/security.md tells of files for secrets.
import { closeSync, readFileSync, writeSync } from 'node:fs';
import { loadLibc } from '#infrastructure/confinement/libc.ts';

/** Names the pipe for the second start. */
const variable = 'LECTERN_SECRETS_FROM';

/** Keys of the configuration that hold secrets, the first administrator's password, and what libpq's clients read. */
const isSecret = (name: string): boolean =>
  /^LECTERN_(ADMIN_PASSWORD|AUTH_SECRET|DATABASE_POSTGRES|AUTH_OIDC_PROVIDERS)$/.test(name) ||
  name === 'PGPASSWORD';

/** More than a pipe holds would wait for a reader that is not there. */
const maxBytes = 60_000;

/**
 * Does not return when there is something to hide and the system can: the program begins anew. Call it before anything
 * is opened. In the second start it takes the secrets over, in this process's own copy of the environment.
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
  const secrets = entries.filter(([name]) => isSecret(name));
  // A channel to a parent process would be closed.
  if (secrets.length === 0 || process.platform !== 'linux' || process.connected) return;
  const text = JSON.stringify(Object.fromEntries(secrets));
  if (Buffer.byteLength(text) > maxBytes) return;
  try {
    const libc = loadLibc();
    const [read, write] = libc.pipe();
    writeSync(write, text);
    closeSync(write);
    const clean = Object.fromEntries(entries.filter(([name]) => !isSecret(name)));
    const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
    libc.execve(process.execPath, args, { ...clean, [variable]: String(read) });
    closeSync(read);
  } catch {
    // The system has no means; the start goes on as it is.
  }
}

function readSecrets(pipe: number): Record<string, string> {
  try {
    return JSON.parse(readFileSync(pipe, 'utf8')) as Record<string, string>;
  } finally {
    closeSync(pipe);
  }
}
