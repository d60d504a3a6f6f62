import { describe, expect, test } from 'vitest';
import { epubFiles, page as xhtml } from '../../../../server/test/makers/epub.ts';
import { makeZip } from '../../../../server/test/makers/zip.ts';
import { defaultLimits } from '../../limits.ts';
import { bytesSource } from '../../source.ts';
import { readImportedPanels } from './read.ts';

type Files = Record<string, string | Uint8Array>;

interface Given {
  comic?: Files;
  epub?: Files;
  cbxy?: Files | Uint8Array;
  names?: string[];
  limits?: Partial<typeof defaultLimits>;
}

const zip = (files: Files) =>
  makeZip(Object.entries(files).map(([name, content]) => ({ name, content, method: 'deflate' })));

/** Pages of 1000 x 2000 pixels. Returns `source: boxes` by page number. */
async function read({ comic, epub, cbxy, names = ['1.jpg', '2.jpg'], limits }: Given) {
  const sidecar = cbxy instanceof Uint8Array ? cbxy : cbxy && zip(cbxy);
  const files = epub ?? comic;
  const pages = await readImportedPanels({
    ...(files && {
      archive: { source: bytesSource(zip(files)), kind: 'zip', isEpub: epub !== undefined },
    }),
    ...(sidecar && { sidecar: bytesSource(sidecar) }),
    pages: names.map((name) => ({ name, width: 1000, height: 2000 })),
    limits: { ...defaultLimits, ...limits },
  });
  return Object.fromEntries(
    pages.map(({ number, source, boxes }) => [number, `${source}: ${boxes.join(' | ')}`]),
  );
}

const acbf = (body: string, cover = '') =>
  `<?xml version="1.0"?><ACBF xmlns="http://www.acbf.info/xml/acbf/1.1"><meta-data><book-info>${
    cover && `<coverpage>${cover}</coverpage>`
  }</book-info></meta-data><body>${body}</body></ACBF>`;
const image = (href: string) => `<image href="${href}"/>`;
const frame = (points: string) => `<frame points="${points}"/>`;
const upper = frame('0,0 1000,0 1000,1000 0,1000');
const lower = frame('0,1000 1000,1000 1000,2000 0,2000');
const halves = '0,0,100,50 | 0,50,100,50';

describe('ACBF', () => {
  test('has frames in the order of the document, in pixels of the image', async () => {
    const body = `<page>${image('1.jpg')}<text-layer><text-area points="0,0 9,9"/></text-layer>${lower}${upper}</page>`;
    expect(await read({ comic: { 'a.acbf': acbf(body) } })).toEqual({
      1: 'acbf: 0,50,100,50 | 0,0,100,50',
    });
  });

  test('refers to images relative to its folder, and by names in another case', async () => {
    const body = `<page>${image('art/1%20a.JPG')}${upper}</page>`;
    const names = ['Saga/art/1 a.jpg'];
    expect(await read({ comic: { 'Saga/a.acbf': acbf(body) }, names })).toEqual({ 1: 'acbf: 0,0,100,50' });
  });

  test('includes the cover, and uses the first page with frames of an image', async () => {
    const body = `<page>${image('1.jpg')}${lower}</page><page>${image('2.jpg')}</page><page>${image('#x')}${upper}</page>`;
    const comic = { 'a.acbf': acbf(body, image('1.jpg') + upper) };
    expect(await read({ comic })).toEqual({ 1: 'acbf: 0,0,100,50' });
  });

  test.each([
    ['a damaged document', '<ACBF>&x;</ACBF'],
    [
      'a document with entities',
      `<!DOCTYPE a [<!ENTITY x "y">]>${acbf(`<page>${image('1.jpg')}${upper}</page>`)}`,
    ],
    ['a document nested too deeply', '<a>'.repeat(100)],
  ])('is ignored if it is %s', async (_, document) => {
    expect(await read({ comic: { 'a.acbf': document } })).toEqual({});
  });

  test('is ignored if it is too large', async () => {
    const comic = { 'a.acbf': acbf(`<page>${image('1.jpg')}${upper}</page>`) };
    expect(await read({ comic, limits: { maxDocumentBytes: 100 } })).toEqual({});
  });
});

