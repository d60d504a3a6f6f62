// The packaged program as a folder: the built server and client, and a package.json with their npm dependencies.
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { unbundled } from '../build-server.mjs';
import { listNodeOptions } from '../runtime.mjs';
import { toReadme } from './readme.ts';
import { type LockedPackages, type Manifest, toShrinkwrap } from './shrinkwrap.ts';
import { listIn } from './tar.ts';

const root = join(import.meta.dirname, '..', '..');
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** Fills a new folder. Needs the built server and client. `version` defaults to the version of the sources. */
export function stagePackage(folder: string, version?: string): Manifest {
  const { packages }: { packages: LockedPackages } = readJson('package-lock.json');
  const manifest = toManifest(packages, version);
  for (const path of ['server/dist', 'web/dist', 'bin']) mkdirSync(join(folder, path), { recursive: true });
  for (const path of ['server/dist', 'web/dist'])
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      filter: (file) => !file.endsWith('.built-from'),
    });
  // The program reads its version from this file.
  writeJson(join(folder, 'server/package.json'), {
    ...readJson('server/package.json'),
    version: manifest.version,
  });
  for (const path of ['LICENSE', 'NOTICE', 'CHANGELOG.md'])
    copyFileSync(join(root, path), join(folder, path));
  copyGuides(folder);
  copyFileSync(join(root, 'scripts/runtime.mjs'), join(folder, 'runtime.mjs'));
  copyFileSync(join(root, 'scripts/package/lectern.mjs'), join(folder, 'bin/lectern.mjs'));
  writeFileSync(join(folder, 'README.md'), toReadme('npm', manifest.version));
  writeFileSync(join(folder, 'THIRD-PARTY.txt'), listLicences(packages));
  writeJson(join(folder, 'package.json'), manifest);
  writeJson(join(folder, 'npm-shrinkwrap.json'), toShrinkwrap(manifest, packages));
  // npm packs file modes unchanged, and they depend on the umask of the build.
  for (const path of listIn(folder)) chmodSync(join(folder, path), path.startsWith('bin/') ? 0o755 : 0o644);
  return manifest;
}

const writeJson = (file: string, value: unknown): void =>
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

/** The package.json of the packaged program. `given` replaces the version of the sources. */
export function toManifest(packages: LockedPackages, given?: string): Manifest {
  const { version: own, description, license, scripts, optionalDependencies } = readJson('package.json');
  const used = { ...packages.server?.dependencies, ...packages.formats?.dependencies };
  return {
    name: 'lectern',
    version: given ?? own,
    description,
    license,
    type: 'module',
    bin: { lectern: 'bin/lectern.mjs' },
    scripts: { start: ['node', ...listNodeOptions(scripts.start), 'server/dist/main.js'].join(' ') },
    // The program brings its own Node.js. This is the minimum of its dependencies, about which npm warns.
    engines: { node: '>=22.18.0' },
    dependencies: Object.fromEntries(Object.entries(used).filter(([name]) => unbundled.includes(name))),
    optionalDependencies,
  };
}

/** Copies the guides and the unit that a guide names. Pictures and their guide would be half of the package. */
function copyGuides(folder: string): void {
  const leftOut = ['pictures', 'tutorials/tour.md'].map((name) => join(root, 'docs', name));
  cpSync(join(root, 'docs'), join(folder, 'docs'), {
    recursive: true,
    filter: (file) => !leftOut.includes(file),
  });
  const index = join(folder, 'docs/README.md');
  writeFileSync(
    index,
    readFileSync(index, 'utf8').replace(/^.*\]\((?:tutorials\/tour\.md|\.\.\/[^)]*)\).*\n/gm, ''),
  );
  mkdirSync(join(folder, 'packaging/systemd'), { recursive: true });
  const unit = 'packaging/systemd/lectern.service';
  copyFileSync(join(root, unit), join(folder, unit));
}

/** Returns the licences of all packages at run time, including bundled ones. */
function listLicences(packages: LockedPackages): string {
  const texts = Object.entries(packages)
    .filter(
      ([path, { dev }]) =>
        path.startsWith('node_modules/') && !dev && existsSync(join(root, path, 'package.json')),
    )
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, { version, license }]) => {
      const folder = join(root, path);
      const files = readdirSync(folder)
        .filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
        .sort();
      const text = files.map((name) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n');
      return `${path.replace(/^.*node_modules[/]/, '')} ${version} (${license})\n\n${text}`;
    });
  return `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
