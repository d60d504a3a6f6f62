// Writes metadata into a PDF with an incremental update after its last byte: the information dictionary and an existing XMP
// packet. All existing bytes remain unchanged.
import type { ZipPart } from '../archive/zip/replace.ts';
import { FormatError } from '../error.ts';
import type { Limits } from '../limits.ts';
import type { EmbeddedMetadata } from '../metadata.ts';
import type { ByteSource } from '../source.ts';
import type { PdfDocument } from './document.ts';
import { type PdfField, toValues } from './edit-fields.ts';
import type { PdfEngine } from './engine.ts';
import { makeUpdate, type NewObject } from './update/append.ts';
import { toPdfDate, writeInfo } from './update/info.ts';
import { findPacketObject } from './update/packet-object.ts';
import { readLastSection } from './update/section.ts';
import { editXmp, type XmpProperty } from './update/xmp.ts';
import { findXmpPacket } from './xmp-packet.ts';

export interface PdfEdit {
  metadata: EmbeddedMetadata;
  fields: readonly PdfField[];
  modifiedAt: Date;
}

const infoKeys = { title: 'Title', authors: 'Author', summary: 'Subject', subjects: 'Keywords' } as const;

/**
 * Returns the parts of the new file. Throws FormatError: the engine's errors if it cannot open the document, `signed` if a
 * change would break a signature, encrypted, malformed.
 */
export function editPdf(engine: PdfEngine, source: ByteSource, edit: PdfEdit, limits: Limits): ZipPart[] {
  const section = readLastSection(source);
  const document = engine.open(source, limits);
  try {
    if (document.isSigned())
      throw new FormatError('parser', 'The PDF is signed: a change would break its signature', {
        reason: 'signed',
      });
    const info = section.info ?? { number: section.size, generation: 0 };
    const objects = [{ ...info, body: toInfo(document, edit) }, ...toPacket(source, edit, limits)];
    return [{ offset: 0, length: source.size }, makeUpdate(source, section, { objects, info })];
  } finally {
    document.close();
  }
}

function toInfo(document: PdfDocument, { metadata, fields, modifiedAt }: PdfEdit): Buffer {
  const texts = new Map(document.infoTexts());
  for (const field of fields) {
    const values = toValues(field, metadata);
    if (values.length === 0) texts.delete(infoKeys[field]);
    else
      texts.set(
        infoKeys[field],
        field === 'summary' || field === 'title' ? (values[0] ?? '') : values.join('; '),
      );
  }
  texts.set('ModDate', toPdfDate(modifiedAt));
  return writeInfo(texts);
}

function toPacket(
  source: ByteSource,
  { metadata, fields, modifiedAt }: PdfEdit,
  limits: Limits,
): NewObject[] {
  const packet = findXmpPacket(source);
  if (!packet) return [];
  const time = modifiedAt.toISOString().replace(/\.\d+Z$/, 'Z');
  const properties: XmpProperty[] = [
    ...fields.flatMap((field) => toProperties(field, toValues(field, metadata))),
    { prefix: 'xmp', name: 'ModifyDate', form: 'text', values: [time] },
  ];
  const text = Buffer.from(`${editXmp(packet.bytes, properties, limits)}<?xpacket end="w"?>`);
  const head = `<</Type/Metadata/Subtype/XML/Length ${text.length}>>\nstream\n`;
  return [
    {
      ...findPacketObject(source, packet),
      body: Buffer.concat([Buffer.from(head), text, Buffer.from('\nendstream')]),
    },
  ];
}

function toProperties(field: PdfField, values: readonly string[]): XmpProperty[] {
  switch (field) {
    case 'title':
      return [{ prefix: 'dc', name: 'title', form: 'Alt', values }];
    case 'authors':
      return [{ prefix: 'dc', name: 'creator', form: 'Seq', values }];
    case 'summary':
      return [{ prefix: 'dc', name: 'description', form: 'Alt', values }];
    default:
      return [
        { prefix: 'dc', name: 'subject', form: 'Bag', values },
        {
          prefix: 'pdf',
          name: 'Keywords',
          form: 'text',
          values: values.length === 0 ? [] : [values.join('; ')],
        },
      ];
  }
}

const comparedBytes = 1024 * 1024;

/** Throws FormatError `parser` unless the new file begins with the whole old file and has the same number of pages. */
export function checkPdf(engine: PdfEngine, before: ByteSource, after: ByteSource, limits: Limits): void {
  const damaged = () => new FormatError('parser', 'The new file failed verification', { reason: 'damaged' });
  for (let at = 0; at < before.size; at += comparedBytes) {
    const length = Math.min(comparedBytes, before.size - at);
    if (Buffer.compare(before.read(at, length), after.read(at, length)) !== 0) throw damaged();
  }
  const counts = [before, after].map((source) => {
    const document = engine.open(source, limits);
    try {
      return document.pageCount;
    } finally {
      document.close();
    }
  });
  if (counts[0] !== counts[1] || after.size <= before.size) throw damaged();
}
