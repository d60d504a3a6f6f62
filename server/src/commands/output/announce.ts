// What the terminal shows when the server has started: its address, and on the first start the password.
import { version } from '#infrastructure/version.ts';
import type { Terminal } from './terminal.ts';

interface Address {
  /** As it was configured; undefined where it was not. */
  host: string | undefined;
  port: number;
  basePath: string;
  isHttps: boolean;
}

export function announceServer(terminal: Terminal, { host, port, basePath, isHttps }: Address): void {
  const url = `${isHttps ? 'https' : 'http'}://${toShownHost(host)}:${port}${basePath}`;
  const hint = terminal.isTTY ? ' (Ctrl-C stops it)' : '';
  terminal.write(`Lectern ${version} listening on ${url}${hint}\n`);
}

/** The password is shown only here. */
export function announceFirstAdmin(
  terminal: Terminal,
  { username, password }: { username: string; password: string },
): void {
  const lines = [
    'First start. Sign in as',
    `    name      ${username}`,
    `    password  ${password}`,
    'The password is shown only this once; it can be changed after signing in.',
  ];
  terminal.write(`\n${lines.join('\n')}\n\n`);
}

/** The setup code, which a browser on another machine asks for. */
export function announceSetup(terminal: Terminal, setupCode: string): void {
  const lines = [
    'First start. Open this address in a browser and create the administrator.',
    `    setup code  ${setupCode}`,
    'The code is needed from other devices and through a reverse proxy.',
  ];
  terminal.write(`\n${lines.join('\n')}\n\n`);
}

const toShownHost = (host = 'localhost'): string => (host.includes(':') ? `[${host}]` : host);
