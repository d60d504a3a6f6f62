import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { configKeys } from '../../server/src/infrastructure/config/keys.ts';
import { findComposeFaults, listVariables } from './compose.ts';

const read = (path: string): string =>
  readFileSync(join(import.meta.dirname, '../../packaging', path), 'utf8');
const files = [
  'compose/compose.yaml',
  'compose/compose.postgres.yaml',
  'nas/casaos.yaml',
  'nas/truenas.yaml',
];
const compose = read('compose/compose.yaml');
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));

test.each(files)('%s keeps to the rules', (path) => {
  expect(findComposeFaults(read(path))).toEqual([]);
});

test.each([
  [/read_only: true/, 'readonly: true', /Unrecognized key/],
  [/ +tmpfs: .*\n/, '', 'lectern: its root is not read-only with a separate /tmp'],
  [/:\/books:ro/, ':/books', 'lectern: its books are not read-only'],
  [/:8080"/, ':80"', 'lectern: its port is not that of the image'],
  [/cap_drop: .*/, 'cap_drop: [NET_RAW]', 'lectern: it keeps capabilities'],
  [/ +security_opt: .*\n/, '', 'lectern: it may gain privileges'],
  [/ +PUID: .*\n/, '', 'lectern: it starts as root without an account to switch to'],
  [/- data:\/data/, '- other:/data', 'lectern: uses the volume other, which does not exist'],
  [/start_period: .*/, '$&\n      start_interval: 2s', /Unrecognized key: "start_interval"/],
  [/ +stop_grace_period: .*\n/, '', 'lectern: it has no time to end'],
])('a compose file with %s as %s is refused', (part, changed, fault) => {
  expect(findComposeFaults(compose.replace(part, changed)).join('\n')).toMatch(fault);
});

test('every variable of the compose files is in .env.example, and no other', () => {
  const example = [...read('compose/.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
  const used = files.slice(0, 2).flatMap((path) => listVariables(read(path)));
  expect(example.sort()).toEqual([...new Set(used)].sort());
});

test('every setting that packaging names is one of the configuration', () => {
  const texts = [
    ...files,
    'kubernetes/sqlite.yaml',
    'kubernetes/postgres.yaml',
    'debian/default',
    'systemd/lectern.service',
    'container/Containerfile',
    'container/entrypoint.sh',
  ].map(read);
  const named = texts.flatMap((text) => [...text.matchAll(/\bLECTERN_[A-Z_]+/g)].map(([name]) => name));
  const known = configKeys.map(({ variable }) => variable);
  expect(
    named.filter((name) => !known.includes(name.replace(/_FILE$/, '')) && !known.includes(name)),
  ).toEqual([]);
});

test('every image of Lectern that packaging names is of this version', () => {
  const texts = [
    ...files,
    'compose/.env.example',
    'kubernetes/sqlite.yaml',
    'kubernetes/postgres.yaml',
    'nas/unraid.xml',
  ].map(read);
  const versions = texts.flatMap((text) =>
    [...text.matchAll(/\blectern:(\d[\w.-]*)/g)].map(([, one]) => one),
  );
  expect(versions.length).toBeGreaterThan(5);
  expect(new Set(versions)).toEqual(new Set([version]));
});

test('the template for Unraid is well-formed, and its paths and port are those of the image', () => {
  const text = read('nas/unraid.xml');
  const configs = [...text.matchAll(/<Config [^>]*Target="([^"]+)"[^>]*Type="(\w+)"/g)].map(
    ([, target, type]) => `${type} ${target}`,
  );
  expect(configs).toEqual(['Port 8080', 'Path /data', 'Path /books', 'Variable PUID', 'Variable PGID']);
  expect(text).toContain('[PORT:8080]');
  for (const tag of text.matchAll(/<(\w+)[^>/]*>/g))
    if (tag[1] !== 'xml') expect(text).toContain(`</${tag[1]}>`);
});

interface Manifest {
  kind: string;
  metadata: { name: string };
  spec: {
    replicas?: number;
    selector?: { matchLabels?: unknown };
    template?: { metadata: { labels: unknown }; spec: PodSpec };
  };
}
interface PodSpec {
  enableServiceLinks: boolean;
  securityContext: object;
  containers: {
    securityContext: object;
    volumeMounts: { name: string; mountPath: string }[];
    ports?: object[];
  }[];
  volumes: { name: string }[];
}

test.each([
  ['kubernetes/sqlite.yaml', { lectern: 1 }],
  ['kubernetes/postgres.yaml', { 'lectern-server': 2, 'lectern-worker': 2 }],
])('the manifests of %s are of one piece, and their pods may do little', (path, replicas) => {
  const documents = parseAllDocuments(read(path)).map((document): Manifest => {
    expect(document.errors).toEqual([]);
    return document.toJS();
  });
  const deployments = documents.filter(({ kind }) => kind === 'Deployment');
  expect(Object.fromEntries(deployments.map(({ metadata, spec }) => [metadata.name, spec.replicas]))).toEqual(
    replicas,
  );
  for (const { spec } of deployments) {
    const pod = spec.template?.spec;
    expect(spec.selector?.matchLabels).toEqual(spec.template?.metadata.labels);
    // Otherwise the address of a service with this name would be read as a setting.
    expect(pod).toMatchObject({
      enableServiceLinks: false,
      securityContext: { runAsNonRoot: true, runAsUser: 10_001 },
    });
    for (const { securityContext, volumeMounts } of pod?.containers ?? []) {
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(volumeMounts.map(({ name }) => name)).toEqual(pod?.volumes.map(({ name }) => name));
      expect(volumeMounts.map(({ mountPath }) => mountPath)).toEqual(['/data', '/books', '/tmp']);
    }
  }
});
