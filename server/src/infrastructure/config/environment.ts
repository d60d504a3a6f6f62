// The only place that reads the environment of the process.
import type { Environment } from './load.ts';

export interface ProcessEnvironment {
  environment: Environment;
  /** Folder that a person's relative paths start from: where they stood when they called npm. */
  cwd: string;
  /** Folder that the default data folder lies in. */
  dataBase: string;
}

export function readEnvironment(): ProcessEnvironment {
  return {
    environment: process.env,
    cwd: process.env.INIT_CWD ?? process.cwd(),
    dataBase: process.cwd(),
  };
}
