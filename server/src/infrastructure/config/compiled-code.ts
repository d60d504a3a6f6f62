// The folder for compiled modules: a clone uses its node_modules, an installed program its data folder, so that a start
// by root leaves no unknown files in the program's folder. Runs before the configuration is read, which takes half of
// the start. A data folder that is only configured in the file is not found, and the start is slower.
// NODE_COMPILE_CACHE overrides both.
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { constants, enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packagesFolder, programFolder } from '#infrastructure/program-files.ts';
import { version } from '#infrastructure/version.ts';

export function keepCompiledCode(): void {
  const isClone = existsSync(new URL('server/src', programFolder));
  if (isClone) {
    const { status } = enableCompileCache(fileURLToPath(new URL('.cache/lectern', packagesFolder)));
    if (status !== constants.compileCacheStatus.FAILED) return;
  }
  const dataDir = findDataFolder(process.argv.slice(2), process.env);
  if (!canKeepIn(dataDir, process.getuid?.())) return;
  const folder = join(dataDir, 'compiled');
  removeOthers(folder);
  enableCompileCache(join(folder, version));
}

/**
 * Returns whether files may be created in the folder. False for root in the folder of another user, whose server could
 * not replace the files.
 */
export function canKeepIn(folder: string, uid: number | undefined): boolean {
  try {
    const owner = statSync(folder).uid;
    return uid !== 0 || owner === 0;
  } catch {
    // The start reports a folder that cannot be used.
    return false;
  }
}

/** The data folder as `loadConfig` finds it, without the configuration file. */
function findDataFolder(args: readonly string[], environment: NodeJS.ProcessEnv): string {
  const flag = '--data-dir';
  const at = args.indexOf(flag);
  const given =
    (at >= 0 ? args[at + 1] : args.find((word) => word.startsWith(`${flag}=`))?.slice(flag.length + 1)) ??
    environment.LECTERN_DATA_DIR;
  return given === undefined ? resolve('data') : resolve(environment.INIT_CWD ?? '', given);
}

/** Removes the modules that other versions compiled. */
function removeOthers(folder: string): void {
  try {
    for (const name of readdirSync(folder))
      if (name !== version) rmSync(join(folder, name), { recursive: true, force: true });
  } catch {
    // The folder does not exist yet, or belongs to another user.
  }
}
