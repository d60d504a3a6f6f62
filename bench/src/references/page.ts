// Reference for serving a page: a bare node:http program that reads the same bytes at the same offset of the same file,
// inflates deflated pages, and sends them. Files stay open. It has no accounts and no access checks.
//   node page.ts <offset> <bytes in the file> <bytes of the page> <file> [<file> …]
// `/<n>` is the page of file n, which is opened on its first request.
import { open, read } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { inflateRaw } from 'node:zlib';

const [offset = '0', packedBytes = '0', pageBytes = '0', ...files] = process.argv.slice(2);
const descriptors = new Map<string, number>();

function send(fd: number, response: ServerResponse): void {
  const packed = Buffer.allocUnsafe(Number(packedBytes));
  read(fd, packed, 0, packed.length, Number(offset), () => {
    if (packedBytes === pageBytes) reply(response, packed);
    else inflateRaw(packed, (_error, bytes) => reply(response, bytes));
  });
}

function reply(response: ServerResponse, bytes: Buffer): void {
  response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': bytes.length });
  response.end(bytes);
}

const server = createServer(({ url = '/0' }, response) => {
  const file = files[Number(url.slice(1))] ?? '';
  const known = descriptors.get(file);
  if (known !== undefined) return send(known, response);
  open(file, 'r', (_error, fd) => {
    descriptors.set(file, fd);
    send(fd, response);
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}\n`);
});
