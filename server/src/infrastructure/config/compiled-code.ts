// Where compiled modules are kept between starts: beside the installed program or, where that folder is read-only, in the
// data folder. Called before the configuration is read, as that takes half of the start: a data folder that only the
// configuration file names is not found, and the start is slower. NODE_COMPILE_CACHE goes before both.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { constants, enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packagesFolder } from '#infrastructure/program-files.ts';
import { version } from '#infrastructure/version.ts';

export function keepCompiledCode(): void {
  const { status } = enableCompileCache(fileURLToPath(new URL('.cache/lectern', packagesFolder)));
  if (status !== constants.compileCacheStatus.FAILED) return;
  const dataDir = findDataFolder(process.argv.slice(2), process.env);
  if (!existsSync(dataDir)) return;
  const folder = join(dataDir, 'compiled');
  removeOthers(folder);
  enableCompileCache(join(folder, version));
}

/** As `loadConfig` finds it, but for the configuration file. */
function findDataFolder(args: readonly string[], environment: NodeJS.ProcessEnv): string {
  const flag = '--data-dir';
  const at = args.indexOf(flag);
  const given =
    (at >= 0 ? args[at + 1] : args.find((word) => word.startsWith(`${flag}=`))?.slice(flag.length + 1)) ??
    environment.LECTERN_DATA_DIR;
  return given === undefined ? resolve('data') : resolve(environment.INIT_CWD ?? '', given);
}

/** What other versions of the program have left. */
function removeOthers(folder: string): void {
  try {
    for (const name of readdirSync(folder))
      if (name !== version) rmSync(join(folder, name), { recursive: true, force: true });
  } catch {
    // Not there yet, or not ours.
  }
}
