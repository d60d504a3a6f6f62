// Finds dangerous uses in a source file, and characters that make source code look different from its behavior.
import ts from 'typescript';
import { rules } from './rules.ts';

export interface Danger {
  rule: string;
  line: number;
  text: string;
  message: string;
}

/**
 * Bidirectional controls and zero-width characters, which make shown code differ from executed code (CVE-2021-42574).
 */
const misleading = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Returns the findings rule by rule, in source order. */
export function findDangers(path: string, text: string): Danger[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  const found: Danger[] = [...text.matchAll(misleading)].map(({ index, 0: character }) => ({
    rule: 'misleading characters',
    line: lineAt(index),
    text: `U+${character.charCodeAt(0).toString(16)}`,
    message: 'The line is shown otherwise than it runs. Write it as an escape.',
  }));
  const look = (node: ts.Node): void => {
    for (const { name, message, matches } of rules) {
      if (!matches(node)) continue;
      const shown = node.getText().replace(/\s+/g, ' ').slice(0, 80);
      found.push({ rule: name, line: lineAt(node.getStart()), text: shown, message });
    }
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}
