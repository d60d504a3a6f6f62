// A list of all third-party packages that an archive contains or npm installs (CycloneDX), including bundled ones. Made
// with npm. The same lock file gives the same list.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.ts';
import { type LockedPackages, type Manifest, toShrinkwrap } from './shrinkwrap.ts';

/** Packages that build the client and are in no artefact. */
const buildTools = ['vite', '@vitejs/plugin-react'];

interface Sbom {
  manifest: Manifest;
  locked: LockedPackages;
  /** A working folder. Its name becomes the name of the listed program. */
  work: string;
  /** Output folder. */
  to: string;
  timeS: number;
}

/** Returns the path of the file, `lectern-1.0.0.cdx.json`. */
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

/** Replaces the serial number and the time, which npm generates in every run, by reproducible values. */
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
