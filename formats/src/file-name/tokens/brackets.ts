// Finds the outermost pairs of brackets in a name in one pass, without interpreting their content.

export interface Bracket {
  open: '(' | '[' | '{';
  /** Index of the opening sign. `end` is the index after the closing sign. */
  start: number;
  end: number;
}

const characters = /[()[\]{}]/g;
const closing: Readonly<Record<string, Bracket['open']>> = { ')': '(', ']': '[', '}': '{' };

/**
 * Returns the outermost pairs in text order. Unmatched opening or closing signs are plain characters. Every sign is
 * pushed and popped at most once, so hostile nesting takes linear time.
 */
export function findBrackets(plain: string): Bracket[] {
  const open: { sign: string; at: number }[] = [];
  const counts: Record<string, number> = { '(': 0, '[': 0, '{': 0 };
  const found: Bracket[] = [];
  for (const { 0: sign, index: at } of plain.matchAll(characters)) {
    if (sign in counts) {
      open.push({ sign, at });
      counts[sign] = (counts[sign] ?? 0) + 1;
      continue;
    }
    const wanted = closing[sign];
    if (wanted === undefined || counts[wanted] === 0) continue;
    const start = takeBack(open, counts, wanted);
    while ((found.at(-1)?.start ?? -1) > start) found.pop();
    found.push({ open: wanted, start, end: at + 1 });
  }
  return found;
}

function takeBack(open: { sign: string; at: number }[], counts: Record<string, number>, wanted: string) {
  for (let top = open.pop(); top; top = open.pop()) {
    counts[top.sign] = (counts[top.sign] ?? 1) - 1;
    if (top.sign === wanted) return top.at;
  }
  return 0;
}