describe('a set of panels', () => {
  const of = async (...frames: string[]) =>
    (await read({ comic: { 'a.acbf': acbf(`<page>${image('1.jpg')}${frames.join('')}</page>`) } }))[1];

  test('is limited to the page', async () => {
    expect(await of(frame('-20,-20 1010,1000'))).toBe('acbf: 0,0,100,50');
  });

  test.each([
    ['exceeds the page', frame('0,0 1100,1000')],
    ['is narrower than 2 %', frame('0,0 19,1000')],
    ['is lower than 2 %', frame('0,0 1000,39')],
    ['has no points', '<frame/>'],
  ])('is ignored if one panel %s', async (_, bad) => {
    expect(await of(upper, bad, lower)).toBeUndefined();
  });

  test('is ignored with more than 40 panels', async () => {
    expect(await of(...new Array<string>(40).fill(upper))).toBeDefined();
    expect(await of(...new Array<string>(41).fill(upper))).toBeUndefined();
  });
});

describe('cbxy', () => {
  const json = (...panels: unknown[]) => JSON.stringify({ page: '1.jpg', panels });
  const full = { x: 0, y: 0, w: 1, h: 0.5 };

  test('has panels by the name of the page, with or without its folders', async () => {
    const names = ['Art/1.png', 'Art/2.png', 'Art/3.png'];
    const cbxy = { 'Art/1.json': json(full), '2.json': json({ ...full, y: 0.5 }), '3.json': json() };
    expect(await read({ cbxy, names })).toEqual({ 1: 'cbxy: 0,0,100,50', 2: 'cbxy: 0,50,100,50' });
  });

  test('has panels by names in other folders, case or normalization, if only one page and document have them', async () => {
    const names = ['New/Caf\u00e9.jpg', 'New/2.jpg', 'A/3.jpg', 'B/3.jpg'];
    const cbxy = { 'Old/CAFE\u0301.json': json(full), 'Old/2.JSON': json(full), 'Old/3.json': json(full) };
    expect(await read({ cbxy, names })).toEqual({ 1: 'cbxy: 0,0,100,50', 2: 'cbxy: 0,0,100,50' });
    expect(await read({ cbxy: { 'A/1.json': json(full), 'B/1.json': json(full) } })).toEqual({});
  });

  test.each([
    ['not a zip', Buffer.from('no zip')],
    ['damaged', { '1.json': json(full), '2.json': '{' }],
    ['too large', { '1.json': json(full) + ' '.repeat(64 * 1024) }],
  ])('is ignored if it is %s', async (_, cbxy) => {
    expect(await read({ cbxy })).toEqual({});
  });

  test('ignores a page with a value that is not a box', async () => {
    const cbxy = { '1.json': json(full, null), '2.json': json({ ...full, w: '1' }) };
    expect(await read({ cbxy })).toEqual({});
  });
});

describe('a Readium package', () => {
  const type = 'application/guided-navigation+json';
  const manifest = (links: object[], alternates: object[] = []) =>
    JSON.stringify({ links, readingOrder: [{ href: '1.jpg', alternate: alternates }] });
  const panel = (imgref: string, more = {}) => ({ imgref, role: ['panel'], ...more });
  const guided = (...objects: object[]) => JSON.stringify({ guided: objects });

  test('has panels in the document of the book, and none of their balloons', async () => {
    const children = [panel('1.jpg#xywh=1,1,50,50', { role: ['speechBubble'] })];
    const comic = {
      'manifest.json': manifest([{ rel: 'related', href: 'guide/all.json', type }]),
      'guide/all.json': guided(
        { role: ['page'], children: [panel('../1.jpg#xywh=0,0,1000,1000', { children })] },
        panel('../1.jpg#xywh=percent:0,50,100,50'),
        { imgref: '../2.jpg' },
      ),
    };
    expect(await read({ comic })).toEqual({ 1: `navigation: ${halves}` });
  });

  test('has panels in the documents of its pages, each once', async () => {
    const page = { href: 'one.json', type };
    const comic = {
      'manifest.json': manifest([page], [page, { href: 'https://example.org/two.json', type }]),
      'one.json': guided(panel('1.jpg#xywh=percent:0,0,100,50')),
    };
    expect(await read({ comic })).toEqual({ 1: 'navigation: 0,0,100,50' });
  });

  test('is ignored if its objects are nested too deeply, or are numbers or null', async () => {
    let object: object = panel('1.jpg');
    for (let depth = 0; depth < 20; depth++) object = { children: [object] };
    for (const document of [guided(object), '[1]', guided([1] as never, null as never)]) {
      const comic = { 'manifest.json': manifest([{ href: 'a.json', type }]), 'a.json': document };
      expect(await read({ comic })).toEqual({});
    }
  });
});

