// `lectern doctor`: reports problems of a server with their remedies. It changes nothing.
import type { Account } from '#infrastructure/config/environment.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import type { ToCommand } from '#infrastructure/database/newer-database.ts';
import { version } from '#infrastructure/version.ts';
import { checkAccount } from './account.ts';
import { checkConfiguration } from './configuration.ts';
import { checkDatabase } from './database.ts';
import { type Finding, ok, problem } from './finding.ts';
import { checkOwnFolders } from './folders.ts';
import { checkNetwork } from './network.ts';
import { findFileFaults } from './start.ts';

export { checkAccount } from './account.ts';
export { checkConfiguration, checkGivenFolders } from './configuration.ts';
export type { Finding } from './finding.ts';
export { checkPlaces } from './server-folders.ts';
export { checkStart, findFileFaults, findStorageFaults } from './start.ts';

interface Options {
  /** The variable TZ. */
  timeZone: string | undefined;
  account: Account;
  /** Builds a command that works when it is copied. */
  toCommand: ToCommand;
}

/** Yields findings in the order of the checks. */
export async function* examine(
  config: Config,
  { timeZone, account, toCommand }: Options,
): AsyncGenerator<Finding> {
  const uid = account.uid === undefined ? '' : `, uid ${account.uid}`;
  yield ok(
    `Lectern ${version}, Node.js ${process.versions.node}, ${process.platform} ${process.arch}${uid}.`,
  );
  yield* checkAccount(account);
  yield* findFileFaults(config).map((sentence) => problem(sentence));
  yield* await checkConfiguration(config, { timeZone });
  yield* checkOwnFolders(config);
  yield* await checkDatabase(config, toCommand);
  yield* await checkNetwork(config, toCommand);
}
