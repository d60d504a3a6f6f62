// A Debian package: the archive's content below /usr/lib/lectern, a service, its user and its configuration. Built
// without Debian's tools: an ar archive (deb(5)) of two tars.
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { toReadme } from './readme.ts';
import type { Manifest } from './shrinkwrap.ts';
import { listIn, makeTarGz } from './tar.ts';
import type { Target } from './targets.ts';

const sources = join(import.meta.dirname, '..', '..', 'packaging');
const architectures = { x64: 'amd64', arm64: 'arm64' };
const scripts = ['postinst', 'prerm', 'postrm'];

interface Package {
  /** Folder of the unpacked program, which is moved. */
  content: string;
  manifest: Manifest;
  target: Target;
  /** An empty working folder. */
  work: string;
  /** Output folder. */
  to: string;
  timeS: number;
}

/** Returns the path of the file, `lectern_1.0.0_amd64.deb`. The same input gives the same bytes. */
export function makeDebianPackage({ content, manifest, target, work, to, timeS }: Package): string {
  const root = join(work, 'root');
  const control = join(work, 'control');
  layOut(root, { content, manifest, timeS });
  const architecture = architectures[target.cpu];
  mkdirSync(control);
  for (const name of scripts) {
    cpSync(join(sources, 'debian', name), join(control, name));
    chmodSync(join(control, name), 0o755);
  }
  writeFileSync(join(control, 'conffiles'), '/etc/default/lectern\n');
  writeFileSync(join(control, 'md5sums'), toSums(root));
  writeFileSync(join(control, 'control'), toControl({ manifest, architecture, sizeKb: measureKb(root) }));
  for (const name of ['root', 'control'])
    makeTarGz({ from: join(work, name), content: '.', file: join(work, `${name}.tar.gz`), timeS });
  const file = join(to, `lectern_${manifest.version}_${architecture}.deb`);
  writeFileSync(
    file,
    toAr(timeS, {
      'debian-binary': Buffer.from('2.0\n'),
      'control.tar.gz': readFileSync(join(work, 'control.tar.gz')),
      'data.tar.gz': readFileSync(join(work, 'root.tar.gz')),
    }),
  );
  return file;
}

function layOut(
  root: string,
  { content, manifest, timeS }: Pick<Package, 'content' | 'manifest' | 'timeS'>,
): void {
  const put = (path: string, bytes: string | Buffer): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), bytes);
  };
  const copy = (source: string, path: string): void => put(path, readFileSync(join(sources, source)));
  mkdirSync(join(root, 'usr/lib'), { recursive: true });
  renameSync(content, join(root, 'usr/lib/lectern'));
  put('usr/lib/lectern/README.md', toReadme('debian', manifest.version));
  mkdirSync(join(root, 'usr/bin'));
  symlinkSync('../lib/lectern/lectern', join(root, 'usr/bin/lectern'));
  copy('systemd/lectern.service', 'usr/lib/systemd/system/lectern.service');
  copy('debian/sysusers.conf', 'usr/lib/sysusers.d/lectern.conf');
  copy('debian/default', 'etc/default/lectern');
  const documents = 'usr/share/doc/lectern';
  const texts = ['LICENSE', 'NOTICE', 'THIRD-PARTY.txt'].map((name) =>
    readFileSync(join(root, 'usr/lib/lectern', name), 'utf8'),
  );
  put(`${documents}/copyright`, texts.join(`\n\n${'-'.repeat(80)}\n\n`));
  put(`${documents}/changelog.gz`, gzipSync(toChangelog(manifest, timeS), { level: 9 }));
  const page = readFileSync(join(sources, 'debian/lectern.1'), 'utf8');
  put('usr/share/man/man1/lectern.1.gz', gzipSync(page, { level: 9 }));
}

/** The program's own CHANGELOG.md contains the changes. */
const toChangelog = (
  { version }: Manifest,
  timeS: number,
): string => `lectern (${version}) stable; urgency=medium

  * See /usr/lib/lectern/CHANGELOG.md.

 -- Lectern <lectern@localhost>  ${new Date(timeS * 1000).toUTCString().replace('GMT', '+0000')}
`;

const toSums = (root: string): string =>
  listIn(root)
    .filter((path) => !path.startsWith('etc/'))
    .map(
      (path) =>
        `${createHash('md5')
          .update(readFileSync(join(root, path)))
          .digest('hex')}  ${path}\n`,
    )
    .join('');

/** Counts like dpkg-gencontrol: the size of each file in whole KiB. */
const measureKb = (root: string): number =>
  listIn(root)
    .map((path) => Math.ceil(readFileSync(join(root, path)).byteLength / 1024))
    .reduce((sum, kb) => sum + kb, 0);

interface Control {
  manifest: Manifest;
  architecture: string;
  sizeKb: number;
}

/** The dependencies are the libraries of the bundled Node.js. */
const toControl = ({ manifest, architecture, sizeKb }: Control): string => `Package: lectern
Version: ${manifest.version}
Architecture: ${architecture}
Maintainer: Lectern <lectern@localhost>
Installed-Size: ${sizeKb}
Depends: libc6 (>= 2.28), libgcc-s1, libstdc++6, systemd | systemd-standalone-sysusers
Recommends: tzdata
Section: web
Priority: optional
Description: ${manifest.description?.replace(/^A /, '')}
 Lectern scans folders of comics, manga, ebooks and PDFs and serves them to
 browsers, reading apps and e-readers. It brings its own Node.js.
`;

/** Names have at most 16 characters. Files start at even offsets. */
function toAr(timeS: number, files: Record<string, Buffer>): Buffer {
  const parts = Object.entries(files).flatMap(([name, bytes]) => {
    const fields = [
      name.padEnd(16),
      String(timeS).padEnd(12),
      '0'.padEnd(6),
      '0'.padEnd(6),
      '100644'.padEnd(8),
      String(bytes.byteLength).padEnd(10),
    ];
    return [Buffer.from(`${fields.join('')}\`\n`), bytes, Buffer.alloc(bytes.byteLength % 2, '\n')];
  });
  return Buffer.concat([Buffer.from('!<arch>\n'), ...parts]);
}
