import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { explainFault } from './explain.ts';
import { findFault, locateFault } from './find.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-paths-'));
chmodSync(folder, 0o755);

const isRoot = process.getuid?.() === 0;
/** Permissions do not apply to root, so the modules run as another account. */
const account = isRoot ? { uid: 65_534, gid: 65_534 } : {};
const moduleOf = (name: string) => JSON.stringify(join(import.meta.dirname, `${name}.ts`));

interface Wanted {
  access: 'read' | 'write';
  creates?: boolean;
  isFolder?: boolean;
  isSecret?: boolean;
}

function explainAsOther(
  path: string,
  { access, creates = false, isFolder = true, isSecret = false }: Wanted,
) {
  const find = creates ? 'findCreationFault(path)' : 'findFault(path, { access, isFolder })';
  const code = `import { explainFault } from ${moduleOf('explain')};
    import { findFault, findCreationFault } from ${moduleOf('find')};
    const [path, access, isFolder, isSecret] = ${JSON.stringify([path, access, isFolder, isSecret])};
    const fault = ${find};
    console.log(JSON.stringify({ fault, ...explainFault(fault, { what: 'The folder', path, access, isSecret }) }));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    ...account,
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

const canStart =
  spawnSync(process.execPath, ['--check', join(import.meta.dirname, 'find.ts')], account).status === 0;

test.skipIf(!canStart)('names the folder above that denies access, even behind a link', () => {
  const closed = join(folder, 'closed');
  mkdirSync(join(closed, 'books'), { recursive: true });
  symlinkSync(join(closed, 'books'), join(folder, 'link'));
  chmodSync(closed, isRoot ? 0o700 : 0o000);
  for (const path of [join(closed, 'books'), join(folder, 'link')]) {
    const { fault, message, remedy } = explainAsOther(path, { access: 'read' });
    expect(fault).toMatchObject({ kind: 'denied', at: closed, isAbove: true, code: 'EACCES' });
    expect(message).toContain(`cannot be reached: the folder ${closed} denies access to uid`);
    expect(remedy).toBe(`As root or its owner: chmod ${isRoot ? 'o' : 'u'}+x ${closed}`);
  }
  chmodSync(closed, 0o700);
});

test.skipIf(!canStart)(
  'distinguishes a folder that cannot be created from a folder that does not exist yet',
  () => {
    const path = join(folder, 'sealed', 'data');
    mkdirSync(join(folder, 'sealed'), { mode: 0o555 });
    const { fault, message } = explainAsOther(path, { access: 'write', creates: true });
    expect(fault).toMatchObject({ kind: 'denied', at: join(folder, 'sealed'), isAbove: true });
    expect(message).toContain(`cannot be created: the folder ${join(folder, 'sealed')} is not writable`);
  },
);

test.skipIf(!canStart)('never advises to make a secret readable for all accounts', () => {
  const secrets = join(folder, 'secrets');
  mkdirSync(secrets);
  const key = join(secrets, 'key.pem');
  writeFileSync(key, 'x', { mode: isRoot ? 0o600 : 0o000 });
  const wanted = { access: 'read', isFolder: false, isSecret: true } as const;
  const asOwner = ', or run Lectern as that owner';
  const { gid } = account as { gid?: number };
  expect(explainAsOther(key, wanted).remedy).toBe(
    isRoot
      ? `As root: chgrp ${gid} ${key} && chmod 0640 ${key}${asOwner}`
      : `As root or its owner: chmod u+r ${key}${asOwner}`,
  );
  chmodSync(secrets, isRoot ? 0o700 : 0o000);
  expect(explainAsOther(key, wanted).remedy).toBe(
    isRoot
      ? `As root: chgrp ${gid} ${secrets} && chmod g+x ${secrets}`
      : `As root or its owner: chmod u+x ${secrets}`,
  );
  chmodSync(secrets, 0o700);
});

test.skipIf(!canStart || !isRoot)('adds the account to the group that reads a secret', () => {
  const secrets = join(folder, 'of a group');
  mkdirSync(secrets, { mode: 0o710 });
  chownSync(secrets, 0, 4242);
  chmodSync(secrets, 0o710);
  const { remedy } = explainAsOther(join(secrets, 'key'), {
    access: 'read',
    isFolder: false,
    isSecret: true,
  });
  expect(remedy).toBe(`As root: usermod -aG "$(stat -c %G '${secrets}')" "$(id -nu 65534)"`);
});

test.skipIf(!canStart || !isRoot)('advises to change the owner of own and empty folders only', () => {
  const at = join(folder, 'usr');
  mkdirSync(at);
  const remedyNow = () => explainAsOther(at, { access: 'write' }).remedy;
  expect(remedyNow()).toBe(`As root: chown -R 65534:65534 ${at}`);
  writeFileSync(join(at, 'passwd'), '');
  expect(remedyNow()).toBe('Give uid 65534, gid 65534 permission to write there');
  writeFileSync(join(at, 'lectern.db'), '');
  expect(remedyNow()).toBe(`As root: chown -R 65534:65534 ${at}`);
  // The account of a service.
  chownSync(at, 997, 997);
  expect(remedyNow()).toBe(`Run Lectern as that owner, or as root: chown -R 65534:65534 ${at}`);
});

test('names the first missing folder, and a file in the place of a folder', () => {
  const missing = join(folder, 'mnt', 'nas', 'books');
  const fault = findFault(missing, { access: 'read', isFolder: true });
  expect(fault).toMatchObject({ kind: 'missing', at: join(folder, 'mnt'), isAbove: true });
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(findFault(join(file, 'x'), { access: 'read', isFolder: true })).toMatchObject({
    kind: 'wrong_kind',
    at: file,
  });
});

test.each([
  ['ESTALE', 'disconnected', /disk or network share that is not connected \(ESTALE\)/],
  ['EIO', 'disk', /its disk reports errors \(EIO\)/],
  ['EROFS', 'read_only', /is on a read-only file system/],
] as const)('classifies %s', (code, kind, message) => {
  const fault = locateFault(Object.assign(new Error(code), { code }), folder);
  expect(fault).toMatchObject({ kind, at: folder, isAbove: false });
  if (fault)
    expect(explainFault(fault, { what: 'The folder', path: folder, access: 'read' }).message).toMatch(
      message,
    );
});

test('does not change errors that no path causes', () => {
  expect(locateFault(new Error('boom'), folder)).toBeUndefined();
});
