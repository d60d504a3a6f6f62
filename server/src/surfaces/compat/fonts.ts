// The caller's own fonts. A family has one file, which has the id of the font.
import { id } from '@lectern/contract/fields';
import { bytes, routes } from '@lectern/contract/route';
import { fontFormats } from '@lectern/contract/values';
import { z } from 'zod';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { notFound } from '#infrastructure/errors.ts';
import { bytesAnswer } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { CompatDependencies } from './dependencies.ts';
import { anyQuery, read } from './lists/descriptions.ts';

const family = z.string().min(1).max(200);
const resource = <const T extends z.ZodObject>(rest: string, params: T, types: readonly string[]) =>
  ({
    method: 'GET',
    path: `/{prefix}/api/v1/fonts/resource/{family}/${rest}`,
    summary: '',
    access: 'user',
    params,
    query: anyQuery,
    answers: { 200: bytes(types) },
  }) as const;

const contract = routes('Compatible fonts', 'Fonts for apps made for another server.', {
  families: read('/api/v1/fonts/families', 'user', z.array(z.string())),
  // Before the route of files, whose last part is an id.
  css: resource('css', z.object({ prefix: z.string(), family }), ['text/css']),
  file: resource(
    '{fileId}',
    z.object({ prefix: z.string(), family, fileId: id }),
    fontFormats.map((format) => `font/${format}`),
  ),
});

export function createFontRoutes({ services: { fonts } }: CompatDependencies): MountedRoute[] {
  const listOf = async (viewer: Viewer, name: string) => {
    const found = (await fonts.list(viewer)).filter((font) => font.name === name);
    if (found.length === 0) throw notFound('font');
    return found;
  };
  return implement(contract, {
    families: async ({ viewer }) => [...new Set((await fonts.list(viewer)).map(({ name }) => name))],
    async css({ viewer, params }) {
      const rules = (await listOf(viewer, params.family)).map(
        (font) => `@font-face { font-family: ${toCssText(params.family)}; src: url('${font.id}'); }`,
      );
      const text = Buffer.from(rules.join('\n'));
      return bytesAnswer({ mediaType: 'text/css', sizeBytes: text.length, body: () => text });
    },
    async file({ viewer, params }) {
      const found = await listOf(viewer, params.family);
      if (!found.some((font) => font.id === params.fileId)) throw notFound('font');
      return fonts.send(viewer, params.fileId);
    },
  });
}

/** A string of CSS in which all but ASCII letters and digits are escaped (CSS Syntax Level 3, 4.3.7). */
const toCssText = (text: string): string =>
  `"${text.replace(/[^A-Za-z0-9]/gu, (letter) => `\\${(letter.codePointAt(0) ?? 0).toString(16)} `)}"`;
