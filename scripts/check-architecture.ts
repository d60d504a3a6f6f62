// The rules of the architecture that imports alone do not show: one writer a table, the environment and the databases'
// names in their modules, sizes, and folders that the documents name. Prints each offence with the rule and the remedy.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { longFunctions } from './architecture/known-long-functions.ts';
import { findLengthFaults, findLongFunctions } from './architecture/long-functions.ts';
import { findWriterFaults } from './architecture/writers.ts';

const root = dirname(import.meta.dirname);
const maxLines = 400;
const maxFeatureFiles = 12;
const maxFeatureLines = 1_500;

/** Files that may be longer, each with its reason. */
const longFiles: Record<string, string> = {};

interface Source {
  path: string;
  text: string;
  /** Without comments and strings of documentation. */
  code: string;
}

const offences: string[] = [];
const offend = (path: string, rule: string, remedy: string) => offences.push(`${path}: ${rule}. ${remedy}.`);

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !path.includes('node_modules/'));
}

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

const sources: Source[] = ['contract', 'formats', 'server', 'web/src', 'e2e', 'bench', 'scripts']
  .flatMap((folder) => listFiles(join(root, folder)))
  .filter((path) => path.endsWith('.ts') || path.endsWith('.tsx') || path.endsWith('.mjs'))
  .map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return { path, text, code: withoutComments(text) };
  });
const isTest = (path: string) =>
  /\.(test|spec)\.tsx?$/.test(path) || path.startsWith('server/test/') || path.startsWith('e2e/');
const program = sources.filter(({ path }) => /^(server|formats)\/src\//.test(path) && !isTest(path));

checkSizes();
checkFunctions();
checkWriters();
checkModules();
checkHeads();
checkFeatures();
checkDocuments();

function checkSizes(): void {
  for (const { path, text } of sources) {
    const lines = text.split('\n').length - 1;
    if (lines > maxLines && !longFiles[path])
      offend(
        path,
        `${lines} lines, more than ${maxLines}`,
        'Find the second thing it does and give it a file',
      );
  }
}

function checkWriters(): void {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const descriptions = listFiles(join(root, 'server/src/schema/tables')).map(read);
  offences.push(...findWriterFaults(program, { schema: read('server/src/schema/schema.ts'), descriptions }));
}

function checkModules(): void {
  for (const { path, code } of program) {
    if (/\bprocess\.env\b/.test(code) && !/^server\/src\/infrastructure\/(config|workers)\//.test(path)) {
      offend(
        path,
        'reads process.env',
        'Only infrastructure/config reads the environment; take what is needed as a parameter',
      );
    }
    const speaksOfDatabases = /\b(?:sqlite|postgres(?:ql)?)\b/i.test(code);
    const mayspeak =
      /^server\/src\/(infrastructure\/(config|database|tasks|events)|schema|commands)\/|^server\/src\/app\.ts$/.test(
        path,
      );
    if (speaksOfDatabases && !mayspeak)
      offend(path, 'names a database', 'Give the difference a name in infrastructure/database/dialect.ts');
    if (
      /from 'fastify'/.test(code) &&
      !/^server\/src\/(infrastructure\/http|surfaces|features\/devices\/\w+\/protocol)\/|routes\.ts$/.test(
        path,
      )
    ) {
      offend(path, 'knows the HTTP library', 'Only infrastructure/http, routes.ts and surfaces do');
    }
    if (basename(path) === 'service.ts' && /from 'node:fs/.test(code))
      offend(path, 'touches files', 'Put it into a file that says what it does with them');
    if (/(^|\/)(utils?|helpers?|common|misc|manager|core|base)(\.ts|\/)/.test(path))
      offend(path, 'is a drawer', 'Name it for what it holds');
  }
}

/** Of the programs: tests read as one, and migrations are lists. */
function checkFunctions(): void {
  const found = sources
    .filter(({ path }) => /^(contract|formats|server|web)\/src\//.test(path) && !isTest(path))
    .filter(({ path }) => !path.startsWith('server/src/schema/migrations/'))
    .flatMap(({ path, text }) => findLongFunctions(path, text));
  offences.push(...findLengthFaults(found, longFunctions));
}

/** Every file opens by saying what it is; routes are tables that say it themselves, tests by their names. */
function checkHeads(): void {
  for (const { path, text } of sources) {
    if (isTest(path) || basename(path) === 'routes.ts' || path.endsWith('.config.ts')) continue;
    if (!/^(#!.*\n)?\s*\/\//.test(text))
      offend(path, 'does not say what it holds', 'Open it with a comment of a line or two');
  }
}

function checkFeatures(): void {
  for (const group of listFolders('server/src/features'))
    for (const name of listFolders(`server/src/features/${group}`))
      checkFeature(`server/src/features/${group}/${name}`);
}

function listFolders(folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

function checkFeature(folder: string): void {
  const isProtocol = (path: string) => path.startsWith(`${folder}/protocol/`);
  const files = program.filter(({ path }) => path.startsWith(`${folder}/`) && !isProtocol(path));
  const lines = files.reduce((sum, { text }) => sum + text.split('\n').length, 0);
  const own = files.filter(({ path }) => dirname(path) === folder);
  if (own.length > maxFeatureFiles || lines > maxFeatureLines)
    offend(folder, `${own.length} files and ${lines} lines`, 'It is two nouns');
  if (!existsSync(join(root, folder, 'index.ts'))) offend(folder, 'has no public API', 'Add index.ts');
}

/** The folders that ARCHITECTURE.md and the dependency rule name exist, and every top folder is named. */
function checkDocuments(): void {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  for (const [, path = ''] of text.matchAll(
    /`((?:contract|formats|server|e2e|bench|docs|scripts|web)\/[\w./-]*)`/g,
  )) {
    if (!existsSync(join(root, path)))
      offend('ARCHITECTURE.md', `names ${path}, which does not exist`, 'Say what is there');
  }
  for (const name of readdirSync(root)) {
    const isFolder = statSync(join(root, name)).isDirectory();
    if (
      isFolder &&
      !name.startsWith('.') &&
      !['node_modules', 'data', 'coverage'].includes(name) &&
      !text.includes(`${name}/`)
    ) {
      offend('ARCHITECTURE.md', `does not name ${name}/`, 'Say what it holds');
    }
  }
}

if (offences.length > 0) {
  console.error(`${offences.join('\n')}\n\n${offences.length} offences against the architecture`);
  process.exit(1);
}
console.log(`The architecture holds: ${sources.length} files`);
