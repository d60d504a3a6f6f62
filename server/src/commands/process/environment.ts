// The configuration of a command: flags, environment variables, and the working directory.
import { resolve } from 'node:path';
import {
  type Account,
  type HowStarted,
  type ProcessEnvironment,
  readAccount,
  readEnvironment,
  readHowStarted,
} from '#infrastructure/config/environment.ts';
import type { Flags } from '#infrastructure/config/flags.ts';
import { findLogFormat, type LoadedConfig, loadConfig } from '#infrastructure/config/load.ts';

export interface CommandInput extends LoadedConfig {
  /** `--library` folders, absolute. */
  libraries: string[];
  /** Folder that relative paths of the command line start from. */
  cwd: string;
  /** The variables as they were given. */
  environment: ProcessEnvironment['environment'];
  started: HowStarted;
  account: Account;
  timeZone: ProcessEnvironment['timeZone'];
}

/** The format of the log, also when the rest of the configuration is not valid. */
export function readLogFormat(flags: Flags | undefined): string | undefined {
  const { environment, cwd } = readEnvironment();
  return findLogFormat({ environment, cwd, ...(flags && { flags }) });
}

export function readInput(flags: Flags): CommandInput {
  const { environment, cwd, dataBase, timeZone } = readEnvironment();
  return {
    ...loadConfig({ environment, flags, cwd, dataBase }),
    cwd,
    environment,
    started: readHowStarted(),
    account: readAccount(),
    timeZone,
    libraries: flags.libraries.map((folder) => resolve(cwd, folder)),
  };
}
