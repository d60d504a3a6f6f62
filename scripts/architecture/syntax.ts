// Syntax trees for the rules of this folder.
import ts from 'typescript';
import type { Source } from './sources.ts';

export function parseSource({ path, text }: Pick<Source, 'path' | 'text'>): ts.SourceFile {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
}

/** Calls `visit` with each node below `root`, depth first. */
export function visitAll(root: ts.Node, visit: (node: ts.Node) => void): void {
  ts.forEachChild(root, (node) => {
    visit(node);
    visitAll(node, visit);
  });
}
