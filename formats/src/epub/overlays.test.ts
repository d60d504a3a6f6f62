import { expect, test } from 'vitest';
import { anEpub, type EpubParts } from '../../../server/test/makers/epub.ts';
import { defaultLimits } from '../limits.ts';
import { toEmbeddedMetadata } from '../opf/embedded.ts';
import { parseClock } from './overlays.ts';
import { readEpub } from './read.ts';
import { toManifest } from './web-publication/manifest.ts';

const narrated = (metadata = '', overlay = 's1'): EpubParts => ({
  metadata: `<dc:title>Aloud</dc:title>${metadata}`,
  manifest: `<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
    <item id="c1" href="c1.xhtml" media-type="application/xhtml+xml" media-overlay="${overlay}"/>
    <item id="c2" href="text/c2.xhtml" media-type="application/xhtml+xml"/>
    <item id="s1" href="c%201.smil" media-type="application/smil+xml"/>
    <item id="s2" href="gone.smil" media-type="application/smil+xml"/>`,
  files: { 'OEBPS/c 1.smil': '<smil/>' },
});

const read = (parts: EpubParts) => {
  const { opf, structure } = readEpub(anEpub(parts), defaultLimits);
  const manifest = toManifest(structure, {
    selfHref: 'https://books.example/manifest',
    metadata: toEmbeddedMetadata(opf),
    fallbackTitle: '',
  });
  return { structure, manifest };
};

test('returns the overlay of each document, and duration and narrators of the book', () => {
  const { structure, manifest } = read(
    narrated(`<meta property="media:duration">1:02:03.5</meta><meta property="media:duration" refines="#s1">5s</meta>
      <meta property="media:narrator">Nora Tell</meta><meta property="media:narrator">Max Voice</meta>
      <meta property="media:active-class">.spoken</meta><meta property="media:playback-active-class">x y{}</meta>`),
  );
  expect(structure.overlays).toEqual({
    durationSeconds: 3723.5,
    narrators: ['Nora Tell', 'Max Voice'],
    activeClass: 'spoken',
  });
  const alternate = [{ href: 'resources/OEBPS/c%201.smil', type: 'application/smil+xml' }];
  expect(manifest.readingOrder.map((link) => link.alternate)).toEqual([alternate, undefined]);
  expect(manifest.metadata).toMatchObject({
    duration: 3723.5,
    narrator: ['Nora Tell', 'Max Voice'],
    mediaOverlay: { activeClass: 'spoken' },
  });
});

test('returns no overlays for a book whose overlay documents are missing', () => {
  for (const overlay of ['s2', 'c2', 'nothing', '']) {
    const { structure, manifest } = read(narrated('<meta property="media:duration">5s</meta>', overlay));
    expect(structure.overlays).toBeUndefined();
    expect(manifest.readingOrder.every(({ alternate }) => alternate === undefined)).toBe(true);
    expect(manifest.metadata).not.toHaveProperty('duration');
  }
});

test.each([
  ['5:34:31.396', 20_071.396],
  ['00:56.78', 56.78],
  ['124:59:36', 449_976],
  ['7.75h', 27_900],
  ['13min', 780],
  ['76.2s', 76.2],
  ['12', 12],
  ['500ms', 0.5],
  ['1:2:3:4', undefined],
  ['-3s', undefined],
  ['', undefined],
])('parses the clock value %j as %s seconds', (text, seconds) => {
  const parsed = parseClock(text);
  if (seconds === undefined) expect(parsed).toBeUndefined();
  else expect(parsed).toBeCloseTo(seconds);
});
