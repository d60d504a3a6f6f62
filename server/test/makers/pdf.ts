// Creates small valid PDF documents for tests.
import { createPdfLock, type PdfLock } from './pdf-lock.ts';

interface PdfPageSpec {
  /** Points. Default 300 x 400. */
  width?: number;
  height?: number;
  /** Clockwise: 0, 90, 180 or 270 degrees. */
  rotate?: number;
  /** Value of MediaBox if it is not [0 0 width height]. */
  mediaBox?: string;
  /** Drawing operators (ISO 32000-1 annex A). Default: fills the left half with blue. */
  content?: string;
  /** Raw entries of the page resources, such as a font. */
  resources?: string;
  /** Images of 100 by 60 pixels that the content draws by name (`/Ship Do`): JPEG data, or invalid data. */
  images?: Record<string, Uint8Array>;
  /** Raw annotations: `<</Subtype/Link…>>`. */
  annotations?: string;
}

export interface PdfSpec {
  /** Default: one page of the default size. */
  pages?: PdfPageSpec[];
  /** The document information dictionary, such as { Title: 'x' }. Bytes and names (`/Name`) are written unchanged. */
  info?: Record<string, string | Uint8Array>;
  /** Content of the XMP packet, wrapped in a metadata stream. */
  xmp?: string;
  /** Titles of top-level outline items. Each links to the page with the same index. */
  outline?: string[];
  /** Default 1.7. */
  version?: string;
  /** Raw additional entries of the catalog. */
  catalog?: string;
  /** User password. An encrypted document can only contain pages. */
  password?: string;
}

/** Returns a document with plain objects, one cross-reference table and no compression. */
export function makePdf(spec: PdfSpec = {}): Buffer {
  const pages = spec.pages ?? [{}];
  const lock = spec.password === undefined ? undefined : createPdfLock(spec.password);
  const objects = createObjects();
  const catalog = objects.reserve();
  const tree = objects.reserve();
  const kids = pages.map((page) => {
    const content = objects.add(toStream(page.content ?? toHalfPage(page), '', lock));
    const images = Object.entries(page.images ?? {}).map(
      ([name, bytes]) => `/${name} ${toReference(objects.add(toStream(bytes, imageEntries, lock)))}`,
    );
    const drawn = images.length > 0 ? `/XObject<<${images.join('')}>>` : '';
    return objects.add(toPage({ ...page, resources: `${page.resources ?? ''}${drawn}` }, tree, content));
  });
  objects.set(tree, `<</Type/Pages/Count ${kids.length}/Kids[${kids.map(toReference).join(' ')}]>>`);
  const outline = spec.outline && `/Outlines ${toReference(addOutline(objects, spec.outline, kids))}`;
  const xmp =
    spec.xmp && `/Metadata ${toReference(objects.add(toStream(spec.xmp, '/Type/Metadata/Subtype/XML')))}`;
  objects.set(
    catalog,
    `<</Type/Catalog/Pages ${toReference(tree)}${outline ?? ''}${xmp ?? ''}${spec.catalog ?? ''}>>`,
  );
  const info = spec.info && `/Info ${toReference(objects.add(toDictionary(spec.info)))}`;
  const encrypt = lock ? `/Encrypt ${toReference(objects.add(lock.dictionary))}/ID[<00><00>]` : '';
  return objects.write(spec.version ?? '1.7', `/Root ${toReference(catalog)}${info ?? ''}${encrypt}`);
}

function createObjects() {
  const bodies: string[] = [];
  return {
    reserve: () => bodies.push(''),
    add: (body: string) => bodies.push(body),
    set: (number: number, body: string) => {
      bodies[number - 1] = body;
    },
    /** Writes the file. Object numbers start at 1. Texts are Latin-1. */
    write: (version: string, trailer: string): Buffer => {
      let file = `%PDF-${version}\n%\xe2\xe3\xcf\xd3\n`;
      const offsets = bodies.map((body, index) => {
        const offset = file.length;
        file += `${index + 1} 0 obj\n${body}\nendobj\n`;
        return `${String(offset).padStart(10, '0')} 00000 n \n`;
      });
      const size = bodies.length + 1;
      const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
      const end = `trailer\n<</Size ${size}${trailer}>>\nstartxref\n${file.length}\n%%EOF\n`;
      return Buffer.from(file + table + end, 'latin1');
    },
  };
}

function toReference(number: number): string {
  return `${number} 0 R`;
}

const imageEntries =
  '/Type/XObject/Subtype/Image/Width 100/Height 60/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode';

function toStream(content: string | Uint8Array, entries = '', lock?: PdfLock): string {
  const plain = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
  const bytes = (lock ? lock.encrypt(plain) : plain).toString('latin1');
  return `<<${entries}/Length ${bytes.length}>>\nstream\n${bytes}\nendstream`;
}

function toHalfPage({ width = 300, height = 400 }: PdfPageSpec): string {
  return `0 0 0.8 rg 0 0 ${width / 2} ${height} re f`;
}

function toPage(page: PdfPageSpec, parent: number, content: number): string {
  const { width = 300, height = 400, rotate, mediaBox = `0 0 ${width} ${height}` } = page;
  const { resources = '', annotations } = page;
  const rotation = rotate === undefined ? '' : `/Rotate ${rotate}`;
  const links = `/Parent ${toReference(parent)}/Contents ${toReference(content)}`;
  const notes = annotations === undefined ? '' : `/Annots[${annotations}]`;
  return `<</Type/Page${links}/MediaBox[${mediaBox}]${rotation}${notes}/Resources<<${resources}>>>>`;
}

function addOutline(objects: ReturnType<typeof createObjects>, titles: string[], kids: number[]): number {
  const root = objects.reserve();
  const items = titles.map(() => objects.reserve());
  for (const [i, title] of titles.entries()) {
    const previous = items[i - 1];
    const next = items[i + 1];
    const page = kids[i];
    const siblings = `${previous ? `/Prev ${toReference(previous)}` : ''}${next ? `/Next ${toReference(next)}` : ''}`;
    const target = page === undefined ? '' : `/Dest[${toReference(page)}/Fit]`;
    objects.set(items[i] ?? 0, `<</Title${toText(title)}/Parent ${toReference(root)}${siblings}${target}>>`);
  }
  const ends = `/First ${toReference(items[0] ?? 0)}/Last ${toReference(items.at(-1) ?? 0)}`;
  objects.set(root, `<</Type/Outlines${ends}/Count ${items.length}>>`);
  return root;
}

function toDictionary(entries: Record<string, string | Uint8Array>): string {
  const parts = Object.entries(entries).map(
    ([key, value]) =>
      `/${key}${typeof value === 'string' ? toText(value) : Buffer.from(value).toString('latin1')}`,
  );
  return `<<${parts.join('')}>>`;
}

/**
 * Encodes ASCII as a literal string, other text as UTF-16BE with a byte order mark in hexadecimal (ISO 32000-1,
 * 7.9.2.2).
 */
function toText(text: string): string {
  const isAscii = /^[\x20-\x7e]*$/.test(text);
  if (isAscii) return `(${text.replace(/[\\()]/g, '\\$&')})`;
  return `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
}
