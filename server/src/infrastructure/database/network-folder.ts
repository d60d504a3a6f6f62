// Folders on other machines, where the embedded database must not lie: its lock and its shared memory hold within one
// machine only (SQLite, "Write-Ahead Logging"), and network file systems lose what they promised to write.
import { statfsSync } from 'node:fs';

/** Numbers of file systems that are reached over a network (Linux, statfs(2)). */
const networkTypes = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0xff534d42, 'SMB'],
  [0x5346414f, 'AFS'],
]);

/** The kind of network file system that a folder lies on; undefined when it is local, or nobody can tell. */
export function findNetworkType(folder: string): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    return networkTypes.get(statfsSync(folder).type >>> 0);
  } catch {
    return undefined;
  }
}
