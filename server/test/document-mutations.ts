// Mutates XML and JSON documents: moves, repeats and drops tags, inserts hostile text, corrupts bytes.
import { mutate } from './mutations.ts';

const hostile = [
  '<!DOCTYPE x [<!ENTITY a "b">]>',
  '<!DOCTYPE x SYSTEM "file:///etc/passwd">',
  '&a;',
  '&#0;',
  '&#x10FFFF;',
  '&',
  '<![CDATA[',
  ']]>',
  '<!--',
  '<?x',
  '<a>'.repeat(70),
  '<a b="',
  ' xmlns:p="urn:p"',
  ' refines="#',
  '../../../../etc/passwd',
  '%2e%2e%2f%00',
  'javascript:alert(1)',
  '\u202e',
  '\ud800',
  '\u0000',
  '９９９９',
  '1e400',
  '-1',
  'x'.repeat(5000),
];

/** Returns a damaged copy of a document. */
export function mutateDocument(document: string, random: () => number): Buffer {
  const below = (limit: number) => Math.floor(random() * limit);
  // Splits into markup and text, so that most of the result is still markup.
  const parts = document.split(/(?<=>)|(?=<)/);
  for (let changes = 1 + below(4); changes > 0; changes--) {
    const at = below(parts.length);
    const kind = below(5);
    if (kind === 0) parts.splice(at, 1 + below(3));
    else if (kind === 1) parts.splice(at, 0, parts[below(parts.length)] ?? '');
    else if (kind === 2) parts.splice(at, 0, hostile[below(hostile.length)] ?? '');
    else if (kind === 3) parts[at] = `${parts[at] ?? ''}${hostile[below(hostile.length)] ?? ''}`;
    else parts[at] = (parts[at] ?? '').replace(/"[^"]*"/, `"${hostile[below(hostile.length)] ?? ''}"`);
  }
  const bytes = Buffer.from(parts.join(''));
  return random() < 0.2 ? mutate(bytes, random) : bytes;
}

/** Documents with one very long part, which a non-linear pattern would take very long to match. */
export function longDocuments(length: number): Buffer[] {
  const pieces = [
    '<',
    '>',
    '&',
    '&#',
    '"',
    ' ',
    '\n ',
    '<a ',
    '<!',
    '<![',
    '-',
    "='",
    '<a>',
    '</a>',
    '#',
    '%',
    '../',
    ',',
  ];
  const repeated = pieces.map((piece) => piece.repeat(Math.ceil(length / piece.length)));
  const wrapped = repeated.map((text) => text.replaceAll('<', '&lt;').replace(/&(?!lt;)/g, '&amp;'));
  return [
    ...repeated,
    ...wrapped.map((text) => `<package><metadata><title>${text}</title></metadata></package>`),
  ].map((text) => Buffer.from(text));
}
