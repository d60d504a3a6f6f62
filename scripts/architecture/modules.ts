// Checks that some concerns stay in few modules: the environment, database names, the HTTP library, files.
import { basename } from 'node:path/posix';
import type { Source } from './sources.ts';

interface Rule {
  /** Message about a file that breaks the rule. */
  fault: string;
  remedy: string;
  found(source: Source): boolean;
  allowed: RegExp;
}

const nowhere = /$^/;
const rules: readonly Rule[] = [
  {
    fault: 'reads process.env',
    remedy: 'Only infrastructure/config reads the environment; take what is needed as a parameter',
    found: ({ code }) => /\bprocess\.env\b/.test(code),
    allowed: /^server\/src\/infrastructure\/(config|workers)\//,
  },
  {
    fault: 'names a database',
    remedy: 'Give the difference a name in infrastructure/database/dialect.ts',
    // Excludes the Node.js option that disables its own SQLite module.
    found: ({ code }) => /(?<!--no-experimental-)\b(?:sqlite|postgres(?:ql)?)\b/i.test(code),
    allowed:
      /^server\/src\/(infrastructure\/(config|database|tasks|events)|schema|commands)\/|^server\/src\/app\.ts$/,
  },
  {
    fault: 'knows the HTTP library',
    remedy: 'Only infrastructure/http, routes.ts and surfaces do',
    found: ({ code }) => /from 'fastify'/.test(code),
    allowed: /^server\/src\/(infrastructure\/http|surfaces|features\/devices\/\w+\/protocol)\/|routes\.ts$/,
  },
  {
    fault: 'touches files',
    remedy: 'Move it to a file named for its purpose',
    found: ({ path, code }) => basename(path) === 'service.ts' && /from 'node:fs/.test(code),
    allowed: nowhere,
  },
  {
    fault: 'is a drawer',
    remedy: 'Name it by its content',
    found: ({ path }) => /(^|\/)(utils?|helpers?|common|misc|manager|core|base)(\.ts|\/)/.test(path),
    allowed: nowhere,
  },
];

/** Returns a message for each rule that a program file breaks. */
export const findModuleFaults = (program: readonly Source[]): string[] =>
  program.flatMap((source) =>
    rules
      .filter(({ found, allowed }) => found(source) && !allowed.test(source.path))
      .map(({ fault, remedy }) => `${source.path}: ${fault}. ${remedy}`),
  );
