// Sixty series of one book each, with covers that a browser can decode. The pages of make-library.ts only have the
// header of an image.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { toZip } from './zip.ts';

const count = 60;
const size = { width: 600, height: 900 };

/** Returns the folder. It is drawn once and kept in the system's temporary folder. */
export async function drawCovers(browser: Browser): Promise<string> {
  const folder = join(tmpdir(), `lectern-bench-${count}-covers`);
  const finished = `${folder}.done`;
  if (existsSync(finished)) return folder;
  const page = await browser.newPage({ viewport: size });
  for (let n = 0; n < count; n++) {
    const title = `Series ${String(n).padStart(3, '0')}`;
    await page.setContent(`<style>*{margin:0}</style>${toCover(title, n)}`);
    const bytes = await page.screenshot({ type: 'jpeg', quality: 82 });
    mkdirSync(join(folder, title), { recursive: true });
    const book = toZip([{ name: '001.jpg', bytes, crc: crc32(bytes) }]);
    writeFileSync(join(folder, title, `${title} 1.cbz`), book);
  }
  await page.close();
  writeFileSync(finished, '');
  return folder;
}

/** Draws a sky, hills and a title, which cost about as much to decode as a real cover. */
function toCover(title: string, n: number): string {
  const hue = (n * 47) % 360;
  const hills = [0, 1, 2, 3].map((row) => {
    const points = Array.from(
      { length: 9 },
      (_, i) => `${i * 75},${420 + row * 110 + ((i * 53 + n * 31 + row * 17) % 90)}`,
    );
    return `<path d="M0,900 L${points.join(' L')} L600,900 Z" fill="hsl(${hue + 120 + row * 20},40%,${50 - row * 10}%)"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="900"><defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="hsl(${hue},60%,70%)"/><stop offset="1" stop-color="hsl(${hue + 60},60%,40%)"/></linearGradient></defs><rect width="600" height="900" fill="url(#g)"/>${hills.join('')}<text x="300" y="200" font-size="64" text-anchor="middle" fill="#fff">${title}</text></svg>`;
}
