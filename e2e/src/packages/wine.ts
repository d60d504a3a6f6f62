// Runs the Windows program with Wine on Linux.
import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Major version of Wine. Undefined if it is not installed. */
export function findWineVersion(): number | undefined {
  const { stdout } = spawnSync('wine', ['--version'], { encoding: 'utf8', timeout: 30_000 });
  const [, major] = /^wine-(\d+)/.exec(stdout ?? '') ?? [];
  return major === undefined ? undefined : Number(major);
}

const endAll = ['taskkill', '/f', '/im', 'node.exe'];

/**
 * Creates a command that starts `lectern.cmd` of an unpacked archive. Node.js cannot write to the pipes of Wine, so the
 * output goes to files and is forwarded. Windows has no SIGTERM: the program is killed.
 */
export function makeWineCommand(archive: string, folder: string): string {
  const command = join(folder, 'lectern.sh');
  const environment = { WINEPREFIX: join(folder, 'wine'), WINEDEBUG: '-all' };
  writeFileSync(
    command,
    `#!/bin/sh
export WINEPREFIX='${environment.WINEPREFIX}' WINEDEBUG='${environment.WINEDEBUG}'
cd '${archive}' || exit 1
written=$(mktemp -d)
: > "$written/out"
trap 'wine ${endAll.join(' ')} > /dev/null 2>&1; code=0' TERM
wine cmd /c lectern.cmd "$@" > "$written/out" 2> "$written/err" < /dev/null &
program=$!
tail -n +1 -f --pid=$program "$written/out" &
wait "$program"
: "\${code:=$?}"
wait
cat "$written/err" >&2
rm -r "$written"
exit "$code"
`,
  );
  chmodSync(command, 0o755);
  onTestFinished(() => {
    spawnSync('wine', endAll, { env: { ...process.env, ...environment }, stdio: 'ignore', timeout: 30_000 });
  });
  return command;
}
