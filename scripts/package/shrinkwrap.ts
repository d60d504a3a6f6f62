// The part of package-lock.json for the packaged program: the exact packages that npm installs with it.

export interface LockedPackage {
  version?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  engines?: { node?: string };
  optional?: boolean;
  [key: string]: unknown;
}

export type LockedPackages = Record<string, LockedPackage>;

export interface Manifest extends LockedPackage {
  name: string;
  version: string;
  description?: string;
  scripts: { start: string };
}

/** Returns the content of npm-shrinkwrap.json. Throws if the lock file lacks a package. */
export function toShrinkwrap(manifest: Manifest, locked: LockedPackages) {
  const packages: LockedPackages = { '': manifest };
  function add(path: string, { dependencies, optionalDependencies, peerDependencies }: LockedPackage): void {
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const found = find(locked, path, name);
      if (found === undefined) {
        if (dependencies?.[name] !== undefined && optionalDependencies?.[name] === undefined)
          throw new Error(`package-lock.json lacks ${name}, which ${path || manifest.name} needs`);
        continue;
      }
      const entry = locked[found];
      if (packages[found] || !entry) continue;
      const { dev: _, devOptional: __, ...kept } = entry;
      packages[found] = kept;
      add(found, entry);
    }
  }
  add('', manifest);
  const sorted = Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1));
  const { name, version } = manifest;
  return { name, version, lockfileVersion: 3, requires: true, packages: Object.fromEntries(sorted) };
}

/** Resolves a package like Node.js: from the folder of the importing package upwards. */
function find(locked: LockedPackages, path: string, name: string): string | undefined {
  for (let from = path; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) {
    const candidate = from === '' ? `node_modules/${name}` : `${from}/node_modules/${name}`;
    if (locked[candidate]) return candidate;
    if (from === '') return undefined;
  }
}
