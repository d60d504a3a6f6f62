// Installs what is missing before `npm start` and `npm test`. Plain JavaScript for whatever Node.js runs npm: the
// program itself runs on the Node.js that this installs (the npm package `node`).
//   node scripts/install.mjs run    what the server needs
//   node scripts/install.mjs test   everything
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

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

const nodeFile = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const done = readStamp();
if (!((done === 'test' || done === mode) && existsSync(nodeFile))) install();

function install() {
  console.log('Installing what is missing (once, about half a minute) …');
  npm('ci', ...(mode === 'run' ? ['--omit=dev'] : []));
  // Install scripts are off (.npmrc): this one fetches the Node.js that everything runs on.
  npm('rebuild', 'node', '--ignore-scripts=false');
  if (!existsSync(nodeFile)) fail('the npm package "node" did not bring a program');
  writeFileSync(stampFile, JSON.stringify({ lock, mode }));
}

function npm(...args) {
  const cli = process.env.npm_execpath;
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  // The system's own Node.js: the one in node_modules is about to be replaced.
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes(`node_modules${sep}.bin`));
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
