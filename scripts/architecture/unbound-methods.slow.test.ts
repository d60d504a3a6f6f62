import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, onTestFinished, test } from 'vitest';
import { findUnboundMethods } from './unbound-methods.ts';

const root = join(import.meta.dirname, '..', '..');

/** Returns the offences in a module with this text. */
function findIn(text: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-unbound-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'a.ts');
  writeFileSync(path, `class Books { #count = 0; show(n: number) { return this.#count + n; } }\n${text}`);
  const program = ts.createProgram([path], { noEmit: true, target: ts.ScriptTarget.ESNext });
  return findUnboundMethods(program, (file) => file === path).map((line) => line.slice(folder.length + 1));
}

test('finds methods that are passed or taken out of their object', () => {
  expect(findIn('[1].map(new Books().show);')).toEqual(['a.ts:2: new Books().show']);
  expect(findIn('const { show } = new Books();')).toEqual(['a.ts:2: { show }']);
});

test('allows calls, and functions that call a method', () => {
  expect(findIn('const books = new Books();\nbooks.show(1);\n[1].map((n) => books.show(n));')).toEqual([]);
});

test('no method of the program and its tests is unbound', { timeout: 240_000 }, () => {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram(fileNames, { ...options, noEmit: true });
  const isOurs = (path: string) => path.startsWith(root) && !path.includes('node_modules');
  expect(findUnboundMethods(program, isOurs)).toEqual([]);
});