describe('an EPUB with region-based navigation', () => {
  const fixed = (body: string, viewport = 'width=500, height=1000') =>
    xhtml(body).replace('<title>', `<meta name="viewport" content="${viewport}"/><title>`);
  const anEpub = (regions: string, files: Files = {}): Files =>
    Object.fromEntries(
      epubFiles({
        manifest: `<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
          <item id="r" href="nav/regions.xhtml" media-type="application/xhtml+xml" properties="data-nav"/>
          <item id="p1" href="p1.xhtml" media-type="application/xhtml+xml"/>
          <item id="p2" href="p2.xhtml" media-type="application/xhtml+xml"/>
          <item id="i1" href="1.jpg" media-type="image/jpeg"/><item id="i2" href="2.jpg" media-type="image/jpeg"/>`,
        spine: '<itemref idref="p1"/><itemref idref="p2"/>',
        files: {
          'OEBPS/nav/regions.xhtml': xhtml(`<nav epub:type="region-based"><ol>${regions}</ol></nav>`),
          'OEBPS/p1.xhtml': fixed('<img src="1.jpg"/>'),
          'OEBPS/p2.xhtml': fixed('<img src="2.jpg"/>'),
          'OEBPS/1.jpg': 'x',
          'OEBPS/2.jpg': 'y',
          ...files,
        },
      }),
    );
  const names = ['OEBPS/1.jpg', 'OEBPS/2.jpg'];
  const link = (page: number, region: string) => `<a href="../p${page}.xhtml#${region}"/>`;
  const panel = (page: number, region: string, more = '') =>
    `<li epub:type="panel">${link(page, region)}${more}</li>`;

  test('has panels, also in groups, and none of their balloons', async () => {
    const balloon = `<ol><li epub:type="balloon">${link(1, 'xywh=percent:1,1,9,9')}</li></ol>`;
    const group = `<li epub:type="panel-group">${link(1, 'xywh=percent:0,50,100,50')}<ol>${[
      panel(1, 'xyn=percent:0,50,45,50,40,100,0,100'),
      `<li><a epub:type="panel" href="../p1.xhtml#xywh=250,500,250,500"/></li>`,
    ].join('')}</ol></li>`;
    const regions = `<li>${link(1, 'x')}<ol>${panel(1, 'xywh=percent:0,0,100,50', balloon)}${group}</ol></li>`;
    expect(await read({ epub: anEpub(regions), names })).toEqual({
      1: 'epub: 0,0,100,50 | 0,50,45,50 | 50,50,50,50',
    });
  });

  test('has a panel across two pages on both', async () => {
    const regions = `<li epub:type="panel"><span>${link(1, 'xywh=percent:50,0,50,50')}${link(2, 'xywh=percent:0,0,50,50')}</span></li>`;
    expect(await read({ epub: anEpub(regions), names })).toEqual({
      1: 'epub: 50,0,50,50',
      2: 'epub: 0,0,50,50',
    });
  });

  test('has panels only on pages that their image fills', async () => {
    const regions = panel(1, 'xywh=percent:0,0,100,50') + panel(2, 'xywh=percent:0,0,100,50');
    const wide = fixed('<img src="1.jpg"/>', 'width=600, height=1000');
    expect(await read({ epub: anEpub(regions, { 'OEBPS/p1.xhtml': wide }), names })).toEqual({
      2: 'epub: 0,0,100,50',
    });
    const unstated = xhtml('<img src="1.jpg"/>');
    expect(await read({ epub: anEpub(regions, { 'OEBPS/p1.xhtml': unstated }), names })).toEqual({
      2: 'epub: 0,0,100,50',
    });
  });

  test('is read without panels if its navigation is damaged', async () => {
    const epub = anEpub('', { 'OEBPS/nav/regions.xhtml': '<!DOCTYPE a [<!ENTITY x "y">]><a/>' });
    expect(await read({ epub, names })).toEqual({});
  });
});

test('the first source with panels of a page applies', async () => {
  const guided = (page: number) => ({ imgref: `${page}.jpg#xywh=percent:0,0,50,50`, role: ['panel'] });
  const comic = {
    'a.acbf': acbf(`<page>${image('1.jpg')}${upper}</page><page>${image('2.jpg')}${frame('0,0 1,1')}</page>`),
    'manifest.json': JSON.stringify({
      links: [{ href: 'g.json', type: 'application/guided-navigation+json' }],
    }),
    'g.json': JSON.stringify({ guided: [1, 2, 3].map(guided) }),
  };
  const page = JSON.stringify({ panels: [{ x: 0.5, y: 0, w: 0.5, h: 1 }] });
  const names = ['1.jpg', '2.jpg', '3.jpg'];
  expect(await read({ comic, cbxy: { '1.json': page, '2.json': page }, names })).toEqual({
    1: 'acbf: 0,0,100,50',
    2: 'cbxy: 50,0,50,100',
    3: 'navigation: 0,0,50,50',
  });
});
