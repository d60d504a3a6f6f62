// nginx as a reference: one worker, sendfile, one image with the size of a page, on a free loopback port.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@lectern/server/testing';
import { firstPagesOf, pageBytes, readBytes } from '../books/first-page.ts';
import { pause } from '../program/library.ts';

/** The default is the path of Debian's package. An unpacked package works too. */
const program = process.env.LECTERN_BENCH_NGINX ?? '/usr/sbin/nginx';

/** Kinds of temporary folders of nginx, which an unpacked package lacks. */
const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/**
 * Serves the first page of the first book below `folder` as `/page.jpg`. Returns undefined if nginx is not installed.
 */
export async function startNginx(
  folder: string,
): Promise<{ url: string; stop(): Promise<void> } | undefined> {
  if (!existsSync(program)) return undefined;
  const root = mkdtempSync(join(tmpdir(), 'lectern-bench-nginx-'));
  const port = await findFreePort();
  const [{ file, offset } = { file: '', offset: 0 }] = firstPagesOf(folder);
  writeFileSync(join(root, 'page.jpg'), readBytes(file, offset, pageBytes));
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  writeFileSync(
    join(root, 'nginx.conf'),
    `${user} daemon off; worker_processes 1; pid ${root}/pid; error_log ${root}/error.log;
     events { worker_connections 256; }
     http { ${temporary.map((name) => `${name}_temp_path ${root}/${name};`).join(' ')} access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; types { image/jpeg jpg; }
       server { listen 127.0.0.1:${port}; root ${root}; } }`,
  );
  const child = spawn(program, ['-c', join(root, 'nginx.conf'), '-p', root], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  const answers = () =>
    fetch(`${url}/page.jpg`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await answers())) await pause(50);
  return {
    url,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(root, { recursive: true, force: true });
    },
  };
}
