// Builds AVIF and HEIC files from boxes (ISO/IEC 14496-12) and coded pictures.
import { bytesOf } from './bytes.ts';

export function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body]);
}

/** Version and flags of a full box. */
export const full = (flags: number, version = 0): Buffer => Buffer.from([version, 0, 0, flags]);

export const ispe = (width: number, height: number): Buffer => box('ispe', full(0), u32(width), u32(height));

export const nclx = (range: 'full' | 'limited'): Buffer =>
  box('colr', bytesOf('nclx', [0, 1, 0, 13, 0, 6, range === 'full' ? 0x80 : 0]));

export interface CodedPicture {
  codec: 'av1' | 'hevc';
  /** Content of av1C or hvcC. */
  config: Buffer;
  data: Buffer;
}

/** Wraps a coded picture of 64 x 64 as the only item, or as the tile of a grid, with further properties of the item. */
export function wrapPicture(
  { codec, config, data }: CodedPicture,
  { isGrid = false, properties = [] }: { isGrid?: boolean; properties?: Buffer[] } = {},
): Buffer {
  const brand = codec === 'av1' ? 'avif' : 'heic';
  const ftyp = box('ftyp', bytesOf(brand, [0, 0, 0, 0], brand, 'mif1', 'miaf'));
  const configBox = box(codec === 'av1' ? 'av1C' : 'hvcC', config);
  const listed = [ispe(64, 64), configBox, ...properties];
  const own = properties.map((_, i) => i + 3);
  const ofTile = [1, 0x82, ...(isGrid ? [] : own)];
  const ofGrid = [1, ...own];
  const ipma = box(
    'ipma',
    full(0),
    u32(isGrid ? 2 : 1),
    bytesOf([0, 1, ofTile.length, ...ofTile], isGrid ? [0, 2, ofGrid.length, ...ofGrid] : []),
  );
  const infe = (id: number, type: string) => box('infe', full(0, 2), bytesOf([0, id, 0, 0], type, [0]));
  const items = [infe(1, codec === 'av1' ? 'av01' : 'hvc1'), ...(isGrid ? [infe(2, 'grid')] : [])];
  const toMeta = (at: number) =>
    box(
      'meta',
      full(0),
      box('hdlr', full(0), Buffer.alloc(4), bytesOf('pict'), Buffer.alloc(13)),
      box('pitm', full(0), bytesOf([0, items.length])),
      box('idat', bytesOf([0, 0, 0, 0, 0, 64, 0, 64])),
      box(
        'iloc',
        full(0, 1),
        bytesOf([0x44, 0, 0, items.length, 0, 1, 0, 0, 0, 0, 0, 1]),
        u32(at),
        u32(data.length),
        isGrid ? bytesOf([0, 2, 0, 1, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0, 0, 8]) : Buffer.alloc(0),
      ),
      box('iinf', full(0), bytesOf([0, items.length]), ...items),
      ...(isGrid ? [box('iref', full(0), box('dimg', bytesOf([0, 2, 0, 1, 0, 1])))] : []),
      box('iprp', box('ipco', ...listed), ipma),
    );
  const mdatAt = ftyp.length + toMeta(0).length + 8;
  return Buffer.concat([ftyp, toMeta(mdatAt), box('mdat', data)]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
