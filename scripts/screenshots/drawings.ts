// Images for invented books: a browser draws them from a few shapes. The output is deterministic.
import type { Browser, Page } from 'playwright-core';

interface Picture {
  title: string;
  line: string;
  /** Makes the books look different. */
  seed: number;
}

/** Returns covers and comic pages as JPEG. */
export interface Drawer {
  cover(picture: Picture): Promise<Buffer>;
  page(picture: Picture, number: number): Promise<Buffer>;
  close(): Promise<void>;
}

const size = { width: 600, height: 900 };
const random = (seed: number) => {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

export async function createDrawer(browser: Browser): Promise<Drawer> {
  const page = await browser.newPage({ viewport: size });
  return {
    cover: (picture) => draw(page, toCover(picture)),
    page: (picture, number) => draw(page, toComicPage(picture, number)),
    close: () => page.close(),
  };
}

async function draw(page: Page, svg: string): Promise<Buffer> {
  await page.setContent(`<style>*{margin:0}</style>${svg}`);
  return page.screenshot({ type: 'jpeg', quality: 82 });
}

const wrap = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="900" viewBox="0 0 600 900" font-family="Open Sans, sans-serif">${content}</svg>`;

/** Draws a sky, a sun or moon, and hills. */
function toScene(seed: number, [width, height]: readonly [number, number]): string {
  const next = random(seed);
  const hue = Math.floor(next() * 360);
  const isNight = next() < 0.4;
  const light = isNight ? 18 : 72;
  const sky = `<defs><linearGradient id="s${seed}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="hsl(${hue},55%,${light}%)"/><stop offset="1" stop-color="hsl(${(hue + 50) % 360},65%,${light + 14}%)"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#s${seed})"/>`;
  const sun = `<circle cx="${width * (0.2 + 0.6 * next())}" cy="${height * (0.2 + 0.2 * next())}" r="${width * (0.06 + 0.1 * next())}" fill="${isNight ? '#f4f0d8' : '#fff6c8'}"/>`;
  const hills = [0.5, 0.64, 0.78].map((at, index) => {
    const points = Array.from({ length: 7 }, (_, n) => {
      const y = height * (at + 0.12 * (next() - 0.5));
      return `${(width * n) / 6},${y}`;
    });
    const dark = (isNight ? 26 : 48) - index * (isNight ? 7 : 12);
    return `<path d="M0,${height} L${points.join(' L')} L${width},${height} Z" fill="hsl(${(hue + 140 + index * 14) % 360},38%,${dark}%)" stroke-linejoin="round"/>`;
  });
  return sky + sun + hills.join('');
}

function toCover({ title, line, seed }: Picture): string {
  const words = title.split(' ');
  const rows = words.length > 2 ? [words.slice(0, 2).join(' '), words.slice(2).join(' ')] : [title];
  const text = rows.map(
    (row, index) =>
      `<text x="300" y="${690 + index * 64}" font-size="${Math.min(56, 860 / row.length)}" font-weight="700" text-anchor="middle" fill="#fff">${row}</text>`,
  );
  return wrap(
    `${toScene(seed, [600, 900])}<rect y="610" width="600" height="230" fill="#000" opacity=".55"/>${text.join('')}<text x="300" y="815" font-size="28" text-anchor="middle" fill="#fff">${line}</text>`,
  );
}

/** Draws four panels, each a separate scene with a person. */
function toComicPage({ seed }: Picture, number: number): string {
  const boxes = [
    [30, 30, 540, 260],
    [30, 310, 260, 270],
    [310, 310, 260, 270],
    [30, 600, 540, 270],
  ] as const;
  const panels = boxes.map(([x, y, width, height], index) => {
    const own = seed * 100 + number * 7 + index;
    const at = width * (0.25 + 0.5 * random(own)());
    const person = `<g transform="translate(${at},${height - 95})"><circle r="17" fill="#2b2b33"/><path d="M-24,78 C-24,18 24,18 24,78 Z" fill="#2b2b33"/></g>`;
    const speech = `<g transform="translate(${width - 125},24)"><rect width="104" height="46" rx="22" fill="#fff" stroke="#222" stroke-width="3"/><path d="M22,23 h60 M22,33 h38" stroke="#8a8a8a" stroke-width="4"/></g>`;
    return `<svg x="${x}" y="${y}" width="${width}" height="${height}">${toScene(own, [width, height])}${person}${index % 2 === 0 ? speech : ''}</svg><rect x="${x}" y="${y}" width="${width}" height="${height}" fill="none" stroke="#1c1c20" stroke-width="5"/>`;
  });
  return wrap(`<rect width="600" height="900" fill="#fdfcf7"/>${panels.join('')}`);
}
