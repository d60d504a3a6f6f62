// Installs missing packages, then runs a program on the Node.js that is one of them (scripts/runtime.mjs). Plain
// JavaScript: it runs on the Node.js that runs npm. Not a script that npm runs before another: those are off (.npmrc).
//   node scripts/install.mjs run server/dist/main.js serve …    installs what the server needs
//   node scripts/install.mjs test scripts/test.ts …            installs everything
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkSystem, findRuntime, isGlibc, runProgram, watchParents } from '../runtime.mjs';
import { lockFolder } from './lock.mjs';
import { findMisplacedFlags } from './misplaced-flags.mjs';
import { isNetworkError } from './npm-errors.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.lectern-install.json');
const serverFile = 'server/dist/main.js';
const mode = process.argv[2] === 'test' ? 'test' : 'run';
const program = process.argv.slice(3);
const isServer = program.includes(serverFile);
const system = {
  platform: process.platform,
  arch: process.arch,
  isGlibc: isGlibc(),
  systemNode: findSystemNode,
};
/** npm 11.6.1 to 11.6.3 fail at a package with a folder of manuals if the lock file has no addresses. */
const installsManuals = !/^npm\/11\.6\.[1-3] /.test(process.env.npm_config_user_agent ?? '');
const otherNpm = ['exec', '--yes', '--loglevel=error', '--', 'npm@11.6.4'];
const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');

async function main() {
  const misplaced =
    isServer && findMisplacedFlags(process.env, program.slice(program.indexOf(serverFile) + 1));
  if (misplaced) throw new Error(misplaced);
  const node = await prepare();
  if (program.length === 0) return 0;
  // npm 9.2.0 leaves `node` out of node_modules/.bin; the program would start other scripts on the Node.js that runs npm.
  const env = withPath([dirname(node), process.env.PATH ?? '']);
  return (await run(node, program, { stdio: 'inherit', env })).exitCode;
}

/** Installs and builds what is missing. Returns the Node.js that runs the program. */
async function prepare() {
  const timer = watchParents(() => process.exit(1));
  const release = await lockFolder(root, () =>
    console.log('Waiting for another command that installs Lectern in this folder …'),
  );
  clearInterval(timer);
  try {
    if (!isComplete()) await install();
    const node = findRuntime({ modules, ...system });
    if (program.length > 0 && (mode === 'test' || isServer)) await build(node);
    return node;
  } finally {
    release();
  }
}

const describeSystemError = ({ message }) => `Lectern cannot be installed or started: ${message}`;

/** npm signals only the shell that it starts this process with. */
const run = (command, args, options) => runProgram(command, args, { ...options, endsWithParent: true });

function isComplete() {
  const done = readStamp();
  return (done === 'test' || done === mode) && listPackages().every(existsSync);
}

/** The mode of the last installation if the lock file is still the same. */
function readStamp() {
  try {
    const stamp = JSON.parse(readFileSync(stampFile, 'utf8'));
    return stamp.lock === lock ? stamp.mode : undefined;
  } catch {
    return undefined;
  }
}

/** Folders of the packages that npm has installed. */
function listPackages() {
  try {
    const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
    return Object.keys(packages).map((path) => join(root, path));
  } catch {
    return [`${modules}${sep}nothing`];
  }
}

async function install() {
  checkSystem(system);
  console.log('Installing what is missing (once, about half a minute) …');
  // Starts from an empty folder: an interrupted installation may be damaged. Not `npm ci`: it refuses the lock file
  // where a registry lacks packages of other systems, which this system does not install.
  rmSync(modules, { recursive: true, force: true });
  await npm('install', '--no-save', ...(mode === 'run' ? ['--omit=dev'] : []));
  // Without a Node.js the installation is incomplete: the next run tries again.
  findRuntime({ modules, ...system });
  writeFileSync(stampFile, JSON.stringify({ lock, mode }));
}

async function npm(...args) {
  const cli = process.env.npm_execpath;
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const words = [...(installsManuals ? [] : otherNpm), ...args, ...quiet];
  const path = systemPath();
  const env = withPath(path);
  // npm finishes its downloads before it ends at another signal. The next run starts from an empty folder.
  const options = { cwd: root, env, stdio: ['ignore', 'inherit', 'pipe'], stopSignal: 'SIGKILL' };
  const { exitCode, errors } = await (cli?.endsWith('.js')
    ? run(systemNode(path), [cli, ...words], options)
    : run('npm', words, { ...options, shell: process.platform === 'win32' }));
  if (exitCode === 0) return;
  const reason = isNetworkError(errors)
    ? 'npm cannot reach the package registry. Check the network and the proxy'
    : `\`npm ${args.join(' ')}\` failed. Correct the error that npm reports above`;
  throw new Error(`Lectern could not be installed: ${reason}, and run the command again.`);
}

/** Builds the server and the web client with the installed Node.js. */
async function build(node) {
  const options = { cwd: root, stdio: 'inherit' };
  const { exitCode } = await run(node, [join(root, 'scripts', 'build-all.mjs')], options);
  if (exitCode !== 0) throw new Error('Lectern could not be built. The error is above.');
}

function findSystemNode() {
  const path = systemNode(systemPath());
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return { path, version: (stdout ?? '').trim() };
}

const withPath = (folders) => ({ ...process.env, PATH: folders.join(delimiter) });

/** Without the programs in node_modules, which the installation replaces. */
function systemPath() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.filter((folder) => !folder.includes(`node_modules${sep}.bin`));
}

function systemNode(path) {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const folder = path.find((candidate) => existsSync(join(candidate, name)));
  return folder ? join(folder, name) : process.execPath;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error.code === undefined ? error.message : describeSystemError(error));
  process.exitCode = 1;
}
