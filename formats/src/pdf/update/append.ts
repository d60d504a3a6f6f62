// Builds an incremental update of a PDF file: objects, their cross-references and a trailer (ISO 32000-1, 7.5.6).
import type { ByteSource } from '../../source.ts';
import type { ObjectId, Section } from './section.ts';

export interface NewObject extends ObjectId {
  /** Content between `obj` and `endobj`. */
  body: Buffer;
}

/** Returns the bytes to append to the file. `info` is the object of the information dictionary. */
export function makeUpdate(
  source: ByteSource,
  section: Section,
  { objects, info }: { objects: readonly NewObject[]; info: ObjectId },
): Buffer {
  const last = source.read(source.size - 1, 1)[0];
  const parts: Buffer[] = [Buffer.from(last === 0x0a || last === 0x0d ? '' : '\n')];
  let offset = source.size + (parts[0]?.length ?? 0);
  const written = objects
    .map((object) => {
      const { number, generation, body } = object;
      const whole = Buffer.concat([
        Buffer.from(`${number} ${generation} obj\n`),
        body,
        Buffer.from('\nendobj\n'),
      ]);
      parts.push(whole);
      const start = offset;
      offset += whole.length;
      return { number, generation, offset: start };
    })
    .toSorted((a, b) => a.number - b.number);
  const size = Math.max(section.size, ...written.map(({ number }) => number + 1));
  const common = { section, info, offset };
  parts.push(
    section.isStream ? toStream({ ...common, written, size }) : toTable({ ...common, written, size }),
    Buffer.from(`startxref\n${offset}\n%%EOF\n`),
  );
  return Buffer.concat(parts);
}

interface WrittenObject extends ObjectId {
  offset: number;
}

interface References {
  section: Section;
  info: ObjectId;
  written: readonly WrittenObject[];
  size: number;
  /** Offset of the cross-references. */
  offset: number;
}

/** Groups objects with consecutive numbers. */
function toRuns(written: readonly WrittenObject[]): WrittenObject[][] {
  const runs: WrittenObject[][] = [];
  for (const object of written) {
    const run = runs.at(-1);
    if (run && (run.at(-1)?.number ?? -2) + 1 === object.number) run.push(object);
    else runs.push([object]);
  }
  return runs;
}

const toEntries = ({ section, info }: References, size: number): string =>
  [
    `/Size ${size}/Root ${section.root}/Info ${info.number} ${info.generation} R/Prev ${section.offset}`,
    ...(section.id === undefined ? [] : [`/ID${section.id}`]),
  ].join('');

function toTable(references: References): Buffer {
  const lines = toRuns(references.written).flatMap((run) => [
    `${run[0]?.number} ${run.length}\n`,
    ...run.map(
      ({ offset, generation }) =>
        `${String(offset).padStart(10, '0')} ${String(generation).padStart(5, '0')} n\r\n`,
    ),
  ]);
  const trailer = `trailer\n<<${toEntries(references, references.size)}>>\n`;
  return Buffer.from(`xref\n${lines.join('')}${trailer}`, 'latin1');
}

/** Type, offset and generation take one, five and two bytes. The stream is an object and references itself. */
function toStream(references: References): Buffer {
  const { size, offset } = references;
  const all = [...references.written, { number: size, generation: 0, offset }];
  const rows = all.map((object) => {
    const row = Buffer.alloc(8);
    row.writeUInt8(1, 0);
    row.writeUIntBE(object.offset, 1, 5);
    row.writeUInt16BE(object.generation, 6);
    return row;
  });
  const index = toRuns(all).map((run) => `${run[0]?.number} ${run.length}`);
  const entries = `/Type/XRef/W[1 5 2]/Index[${index.join(' ')}]/Length ${rows.length * 8}${toEntries(references, size + 1)}`;
  return Buffer.concat([
    Buffer.from(`${size} 0 obj\n<<${entries}>>\nstream\n`, 'latin1'),
    ...rows,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
}
