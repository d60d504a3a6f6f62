// A list of all packages of others that an archive holds or npm installs (CycloneDX): those too whose code is in the built
// files. By npm, made the same for the same lock file.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.ts';
import { type LockedPackages, type Manifest, toShrinkwrap } from './shrinkwrap.ts';

/** They build the client and are in no artefact. */
const buildTools = ['vite', '@vitejs/plugin-react'];

interface Sbom {
  manifest: Manifest;
  locked: LockedPackages;
  /** A folder for the work; its name becomes that of what is listed. */
  work: string;
  /** Where the file is made. */
  to: string;
  timeS: number;
}

/** Gives the file, `lectern-1.0.0.cdx.json`. */
export function makeSbom({ manifest, locked, work, to, timeS }: Sbom): string {
  mkdirSync(work, { recursive: true });
  const dependencies = Object.fromEntries(
    ['contract', 'formats', 'server', 'web']
      .flatMap((folder) => Object.entries(locked[folder]?.dependencies ?? {}))
      .filter(([name]) => !name.startsWith('@lectern/') && !buildTools.includes(name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  const whole = { ...manifest, dependencies };
  writeFileSync(join(work, 'package.json'), JSON.stringify(whole));
  writeFileSync(join(work, 'package-lock.json'), JSON.stringify(toShrinkwrap(whole, locked)));
  const text = run('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--omit=dev'], work);
  const file = join(to, `lectern-${manifest.version}.cdx.json`);
  writeFileSync(file, toFixed(text, timeS));
  return file;
}

/** The number and the time, which npm makes anew in every run, follow from what is listed. */
function toFixed(text: string, timeS: number): string {
  const sbom = JSON.parse(text);
  sbom.metadata.timestamp = new Date(timeS * 1000).toISOString();
  delete sbom.serialNumber;
  const hash = createHash('sha256').update(JSON.stringify(sbom)).digest('hex');
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`];
  const serialNumber = `urn:uuid:${[...parts, hash.slice(20, 32)].join('-')}`;
  return `${JSON.stringify({ ...sbom, serialNumber }, null, 2)}\n`;
}

export const readLock = (root: string): LockedPackages =>
  JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
