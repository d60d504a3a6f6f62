// Folders on other machines, where the embedded database must not lie: its lock and its shared memory hold within one
// machine only (SQLite, "Write-Ahead Logging"), and network file systems lose what they promised to write.
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemCodeOf } from '../errors.ts';

/** Numbers of file systems that are reached over a network (Linux, statfs(2)). */
const networkTypes = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0xff534d42, 'SMB'],
  [0x5346414f, 'AFS'],
]);

/** The kind of network file system of a folder, or of the folder that it will be created in. Undefined for local disks. */
export function findNetworkType(folder: string): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    return networkTypes.get(statfsSync(folder).type >>> 0);
  } catch (error) {
    const above = dirname(folder);
    return systemCodeOf(error) === 'ENOENT' && above !== folder ? findNetworkType(above) : undefined;
  }
}
