// Checks third-party packages: licences, published vulnerabilities, install scripts, checksums. Prints each offence.
// Also queries the registry for vulnerabilities, and prints a notice if it does not support this.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runtimePackages } from './runtime.mjs';
import type { Lock } from './supply/lock.ts';
import { findOffences, findRuntimeOffences, findSettingOffences } from './supply/offences.ts';

const root = dirname(import.meta.dirname);
const lock: Lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const notice = readFileSync(join(root, 'NOTICE'), 'utf8');
const timeoutMs = 30_000;

interface Audit {
  vulnerabilities?: Record<string, { severity: string; isDirect: boolean }>;
}

/** Returns the names of packages with vulnerabilities known to the registry. Undefined if the query fails. */
function queryRegistry(): Promise<string[] | undefined> {
  return new Promise((resolve) => {
    execFile(
      'npm',
      ['audit', '--omit=dev', '--json'],
      { cwd: root, timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024 },
      (_error, output) => resolve(readAudit(output)),
    );
  });
}

function readAudit(output: string): string[] | undefined {
  try {
    const { vulnerabilities }: Audit = JSON.parse(output);
    return (
      vulnerabilities && Object.entries(vulnerabilities).map(([name, { severity }]) => `${name}: ${severity}`)
    );
  } catch {
    return undefined;
  }
}

const known = await queryRegistry();
const offences = [
  ...findOffences(lock, notice),
  ...findRuntimeOffences(lock, Object.values(runtimePackages)),
  ...findSettingOffences(readFileSync(join(root, '.npmrc'), 'utf8')),
  ...(known ?? []).map((fault) => `the registry has an advisory for ${fault}`),
];
for (const offence of offences) console.error(offence);
const registryNote = known ? 'the registry knows of no fault' : 'the registry did not return its advisories';
if (offences.length > 0) process.exit(1);
console.log(`Dependencies are in order: ${Object.keys(lock.packages).length} packages; ${registryNote}`);
