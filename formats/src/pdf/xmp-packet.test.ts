import { expect, test } from 'vitest';
import { bytesSource } from '../source.ts';
import { findXmpPacket } from './xmp-packet.ts';

const packet = (body: string) =>
  `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>${body}<?xpacket end="w"?>`;
const find = (...parts: (string | Buffer)[]) => {
  const found = findXmpPacket(bytesSource(Buffer.concat(parts.map((part) => Buffer.from(part)))))?.bytes;
  return found && Buffer.from(found).toString();
};

const document = packet('<dc:format>application/pdf</dc:format>');
const picture = packet('<dc:format>image/jpeg</dc:format>');
const plain = packet('<dc:title>x</dc:title>');
const filler = Buffer.alloc(6 * 1024 * 1024, 'x');

test('finds the packet of the document at either end of a large file', () => {
  expect(find(document, filler)).toContain('application/pdf');
  expect(find(filler, document, 'trailer')).toContain('application/pdf');
});

test('ignores packets of images', () => {
  expect(find(document, picture, picture)).toContain('application/pdf');
  expect(find(picture, plain, picture)).toContain('<dc:title>');
  expect(find(picture)).toBeUndefined();
});

test('uses the last of two packets of the document, as in a file that was saved again', () => {
  const older = packet('<x xmlns:pdf="http://ns.adobe.com/pdf/1.3/">old</x>');
  expect(find(older, document)).toContain('application/pdf');
});

test('returns undefined for a missing, unterminated or too large packet', () => {
  expect(find('%PDF-1.7')).toBeUndefined();
  expect(find('')).toBeUndefined();
  expect(find(document.slice(0, -20))).toBeUndefined();
  expect(find(packet(`application/pdf${'x'.repeat(1_100_000)}`))).toBeUndefined();
});
