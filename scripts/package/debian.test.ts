import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeDebianPackage } from './debian.ts';
import { run } from './run.ts';
import { targets } from './targets.ts';
import { makeZip } from './zip.ts';

const manifest = { name: 'lectern', version: '1.2.3', description: 'A server', scripts: { start: '' } };
const timeS = 1_700_000_000;

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-debian-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function fill(folder: string): string {
  mkdirSync(folder);
  for (const name of ['LICENSE', 'NOTICE', 'THIRD-PARTY.txt', 'lectern'])
    writeFileSync(join(folder, name), name);
  return folder;
}

function make(work = makeFolder()): string {
  const target = targets.find(({ label }) => label === 'linux-arm64');
  if (!target) throw new Error('Unknown target');
  return makeDebianPackage({ content: fill(join(work, 'content')), manifest, target, work, to: work, timeS });
}

/** Returns the members of an ar archive by name (deb(5)). */
function unpackAr(bytes: Buffer): Map<string, Buffer> {
  const members = new Map<string, Buffer>();
  expect(bytes.toString('latin1', 0, 8)).toBe('!<arch>\n');
  for (let at = 8; at < bytes.byteLength; ) {
    const field = (from: number, to: number) => bytes.toString('latin1', at + from, at + to).trim();
    const size = Number(field(48, 58));
    members.set(field(0, 16), bytes.subarray(at + 60, at + 60 + size));
    at += 60 + size + (size % 2);
  }
  return members;
}

function unpack(file: string): { control: string; data: string } {
  const members = unpackAr(readFileSync(file));
  expect([...members.keys()]).toEqual(['debian-binary', 'control.tar.gz', 'data.tar.gz']);
  expect(members.get('debian-binary')?.toString()).toBe('2.0\n');
  const [control = '', data = ''] = ['control', 'data'].map((name) => {
    const folder = makeFolder();
    writeFileSync(join(folder, 'content.tar.gz'), members.get(`${name}.tar.gz`) ?? '');
    run('tar', ['-xzf', 'content.tar.gz'], folder);
    return folder;
  });
  return { control, data };
}

test.runIf(process.platform === 'linux')(
  'a Debian package holds the program, its service, user and settings',
  () => {
    const file = make();
    expect(file).toMatch(/lectern_1\.2\.3_arm64\.deb$/);
    const { control, data } = unpack(file);
    const read = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8');
    expect(read(control, 'control')).toMatch(/^Package: lectern\nVersion: 1\.2\.3\nArchitecture: arm64\n/);
    expect(read(control, 'conffiles')).toBe('/etc/default/lectern\n');
    expect(read(control, 'md5sums')).toMatch(/^[0-9a-f]{32} {2}usr\/lib\/lectern\/LICENSE$/m);
    for (const path of [
      'usr/lib/systemd/system/lectern.service',
      'usr/lib/sysusers.d/lectern.conf',
      'usr/bin/lectern',
    ])
      expect(read(data, path)).not.toBe('');
    expect(readdirSync(join(data, 'etc/default'))).toEqual(['lectern']);
  },
);

test.runIf(process.platform === 'linux')('a Debian package deletes data only when it is purged', () => {
  const { control } = unpack(make());
  for (const name of ['postinst', 'prerm'])
    expect(readFileSync(join(control, name), 'utf8')).not.toContain('rm -');
  const postrm = readFileSync(join(control, 'postrm'), 'utf8');
  expect(postrm.slice(0, postrm.indexOf('"$1" = purge'))).not.toContain('rm -');
  expect(postrm).toContain('rm -rf /var/lib/lectern\n');
});

test.runIf(process.platform === 'linux')('two Debian packages of the same files are the same', () => {
  expect(readFileSync(make()).equals(readFileSync(make()))).toBe(true);
});

test.runIf(process.platform === 'linux')('two zips of the same files are the same', async () => {
  const zips = await Promise.all(
    ['a', 'b'].map(async (name) => {
      const from = makeFolder();
      fill(join(from, 'content'));
      const file = join(from, `${name}.zip`);
      await makeZip({ from, content: 'content', file, timeS });
      return readFileSync(file);
    }),
  );
  expect(zips[0]?.equals(zips[1] ?? Buffer.alloc(0))).toBe(true);
});
