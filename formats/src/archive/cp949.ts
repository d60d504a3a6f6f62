// Decodes CP949 (Unified Hangul Code), the charset of Korean Windows. The decoder `euc-kr` of Node.js lacks the
// 8,822 syllables that CP949 adds to KS X 1001.
import { TextDecoder } from 'node:util';

const eucKr = new TextDecoder('euc-kr', { fatal: true });

/** Throws TypeError for invalid bytes. */
export function decodeCp949(bytes: Uint8Array): string {
  let text = '';
  let from = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    const added = findAdded(lead, bytes[at + 1] ?? 0);
    if (added !== undefined) {
      text += eucKr.decode(bytes.subarray(from, at)) + added;
      from = at + 2;
    } else if (lead < 0xa1) throw new TypeError('The bytes are not CP949');
    at += 1;
  }
  return text + eucKr.decode(bytes.subarray(from));
}

let table: ReadonlyMap<number, string> | undefined;

function findAdded(lead: number, trail: number): string | undefined {
  if (lead > 0xc6 || (lead >= 0xa1 && trail >= 0xa1)) return undefined;
  table ??= createTable();
  return table.get(lead * 256 + trail);
}

/** The added syllables are in the order of Unicode. From lead byte A1, KS X 1001 has the second half of a row. */
function createTable(): Map<number, string> {
  const known = Buffer.alloc(25 * 94 * 2);
  for (let i = 0; i < 25 * 94; i += 1) known.set([0xb0 + Math.floor(i / 94), 0xa1 + (i % 94)], i * 2);
  const standard = new Set(eucKr.decode(known));
  const added = new Map<number, string>();
  let code = 0xac00;
  for (let lead = 0x81; lead <= 0xc6; lead += 1) {
    for (let trail = 0x41; trail <= (lead < 0xa1 ? 0xfe : 0xa0); trail += 1) {
      if ((trail > 0x5a && trail < 0x61) || (trail > 0x7a && trail < 0x81)) continue;
      while (standard.has(String.fromCharCode(code))) code += 1;
      if (code > 0xd7a3) return added;
      added.set(lead * 256 + trail, String.fromCharCode(code));
      code += 1;
    }
  }
  return added;
}
