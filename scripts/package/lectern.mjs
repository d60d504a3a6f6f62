#!/usr/bin/env node
// What `npx lectern` and the archives run: the server on the Node.js that was installed with it, or on this one. Plain
// JavaScript for whatever Node.js begins with it.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findRuntime, isGlibc } from '../runtime.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const parent = dirname(root);
const modules = basename(parent) === 'node_modules' ? parent : join(root, 'node_modules');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const flags = scripts.start.split(' ').filter((word) => word.startsWith('--'));
const systemNode = () => ({ path: process.execPath, version: process.version });

try {
  const { platform, arch } = process;
  const node = findRuntime({ modules, platform, arch, isGlibc: isGlibc(), systemNode });
  const args = [...flags, join(root, 'server', 'dist', 'main.js'), ...process.argv.slice(2)];
  const child = spawn(node, args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
} catch (error) {
  console.error(`Lectern cannot run: ${error.message}`);
  process.exit(1);
}
