#!/usr/bin/env node
// The command of the npm package: starts the server on the Node.js that npm installs with it, or on the current one.
// Plain JavaScript: it runs on any Node.js.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findRuntime, findRuntimePackage, isGlibc, listNodeOptions, runProgram } from '../runtime.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const systemNode = () => ({ path: process.execPath, version: process.version });

try {
  const system = { platform: process.platform, arch: process.arch, isGlibc: isGlibc() };
  const runtime = findRuntimePackage(system) ?? '';
  // npm installs it in the program's folder if that is global, otherwise in the folder that contains it.
  const places = [join(root, 'node_modules'), dirname(root)];
  const modules = places.find((place) => existsSync(join(place, runtime, 'bin'))) ?? places[0];
  const node = findRuntime({ modules, ...system, systemNode });
  const main = join(root, 'server', 'dist', 'main.js');
  const args = [...listNodeOptions(scripts.start), main, ...process.argv.slice(2)];
  // npx signals only the shell that it starts this process with. Without npx, the server outlives the shell (nohup).
  const endsWithParent = process.env.npm_lifecycle_event === 'npx';
  const { exitCode } = await runProgram(node, args, { stdio: 'inherit', endsWithParent });
  process.exitCode = exitCode;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
