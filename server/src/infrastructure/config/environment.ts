// The only place that reads the environment of the process.
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import type { Environment } from './load.ts';

export interface ProcessEnvironment {
  environment: Environment;
  /** Base folder of relative paths of the command line: the working directory of npm. */
  cwd: string;
  /** The parent of the default data folder. */
  dataBase: string;
  /** The variable TZ. */
  timeZone: string | undefined;
}

export function readEnvironment(): ProcessEnvironment {
  return {
    environment: process.env,
    cwd: process.env.INIT_CWD ?? process.cwd(),
    dataBase: process.cwd(),
    timeZone: process.env.TZ,
  };
}

/** The account that runs this process. */
export interface Account {
  /** Undefined on Windows. */
  uid: number | undefined;
  isInContainer: boolean;
}

/** Files that Docker, Podman and systemd create in a container. */
const containerFiles = ['/.dockerenv', '/run/.containerenv', '/run/systemd/container'];

/** Container engines also set the variable `container`, and Kubernetes sets the address of its API. */
export function readAccount(): Account {
  const { container, KUBERNETES_SERVICE_HOST: kubernetes } = process.env;
  const isMarked = container !== undefined || kubernetes !== undefined;
  const hasFile = containerFiles.some((file) => existsSync(file));
  return { uid: process.geteuid?.(), isInContainer: isMarked || hasFile };
}

/** How this process was started, for commands that users copy. */
export interface HowStarted {
  /** The npm script that runs, and the folder of its package. */
  npmScript: { event: string; folder: string } | undefined;
  /** The account of a systemd service, which differs from the account of the user who reads the message. */
  service: { user: string } | undefined;
  searchPath: string;
  /** Paths of Node.js and of the program. */
  node: string;
  main: string;
}

export function readHowStarted(): HowStarted {
  const { npm_lifecycle_event: event, npm_package_json: file, INVOCATION_ID: invocation } = process.env;
  const isService = invocation !== undefined && !process.stderr.isTTY && !process.stdin.isTTY;
  return {
    npmScript: event === undefined || file === undefined ? undefined : { event, folder: dirname(file) },
    service: isService ? { user: readUser() } : undefined,
    searchPath: readSearchPath(),
    node: process.execPath,
    main: process.argv[1] ?? '',
  };
}

/** Returns a number if the account has no name. */
function readUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `#${process.getuid?.() ?? ''}`;
  }
}

/** Proxy settings, which programs need if the Internet is only reachable through a proxy. */
const proxyVariables = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'];

export const readProxies = (): Record<string, string> =>
  Object.fromEntries(
    proxyVariables.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );

export const hasProxyCredentials = (): boolean =>
  Object.values(readProxies()).some((value) => value.includes('@'));

/** Proxies without names and passwords. */
export const withoutCredentials = (proxies: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(proxies).map(([name, value]) => [
      name,
      value.replace(/^([a-z][a-z\d+.-]*:[/]{2})?.*@/i, '$1'),
    ]),
  );

/** Folders in which programs are found by name. */
export const readSearchPath = (): string => process.env.PATH ?? '';
