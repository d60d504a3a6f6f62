import { expect, test } from 'vitest';
import { anApp, compatEnvironment } from '../../../test/compat/app.ts';
import { makeWoff2 } from '../../../test/fonts.ts';
import { withServer } from '../../../test/harness/server.ts';
import { signIn } from '../../../test/harness/sign-in.ts';

withServer(
  'fonts of the compatibility API',
  (server) => {
    test("are the caller's own fonts, with style sheets that contain only escaped names", async () => {
      const anna = await signIn(server());
      const form = new FormData();
      const bytes = makeWoff2();
      form.append('file', new Blob([new Uint8Array(bytes)]), `Nice"}; Sérif.woff2`);
      const { body: font } = await anna.request<{ id: string; name: string }>('POST', '/api/v1/user/fonts', {
        raw: form,
      });
      const app = anApp(server(), anna);
      const { body: families } = await app.get<string[]>('/api/v1/fonts/families');
      expect(families).toEqual([font.name]);
      const base = `/api/v1/fonts/resource/${encodeURIComponent(font.name)}`;
      const css = await app.get(`${base}/css`);
      expect([css.status, css.headers.get('content-type')]).toEqual([200, 'text/css']);
      expect(css.bytes.toString()).toMatch(
        new RegExp(`^@font-face [{] font-family: "Nice[^"';}{]*"; src: url[(]'${font.id}'[)]; [}]$`),
      );
      const file = await app.get(`${base}/${font.id}`);
      expect([file.status, file.headers.get('content-type')]).toEqual([200, 'font/woff2']);
      expect(file.bytes.equals(Buffer.from(bytes))).toBe(true);

      const other = anApp(server(), await signIn(server()));
      expect((await other.get('/api/v1/fonts/families')).body).toEqual([]);
      for (const path of [`${base}/css`, `${base}/${font.id}`]) {
        expect((await other.get(path)).status).toBe(404);
        expect((await anApp(server()).get(path)).status).toBe(401);
      }
      expect((await app.get(`/api/v1/fonts/resource/Other/${font.id}`)).status).toBe(404);
    });
  },
  { environment: compatEnvironment },
);
