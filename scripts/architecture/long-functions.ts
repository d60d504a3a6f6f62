// The body of a function has at most 80 lines. Existing longer functions are listed with their length, and the list may
// only shrink.
import ts from 'typescript';

const maxFunctionLines = 80;

export interface LongFunction {
  /** Path and name of the function. */
  name: string;
  lines: number;
}

export function findLongFunctions(path: string, text: string): LongFunction[] {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const found: LongFunction[] = [];
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  (function visit(node: ts.Node) {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const lines = lineOf(node.body.end) - lineOf(node.body.getStart(source)) + 1;
      if (lines > maxFunctionLines) found.push({ name: `${path} ${nameOf(node, source)}`, lines });
    }
    ts.forEachChild(node, visit);
  })(source);
  return found;
}

function nameOf(node: ts.SignatureDeclaration, source: ts.SourceFile): string {
  const { parent } = node;
  const isNamed = ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent);
  return (node.name ?? (isNamed ? parent.name : undefined))?.getText(source) ?? 'without a name';
}

/** Returns a message for each function that is too long, longer than listed, or listed without need. */
export function findLengthFaults(
  found: readonly LongFunction[],
  listed: Readonly<Record<string, number>>,
): string[] {
  const tooLong = found.flatMap(({ name, lines }) => {
    const known = listed[name];
    if (known !== undefined && lines <= known) return [];
    const limit = known ?? maxFunctionLines;
    return [`${name}: ${lines} lines, more than ${limit}. Give what it does functions of their own`];
  });
  const names = new Set(found.map(({ name }) => name));
  const done = Object.keys(listed).filter((name) => !names.has(name));
  return [...tooLong, ...done.map((name) => `${name}: short enough by now. Take it off the list`)];
}
