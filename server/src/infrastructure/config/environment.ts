// The only place that reads the environment of the process.
import type { Environment } from './load.ts';

export interface ProcessEnvironment {
  environment: Environment;
  /** Folder that relative paths of the command line start from: the working directory of npm. */
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

/** Settings of proxies, which programs need where the Internet is behind one. */
const proxyVariables = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'];

export const readProxies = (): Record<string, string> =>
  Object.fromEntries(
    proxyVariables.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );

/** Where programs are found by their names. */
export const readSearchPath = (): string => process.env.PATH ?? '';
