// Architecture rules that are not about imports alone. Each rule is a file in scripts/architecture with tests. Prints
// each offence with the rule and the remedy.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findCastFaults } from './architecture/casts.ts';
import { findCompressedCode } from './architecture/compressed-code.ts';
import { findFolderCycles } from './architecture/folder-cycles.ts';
import { findLongFunctions } from './architecture/long-functions.ts';
import { findModuleFaults } from './architecture/modules.ts';
import { findMissingPaths } from './architecture/named-paths.ts';
import {
  findFeatureFaults,
  findFolderFaults,
  findLongFiles,
  findMissingHeads,
} from './architecture/sizes.ts';
import { isProgram, listFiles, readSources } from './architecture/sources.ts';
import { findWriterFaults } from './architecture/writers.ts';

const root = dirname(import.meta.dirname);
const read = (path: string) => ({ path, text: readFileSync(join(root, path), 'utf8') });
const files = listFiles(root);
const sources = readSources(root, files);
const program = sources.filter(({ path }) => isProgram(path));

/** Maximum number of casts outside tests. Lower it when casts are removed. */
const maxCasts = 58;

/** Folders whose subfolders must not form a cycle. */
const parents = [
  ...['server/src', 'web/src']
    .flatMap((folder) => [`${folder}/features`, folder])
    .filter((it) => it !== 'server/src'),
  'web/src/reader',
  ...readdirSync(join(root, 'server/src/features')).map((group) => `server/src/features/${group}`),
];

/** Names methods such as `storage/get`, which look like paths. */
const methods = 'docs/reference/plugin-protocol.md';

const offences = [
  ...findLongFiles(sources),
  ...findFolderFaults(sources.map(({ path }) => path)),
  ...findFeatureFaults(sources),
  ...findCastFaults(sources, maxCasts),
  ...findMissingHeads(sources),
  ...findModuleFaults(program),
  ...sources.flatMap(findLongFunctions),
  ...sources.flatMap(findCompressedCode),
  ...findWriterFaults(program, readTables()),
  ...parents.flatMap((parent) => findFolderCycles(parent, sources)),
  ...findMissingPaths(
    files
      .filter((path) => /^(ARCHITECTURE|CONTRIBUTING|README|docs\/.*)\.md$/.test(path) && path !== methods)
      .map(read),
    files,
  ),
  ...listUnnamedFolders(),
];

function readTables() {
  const tables = files.filter((path) => path.startsWith('server/src/schema/tables/'));
  return {
    schema: read('server/src/schema/schema.ts').text,
    descriptions: tables.map((path) => read(path).text),
  };
}

/** Checks that ARCHITECTURE.md describes each folder of the repository. */
function listUnnamedFolders(): string[] {
  const { text } = read('ARCHITECTURE.md');
  return readdirSync(root)
    .filter((name) => !name.startsWith('.') && !['node_modules', 'data', 'coverage'].includes(name))
    .filter((name) => statSync(join(root, name)).isDirectory() && !text.includes(`${name}/`))
    .map((name) => `ARCHITECTURE.md: does not describe ${name}/. Add its purpose`);
}

if (offences.length > 0) {
  console.error(`${offences.join('\n')}\n\n${offences.length} offences against the architecture`);
  process.exit(1);
}
console.log(`The architecture holds: ${sources.length} files`);
