#!/usr/bin/env node
// What `npx lectern` runs: the server on the Node.js that was installed with it, or on this one. Plain JavaScript for
// whatever Node.js begins with it.
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findRuntime, handOver, isGlibc, listNodeOptions } from '../runtime.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const parent = dirname(root);
const modules = basename(parent) === 'node_modules' ? parent : join(root, 'node_modules');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const systemNode = () => ({ path: process.execPath, version: process.version });

function fail(error) {
  console.error(`Lectern cannot run: ${error.message}`);
  process.exit(1);
}

try {
  const { platform, arch } = process;
  const node = findRuntime({ modules, platform, arch, isGlibc: isGlibc(), systemNode });
  const main = join(root, 'server', 'dist', 'main.js');
  handOver(node, [...listNodeOptions(scripts.start), main, ...process.argv.slice(2)], fail);
} catch (error) {
  fail(error);
}
