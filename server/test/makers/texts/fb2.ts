// Creates FictionBook files for tests: a small complete book whose parts can be replaced.

export interface FictionBookParts {
  /** Content of `title-info`. */
  info?: string;
  /** Content of the first body. */
  body?: string;
  /** Markup after the first body. */
  rest?: string;
  /** Cover image. */
  cover?: Uint8Array;
  encoding?: string;
}

const info = `<genre>sf</genre><author><first-name>Ada</first-name><last-name>Abe</last-name></author>
<book-title>Night Train</book-title><annotation><p>A journey.</p></annotation><date value="2004-05-01">2004</date><lang>en</lang>
<sequence name="Rails" number="2"/>`;
const body = `<title><p>Night Train</p></title>
<section id="one"><title><p>Departure</p></title><p>The <emphasis>train</emphasis> leaves.<a l:href="#n1" type="note">1</a></p>
<image l:href="#cover.png"/></section>
<section><title><p>Arrival</p></title><p>See <a l:href="#one">departure</a>.</p></section>`;
const notes = `<body name="notes"><title><p>Notes</p></title><section id="n1"><title><p>1</p></title><p>On time.</p></section></body>`;

/** Returns the document as text. */
export function writeFictionBook(parts: FictionBookParts = {}): string {
  const { cover, encoding = 'utf-8' } = parts;
  const page = cover ? '<coverpage><image l:href="#cover.png"/></coverpage>' : '';
  const binary = cover
    ? `<binary id="cover.png" content-type="image/png">${Buffer.from(cover).toString('base64')}</binary>`
    : '';
  return `<?xml version="1.0" encoding="${encoding}"?>
<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink">
<description><title-info>${parts.info ?? info}${page}</title-info>
<publish-info><publisher>Rail Press</publisher><isbn>978-0-306-40615-7</isbn></publish-info></description>
<body>${parts.body ?? body}</body>${parts.rest ?? notes}${binary}</FictionBook>`;
}

export const makeFictionBook = (parts: FictionBookParts = {}): Buffer => Buffer.from(writeFictionBook(parts));
