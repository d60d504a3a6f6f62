// Comics with pages of different sizes.
import { makeImage, makeZip } from '@lectern/server/testing';

/** Pages by size: `u` upright, `w` wide, `x` broken, `l` long as in a webtoon, `b` upright and large. */
export async function makeComic(pages: string, mark: string, comicInfo = ''): Promise<Buffer> {
  const sizes = { u: [400, 600], w: [800, 600], l: [400, 2_400], b: [3_600, 5_400] } as const;
  const entries = await Promise.all(
    [...pages].map(async (kind, index) => {
      const format = kind === 'b' ? 'jpeg' : 'png';
      const name = `${String(index + 1).padStart(3, '0')}.${format}`;
      if (kind === 'x') return { name, content: 'no picture' };
      const [width, height] = sizes[kind as keyof typeof sizes];
      const color = `hsl(${(index * 47) % 360}, 70%, 45%)`;
      return { name, content: await makeImage({ width, height, color, format }) };
    }),
  );
  const info = `<?xml version="1.0"?><ComicInfo>${comicInfo}</ComicInfo>`;
  return makeZip([...entries, { name: 'mark.txt', content: mark }, { name: 'ComicInfo.xml', content: info }]);
}
