// Small EPUBs like those of publishers, for tests of the reader of the web client.
import { makeEpub, makeImage, makeXhtml } from '@lectern/server/testing';

const item = (id: string, href: string, more = 'media-type="application/xhtml+xml"') =>
  `<item id="${id}" href="${href}" ${more}/>`;

const sentence = (chapter: number, n: number) =>
  `In chapter ${chapter} the ship went on, and sentence ${n} says that the sea was calm and the crew was not.`;

/** Paragraphs of plain text. The text of each chapter is unique. */
export const makeParagraphs = (chapter: number, count: number): string =>
  Array.from({ length: count }, (_, p) => {
    const lines = Array.from({ length: 6 }, (_, n) => sentence(chapter, p * 6 + n));
    return `<p id="p${p}">${lines.join(' ')}</p>`;
  }).join('\n');

/** Six chapters in two parts, notes, an image, landmarks and the page list of a printed book. */
export async function makeNovel(title = 'The Calm Sea'): Promise<Buffer> {
  const chapters = [1, 2, 3, 4, 5, 6];
  const chapter = (n: number) =>
    makeXhtml(`<h1>Chapter ${n}</h1>
      ${n === 1 ? '<p id="first">The <em>white</em> whale was never seen.<a epub:type="noteref" href="notes.xhtml#n1" id="r1">1</a> See <a href="c5.xhtml#p3">chapter five</a> or <a href="https://example.org/whale">the web</a>.</p><p><img src="ship.png" alt="A ship at sea"/></p>' : ''}
      <span epub:type="pagebreak" id="page${n}"></span>${makeParagraphs(n, 14)}
      ${n === 3 ? '<h2 id="storm">The storm</h2><p>A storm came, with <b>thunder</b> and the word petrichor.</p>' : ''}`);
  const nav = makeXhtml(`<nav epub:type="toc"><ol>
      <li><span>Part one</span><ol>${[1, 2, 3].map((n) => `<li><a href="c${n}.xhtml">Chapter ${n}</a>${n === 3 ? '<ol><li><a href="c3.xhtml#storm">The storm</a></li></ol>' : ''}</li>`).join('')}</ol></li>
      <li><span>Part two</span><ol>${[4, 5, 6].map((n) => `<li><a href="c${n}.xhtml">Chapter ${n}</a></li>`).join('')}</ol></li></ol></nav>
    <nav epub:type="landmarks"><ol><li><a epub:type="bodymatter" href="c1.xhtml">Begin reading</a></li></ol></nav>
    <nav epub:type="page-list"><ol>${chapters.map((n) => `<li><a href="c${n}.xhtml#page${n}">${n * 10}</a></li>`).join('')}</ol></nav>`);
  const notes = makeXhtml(
    '<aside epub:type="footnote" id="n1"><p>It is said to be <em>very</em> white. <img src="x" onerror="top.hacked = 1"/></p></aside>',
  );
  return makeEpub({
    metadata: `<dc:title>${title}</dc:title><dc:language>en</dc:language>`,
    manifest: [
      item('nav', 'nav.xhtml', 'media-type="application/xhtml+xml" properties="nav"'),
      ...chapters.map((n) => item(`c${n}`, `c${n}.xhtml`)),
      item('notes', 'notes.xhtml'),
      item('ship', 'ship.png', 'media-type="image/png"'),
    ].join(''),
    spine: `${chapters.map((n) => `<itemref idref="c${n}"/>`).join('')}<itemref idref="notes" linear="no"/>`,
    files: {
      'OEBPS/nav.xhtml': nav,
      'OEBPS/text/c2.xhtml': undefined,
      'OEBPS/notes.xhtml': notes,
      'OEBPS/ship.png': await makeImage({ color: 'steelblue', width: 320, height: 200, format: 'png' }),
      ...Object.fromEntries(chapters.map((n) => [`OEBPS/c${n}.xhtml`, chapter(n)])),
    },
  });
}

const oneChapter = (parts: {
  metadata: string;
  body: string;
  css?: string;
  spineAttributes?: string;
}): Buffer =>
  makeEpub({
    metadata: parts.metadata,
    manifest: [
      item('nav', 'nav.xhtml', 'media-type="application/xhtml+xml" properties="nav"'),
      item('c1', 'c1.xhtml'),
      item('css', 'style.css', 'media-type="text/css"'),
    ].join(''),
    spine: '<itemref idref="c1"/>',
    spineAttributes: parts.spineAttributes ?? '',
    files: {
      'OEBPS/nav.xhtml': makeXhtml('<nav epub:type="toc"><ol><li><a href="c1.xhtml">一</a></li></ol></nav>'),
      'OEBPS/text/c2.xhtml': undefined,
      'OEBPS/style.css': parts.css ?? '',
      'OEBPS/c1.xhtml': makeXhtml(parts.body).replace(
        '</head>',
        '<link rel="stylesheet" href="style.css"/></head>',
      ),
    },
  });

/** Japanese in vertical columns from right to left. */
export const makeVertical = (): Buffer =>
  oneChapter({
    metadata: '<dc:title>草枕</dc:title><dc:language>ja</dc:language>',
    spineAttributes: 'page-progression-direction="rtl"',
    css: 'html { -epub-writing-mode: vertical-rl; writing-mode: vertical-rl; }',
    body: `<h1>一</h1>${Array.from({ length: 60 }, (_, n) => `<p>第${n}段。山路を登りながら、こう考えた。智に働けば角が立つ。情に棹させば流される。意地を通せば窮屈だ。とかくに人の世は住みにくい。</p>`).join('')}`,
  });

