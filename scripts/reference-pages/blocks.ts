// Generated parts of a document. Each is between two comments with its name:
// `<!-- generated: keys -->` and `<!-- end of keys -->`.

/** Markdown of each generated part by name. */
export type Blocks = Readonly<Record<string, string>>;

const toPattern = (name: string) =>
  new RegExp(`(<!-- generated: ${name} -->\n)[\\s\\S]*?(<!-- end of ${name} -->)`);
const anyBlock = /<!-- generated: ([\w-]+) -->/g;

/** Returns the text with the current blocks. Throws if the text lacks a block or has an unknown one. */
export function replaceBlocks(text: string, blocks: Blocks): string {
  const [fault] = findUnknown(text, blocks);
  if (fault !== undefined) throw new Error(fault);
  return Object.entries(blocks).reduce(
    (result, [name, block]) =>
      result.replace(
        toPattern(name),
        (_, start: string, end: string) => `${start}\n${block.trim()}\n\n${end}`,
      ),
    text,
  );
}

/** Returns a message for each block that differs from the text, ignoring the layout of the formatter. */
export function findDifferences(path: string, text: string, blocks: Blocks): string[] {
  const unknown = findUnknown(text, blocks).map((fault) => `${path}: ${fault}`);
  if (unknown.length > 0) return unknown;
  const current = replaceBlocks(text, blocks);
  return Object.keys(blocks)
    .filter((name) => toPlain(readBlock(text, name)) !== toPlain(readBlock(current, name)))
    .map((name) => `${path}: the block "${name}" differs from the code`);
}

function findUnknown(text: string, blocks: Blocks): string[] {
  const present = [...text.matchAll(anyBlock)].map(([, name = '']) => name);
  const missing = Object.keys(blocks).filter((name) => !toPattern(name).test(text));
  return [
    ...missing.map((name) => `The block "${name}" is missing`),
    ...present
      .filter((name) => !Object.hasOwn(blocks, name))
      .map((name) => `No code generates the block "${name}"`),
  ];
}

const readBlock = (text: string, name: string): string => toPattern(name).exec(text)?.[0] ?? '';

/** The formatter pads the cells of tables and may change blank lines. */
const toPlain = (text: string): string =>
  text
    .replace(/-{3,}/g, '---')
    .replace(/\s*\n\s*/g, '\n')
    .replace(/[ \t]+/g, ' ');
