#!/usr/bin/env node
// The command of the npm package: starts the server on the Node.js that was installed with it, or on this one. Plain
// JavaScript, which every Node.js can start.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findRuntime, findRuntimePackage, handOver, isGlibc, listNodeOptions } from '../runtime.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const systemNode = () => ({ path: process.execPath, version: process.version });

function fail(error) {
  console.error(`Lectern cannot run: ${error.message}`);
  process.exit(1);
}

try {
  const system = { platform: process.platform, arch: process.arch, isGlibc: isGlibc() };
  const runtime = findRuntimePackage(system) ?? '';
  // npm puts it below the program where that is installed globally, else beside it.
  const places = [join(root, 'node_modules'), dirname(root)];
  const modules = places.find((place) => existsSync(join(place, runtime, 'bin'))) ?? places[0];
  const node = findRuntime({ modules, ...system, systemNode });
  const main = join(root, 'server', 'dist', 'main.js');
  handOver(node, [...listNodeOptions(scripts.start), main, ...process.argv.slice(2)], fail);
} catch (error) {
  fail(error);
}