/** Arabic: lines and pages from right to left. */
export const makeArabic = (): Buffer =>
  oneChapter({
    metadata: '<dc:title>الحمية</dc:title><dc:language>ar</dc:language>',
    spineAttributes: 'page-progression-direction="rtl"',
    css: 'html { direction: rtl; }',
    body: `<h1>واحد</h1>${Array.from({ length: 60 }, (_, n) => `<p>الفقرة ${n}: كان البحر هادئا وكانت السفينة تسير ببطء نحو الشاطئ البعيد في ذلك المساء الطويل.</p>`).join('')}`,
  });

/** Four fixed-layout pages, two of which form a spread. */
export const makeFixed = (): Buffer => {
  const pages = [1, 2, 3, 4];
  const body = (n: number) =>
    makeXhtml(
      `<div style="position:absolute;inset:0;background:hsl(${n * 80} 60% 80%)"><p style="margin:40px;font-size:40px">Page ${n}</p></div>`,
    ).replace('</head>', '<meta name="viewport" content="width=600, height=800"/></head>');
  return makeEpub({
    metadata: `<dc:title>Fixed Pages</dc:title><dc:language>en</dc:language>
      <meta property="rendition:layout">pre-paginated</meta><meta property="rendition:spread">landscape</meta>`,
    manifest: [
      item('nav', 'nav.xhtml', 'media-type="application/xhtml+xml" properties="nav"'),
      ...pages.map((n) => item(`c${n}`, `c${n}.xhtml`)),
    ].join(''),
    spine: pages.map((n) => `<itemref idref="c${n}"/>`).join(''),
    files: {
      'OEBPS/text/c2.xhtml': undefined,
      'OEBPS/nav.xhtml': makeXhtml(
        `<nav epub:type="toc"><ol>${pages.map((n) => `<li><a href="c${n}.xhtml">Page ${n}</a></li>`).join('')}</ol></nav>`,
      ),
      ...Object.fromEntries(pages.map((n) => [`OEBPS/c${n}.xhtml`, body(n)])),
    },
  });
};

/** A quiet tone of this duration, as WAV. */
function makeTone(seconds: number): Buffer {
  const rate = 8_000;
  const samples = Buffer.from(Array.from({ length: rate * seconds }, (_, i) => 128 + 4 * Math.sin(i / 4)));
  const header = Buffer.alloc(44);
  header.write('RIFF');
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

/** Two chapters with media overlays and one without between them; one audio clip of a second per paragraph. */
export function makeNarrated({ isFixed = false } = {}): Buffer {
  const chapters = [1, 2, 3];
  const counts = [0, isFixed ? 2 : 20, 0, 2];
  const smil = (n: number) => `<?xml version="1.0"?>
    <smil xmlns="http://www.w3.org/ns/SMIL" xmlns:epub="http://www.idpf.org/2007/ops" version="3.0"><body><seq>
    ${Array.from({ length: counts[n] ?? 0 }, (_, p) => `<par id="s${p}"><text src="c${n}.xhtml#p${p}"/><audio src="audio/c${n}.wav" clipBegin="0:00:0${p}.0" clipEnd="${p + 1}s"/></par>`).join('')}
    </seq></body></smil>`;
  const withSound = chapters.filter((n) => counts[n]);
  const overlay = (n: number) => (counts[n] ? ` media-overlay="s${n}"` : '');
  const body = (n: number) => {
    const text = makeXhtml(`<h1>Chapter ${n}</h1>${makeParagraphs(n, isFixed ? 2 : 20)}`);
    const viewport = '<meta name="viewport" content="width=600, height=800"/></head>';
    return isFixed ? text.replace('</head>', viewport) : text;
  };
  return makeEpub({
    metadata: `<dc:title>${isFixed ? 'Pages With Sound' : 'A Book With Sound'}</dc:title><dc:language>en</dc:language>
      <meta property="media:duration">0:00:22</meta><meta property="media:narrator">Nora Tell</meta>
      <meta property="media:active-class">-epub-media-overlay-active</meta>${
        isFixed
          ? '<meta property="rendition:layout">pre-paginated</meta><meta property="rendition:spread">none</meta>'
          : ''
      }`,
    manifest: [
      item('nav', 'nav.xhtml', 'media-type="application/xhtml+xml" properties="nav"'),
      ...chapters.map((n) => item(`c${n}`, `c${n}.xhtml`, `media-type="application/xhtml+xml"${overlay(n)}`)),
      ...withSound.map((n) => item(`s${n}`, `c${n}.smil`, 'media-type="application/smil+xml"')),
      ...withSound.map((n) => item(`a${n}`, `audio/c${n}.wav`, 'media-type="audio/wav"')),
    ].join(''),
    spine: chapters.map((n) => `<itemref idref="c${n}"/>`).join(''),
    files: {
      'OEBPS/nav.xhtml': makeXhtml(
        `<nav epub:type="toc"><ol>${chapters.map((n) => `<li><a href="c${n}.xhtml">Chapter ${n}</a></li>`).join('')}</ol></nav>`,
      ),
      'OEBPS/text/c2.xhtml': undefined,
      ...Object.fromEntries(chapters.map((n) => [`OEBPS/c${n}.xhtml`, body(n)])),
      ...Object.fromEntries(withSound.map((n) => [`OEBPS/c${n}.smil`, smil(n)])),
      ...Object.fromEntries(withSound.map((n) => [`OEBPS/audio/c${n}.wav`, makeTone(counts[n] ?? 1)])),
    },
  });
}
