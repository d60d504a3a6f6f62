// Finds the document's XMP packet in the bytes of a PDF. PDFium does not provide it. Metadata streams are uncompressed, so
// that tools without PDF support can find them (ISO 32000-1, 14.3.2).
import type { ByteSource } from '../source.ts';
import { readEnds } from './raw-scan.ts';

const MAX_PACKET_BYTES = 1024 * 1024;
const MAX_PACKETS = 256;

const START = '<?xpacket begin';
const END = '<?xpacket end';

export interface XmpPacket {
  bytes: Uint8Array;
  /** Offset from the beginning of the file. */
  offset: number;
}

/**
 * Returns the packet that describes the document, with its processing instructions. Images in a PDF may contain other
 * packets: a packet with PDF properties wins, otherwise the last packet without image properties.
 * @throws FormatError parser if the file cannot be read
 */
export function findXmpPacket(source: ByteSource): XmpPacket | undefined {
  let best: (XmpPacket & { rank: number }) | undefined;
  for (const part of readEnds(source)) {
    for (const packet of cutPackets(part.bytes)) {
      const rank = rankPacket(packet);
      const offset = part.offset + packet.byteOffset - part.bytes.byteOffset;
      if (rank > 0 && (best === undefined || rank >= best.rank)) best = { bytes: packet, offset, rank };
    }
  }
  return best && { bytes: Uint8Array.from(best.bytes), offset: best.offset };
}

function cutPackets(bytes: Buffer): Buffer[] {
  const packets: Buffer[] = [];
  let from = bytes.indexOf(START);
  while (from >= 0 && packets.length < MAX_PACKETS) {
    const end = bytes.indexOf(END, from);
    if (end < 0) break;
    if (end - from <= MAX_PACKET_BYTES) packets.push(bytes.subarray(from, end));
    from = bytes.indexOf(START, end);
  }
  return packets;
}

function rankPacket(packet: Buffer): number {
  if (packet.includes('application/pdf') || packet.includes('http://ns.adobe.com/pdf/')) return 2;
  const isOfPicture = packet.includes('>image/') || packet.includes('http://ns.adobe.com/tiff/');
  return isOfPicture ? 0 : 1;
}
