// Detects network folders, where a SQLite database must not be: its lock and its shared memory only work within one
// machine (SQLite, "Write-Ahead Logging"), and network file systems can lose synced writes.
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemCodeOf } from '../../errors.ts';

/** Magic numbers of network file systems (Linux, statfs(2)). */
const networkTypes = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0xff534d42, 'SMB'],
  [0x5346414f, 'AFS'],
]);

/** Returns the network file system of a folder, or of the folder that it will be created in. Undefined for local disks. */
export function findNetworkType(folder: string): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    return networkTypes.get(statfsSync(folder).type >>> 0);
  } catch (error) {
    const above = dirname(folder);
    return systemCodeOf(error) === 'ENOENT' && above !== folder ? findNetworkType(above) : undefined;
  }
}
