import ts from 'typescript';
import { expect, test } from 'vitest';
import { findUsageFaults } from './usage.ts';

const en = { 'a.one': 'One', 'a.two': 'Two', 'a.named': 'Name: {name}', 'b.three': 'Three' };
const translate = `export type Key = ${Object.keys(en)
  .map((key) => `'${key}'`)
  .join(' | ')};
export type Translate = (key: Key, values?: Record<string, string>) => string;`;

/** Returns the faults of a client with this single file. */
function check(text: string): string[] {
  const files: Record<string, string> = {
    '/translate.ts': translate,
    '/page.ts': `import type { Key, Translate } from './translate.ts';\ndeclare const t: Translate;\n${text}`,
  };
  const host: ts.CompilerHost = {
    ...ts.createCompilerHost({}),
    fileExists: (path) => path in files,
    readFile: (path) => files[path],
    getCurrentDirectory: () => '/',
    getSourceFile: (path, target) => {
      const content = files[path];
      return content === undefined ? undefined : ts.createSourceFile(path, content, target, true);
    },
  };
  const options = { allowImportingTsExtensions: true, noEmit: true, noLib: true, strict: true };
  return findUsageFaults(ts.createProgram(['/page.ts'], options, host), en, (path) => path === '/page.ts');
}

const all = "t('a.one'); t('a.two'); t('a.named', { name: 'x' }); t('b.three');";

test('a client that uses each message with its values has no fault', () => expect(check(all)).toEqual([]));

test('a message that nothing uses is a fault', () =>
  expect(check(all.replace("t('a.two');", ''))).toEqual(['en.json: nothing uses “a.two”']));

test('a message without its values is a fault, with the place of the call', () =>
  expect(check(all.replace(", { name: 'x' }", ''))).toEqual(['/page.ts:3: “a.named” is not given name']));

test('keys that are put together or chosen from a table count as used, others do not', () => {
  const named = "t('a.named', { name: 'x' });";
  expect(check(`declare const of: 'one' | 'two'; t(\`a.\${of}\`); ${named} t('b.three');`)).toEqual([]);
  expect(check(`const table: Key[] = ['a.one', 'a.two']; t(table[0]!); ${named} t('b.three');`)).toEqual([]);
  expect(check(`declare const of: 'one'; t(\`a.\${of}\`); ${named} t('b.three');`)).toEqual([
    'en.json: nothing uses “a.two”',
  ]);
});
