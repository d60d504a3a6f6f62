// Static analysis of programs that process untrusted input. Finds uses that could turn this input into code, commands,
// statements, markup or addresses, and uses that leak secrets. Each use is an offence unless its file is listed with a
// reason. Prints each offence, and each unused listing.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { allowed } from './dangers/allowed.ts';
import { findDangers } from './dangers/find-dangers.ts';

const root = dirname(import.meta.dirname);
const used = new Set<string>();
const offences = globSync(['{contract,formats,server,web}/src/**/*.{ts,tsx}'], { cwd: root })
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .flatMap((path) =>
    findDangers(path, readFileSync(join(root, path), 'utf8')).map((danger) => ({ path, ...danger })),
  )
  .filter(({ rule, path }) => {
    const listed = Object.keys(allowed[rule] ?? {}).find(
      (name) => path === name || (name.endsWith('/') && path.startsWith(name)),
    );
    if (listed !== undefined) used.add(`${rule}: ${listed}`);
    return listed === undefined;
  });
for (const { path, line, rule, text, message } of offences)
  console.error(`${path}:${line}: ${rule}: ${text}. ${message}`);
const unused = Object.entries(allowed).flatMap(([rule, files]) =>
  Object.keys(files)
    .map((path) => `${rule}: ${path}`)
    .filter((path) => !used.has(path)),
);
for (const path of unused) console.error(`scripts/dangers/allowed.ts lists ${path}, where nothing needs it`);
if (offences.length + unused.length > 0) process.exit(1);
