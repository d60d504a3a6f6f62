// Finds regular expressions whose time can grow faster than their input.
import { analyse } from 'scslre';
import ts from 'typescript';

export interface Pattern {
  line: number;
  text: string;
  fault: 'slow' | 'made at run time';
}

/** Returns the faults of a source file, in source order. */
export function findSlowPatterns(path: string, text: string): Pattern[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: Pattern[] = [];
  const note = (node: ts.Node, fault: Pattern['fault']) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    found.push({ line: line + 1, text: node.getText(), fault });
  };
  const look = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node) && isSlow(node.text)) note(node, 'slow');
    if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') note(node, 'made at run time');
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

function isSlow(literal: string): boolean {
  const end = literal.lastIndexOf('/');
  const { reports } = analyse({ source: literal.slice(1, end), flags: literal.slice(end + 1) });
  return reports.length > 0;
}
