import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '..', '..');
const config = join(root, '.dependency-cruiser.cjs');
const cli = join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs');
const rulesSchema = z.object({ forbidden: z.array(z.object({ name: z.string() })) });
const resultSchema = z.object({
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })),
  }),
});
const ruleNames = rulesSchema
  .parse(createRequire(import.meta.url)(config))
  .forbidden.map(({ name }) => name)
  .sort();

/** For each rule, an import that breaks only this rule: from, to. */
const faults: Record<string, readonly [string, string]> = {
  'no-cycles': ['server/src/catalog/ring.ts', 'server/src/catalog/ring.ts'],
  'contract-stands-alone': ['contract/src/a.ts', 'web/src/b.ts'],
  'formats-are-pure': ['formats/src/a.ts', 'node_modules/kysely/index.js'],
  'schema-imports-nothing-of-ours': ['server/src/schema/a.ts', 'server/src/infrastructure/b.ts'],
  'infrastructure-knows-no-book': ['server/src/infrastructure/a.ts', 'server/src/catalog/b.ts'],
  'catalog-below-features': ['server/src/catalog/a.ts', 'server/src/features/reading/b/index.ts'],
  'features-below-surfaces': ['server/src/features/system/a/a.ts', 'server/src/surfaces/opds/b.ts'],
  'group-identity-below-its-users': group('identity', 'reading'),
  'group-reading-below-its-users': group('reading', 'libraries'),
  'group-libraries-below-its-users': group('libraries', 'ingest'),
  'group-ingest-below-its-users': group('ingest', 'serving'),
  'group-serving-below-its-users': group('serving', 'devices'),
  'group-devices-below-its-users': group('devices', 'system'),
  'group-system-below-its-users': group('system', 'plugins'),
  'group-plugins-below-its-users': group('plugins', 'providers'),
  'group-providers-below-its-users': group('providers', 'matching'),
  'group-matching-below-its-users': group('matching', 'tracking'),
  'group-tracking-below-its-users': group('tracking', 'releases'),
  'group-releases-below-its-users': group('releases', 'export'),
  'group-export-below-its-users': group('export', 'import'),
  'feature-by-its-public-api': [
    'server/src/features/system/b/a.ts',
    'server/src/features/system/c/service.ts',
  ],
  'surface-uses-public-apis': ['server/src/surfaces/opds/a.ts', 'server/src/features/reading/b/service.ts'],
  'surfaces-apart': ['server/src/surfaces/opds/c.ts', 'server/src/surfaces/compat/d.ts'],
  'sql-in-stores': ['server/src/features/reading/a/service.ts', 'node_modules/kysely/index.js'],
  'web-knows-contract-only': ['web/src/features/a/a.ts', 'server/src/app.ts'],
  'values-import-nothing': ['contract/src/values.ts', 'contract/src/c.ts'],
  'conditions-without-schemas': ['contract/src/conditions/conditions.ts', 'node_modules/zod/index.js'],
  'web-without-schemas': ['web/src/features/e/a.ts', 'contract/src/libraries/books.ts'],
  'ui-knows-no-noun': ['web/src/ui/a.ts', 'web/src/api/books.ts'],
  'web-messages-below-its-users': ['web/src/i18n/a.ts', 'web/src/api/b.ts'],
  'web-api-below-its-users': ['web/src/api/a.ts', 'web/src/ui/b.ts'],
  'web-ui-below-its-users': ['web/src/ui/c.ts', 'web/src/offline/b.ts'],
  'web-offline-below-its-users': ['web/src/offline/a.ts', 'web/src/root-routes.tsx'],
  'web-root-routes-below-its-users': ['web/src/root-routes.tsx', 'web/src/reader/b.ts'],
  'web-readers-below-its-users': ['web/src/reader/a.ts', 'web/src/features/b/index.ts'],
  'web-features-below-its-users': ['web/src/features/b/a.ts', 'web/src/app/b.ts'],
  'page-by-its-public-api': ['web/src/features/c/a.ts', 'web/src/features/d/page.ts'],
};

function group(from: string, to: string): readonly [string, string] {
  return [`server/src/features/${from}/a/group.ts`, `server/src/features/${to}/b/index.ts`];
}

/** Returns the broken rules in a tree of files with these imports. */
async function cruise(imports: readonly (readonly [string, string])[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-rules-'));
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text, { flag: 'a' });
  };
  try {
    for (const name of ['kysely', 'zod'])
      await write(`node_modules/${name}/package.json`, `{"name":"${name}","main":"index.js"}`);
    for (const [from, to] of imports) {
      await write(to, '');
      const path = relative(dirname(from), to);
      await write(from, `import '${path.startsWith('.') ? path : `./${path}`}';\n`);
    }
    const args = [cli, '--config', config, '--output-type', 'json', 'contract', 'formats', 'server', 'web'];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder });
    const { violations } = resultSchema.parse(JSON.parse(stdout)).summary;
    return violations.map(({ from, rule }) => `${rule.name}: ${from}`).sort();
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('each rule of imports finds the import that breaks it, and only that', async () => {
  expect(Object.keys(faults).sort()).toEqual(ruleNames);
  const expected = Object.entries(faults).map(([rule, [from]]) => `${rule}: ${from}`);
  expect(await cruise(Object.values(faults))).toEqual(expected.sort());
});
