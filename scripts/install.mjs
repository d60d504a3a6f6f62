// Installs what is missing, then runs a program on the Node.js that comes with it (scripts/runtime.mjs). Plain
// JavaScript for whatever Node.js runs npm. Not a script that npm runs before another: those are off (.npmrc).
//   node scripts/install.mjs run server/dist/main.js serve …    with what the server needs
//   node scripts/install.mjs test scripts/test.ts …            with everything
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findRuntime, handOver, isGlibc } from './runtime.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.lectern-install.json');
const mode = process.argv[2] === 'test' ? 'test' : 'run';
const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');

/** What an earlier run installed, when the lock file is still the same. */
function readStamp() {
  try {
    const stamp = JSON.parse(readFileSync(stampFile, 'utf8'));
    return stamp.lock === lock ? stamp.mode : undefined;
  } catch {
    return undefined;
  }
}

if (!isComplete()) install();
const nodeFile = findNode();
const program = process.argv.slice(3);
if (program.length > 0) {
  if (mode === 'test' || program.includes('server/dist/main.js')) build();
  handOver(nodeFile, program, (error) => fail(error.message));
}

function isComplete() {
  const done = readStamp();
  return (done === 'test' || done === mode) && listPackages().every(existsSync);
}

/** The server and the web client, by the Node.js that was installed. */
function build() {
  const options = { cwd: root, stdio: 'inherit' };
  const result = spawnSync(nodeFile, [join(root, 'scripts', 'build-all.mjs')], options);
  if (result.status !== 0) fail('it could not be built');
}

/** Folders of the packages that npm has installed; somebody may have removed one since. */
function listPackages() {
  try {
    const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
    return Object.keys(packages).map((path) => join(root, path));
  } catch {
    return [`${modules}${sep}nothing`];
  }
}

function install() {
  console.log('Installing what is missing (once, about half a minute) …');
  // From nothing, so that an install that was cut off is never built upon. Not `npm ci`: it refuses the lock file
  // where a registry lacks the packages of other systems, which nobody here would install.
  rmSync(modules, { recursive: true, force: true });
  npm('install', '--no-save', ...(mode === 'run' ? ['--omit=dev'] : []));
  // Not complete without a Node.js: the next run tries again.
  findNode();
  writeFileSync(stampFile, JSON.stringify({ lock, mode }));
}

/** The Node.js that runs Lectern. */
function findNode() {
  const { platform, arch } = process;
  try {
    return findRuntime({ modules, platform, arch, isGlibc: isGlibc(), systemNode: findSystemNode });
  } catch (error) {
    console.error(`Lectern cannot run: ${error.message}`);
    process.exit(1);
  }
}

function findSystemNode() {
  const path = systemNode(systemPath());
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return { path, version: (stdout ?? '').trim() };
}

/** Without the programs of node_modules, which are about to be replaced. */
function systemPath() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.filter((folder) => !folder.includes(`node_modules${sep}.bin`));
}

function npm(...args) {
  const cli = process.env.npm_execpath;
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const path = systemPath();
  const env = { ...process.env, PATH: path.join(delimiter) };
  const options = { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] };
  const result = cli?.endsWith('.js')
    ? spawnSync(systemNode(path), [cli, ...args, ...quiet], options)
    : spawnSync('npm', [...args, ...quiet], { ...options, shell: process.platform === 'win32' });
  if (result.status !== 0) fail(`npm ${args.join(' ')} failed`);
}

function systemNode(path) {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const folder = path.find((candidate) => existsSync(join(candidate, name)));
  return folder ? join(folder, name) : process.execPath;
}

function fail(reason) {
  console.error(`Lectern could not be installed: ${reason}. Check the network and run the command again.`);
  process.exit(1);
}
