// Casts (`as X`, not `as const`) are unverified claims to the compiler. Their number may only shrink.
import ts from 'typescript';
import { isTest, type Source } from './sources.ts';

export function countCasts({ path, text }: Pick<Source, 'path' | 'text'>): number {
  if (!/\bas\b/.test(text)) return 0;
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, kind);
  let count = 0;
  (function visit(node: ts.Node) {
    if (ts.isAssertionExpression(node) && node.type.getText(source) !== 'const') count++;
    ts.forEachChild(node, visit);
  })(source);
  return count;
}

/** Ignores tests, which may cast. */
export function findCastFaults(sources: readonly Source[], max: number): string[] {
  const count = sources.reduce((sum, source) => sum + (isTest(source.path) ? 0 : countCasts(source)), 0);
  return count > max
    ? [
        `${count} casts outside tests, more than ${max}. Look at the value (isRecord, isKeyOf, zod) or type it`,
      ]
    : [];
}
