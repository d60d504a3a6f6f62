// What serving a page is measured against: a bare node:http program that reads the same bytes at the same offset of
// the same file, kept open, and sends them. It knows nobody and checks nothing.
//   node reference-page.ts <file> <offset> <length>
import { openSync, read } from 'node:fs';
import { createServer } from 'node:http';

const [file = '', offset = '0', length = '0'] = process.argv.slice(2);
const fd = openSync(file, 'r');

const server = createServer((_, response) => {
  const bytes = Buffer.allocUnsafe(Number(length));
  read(fd, bytes, 0, bytes.length, Number(offset), () => {
    response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': bytes.length });
    response.end(bytes);
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}\n`);
});
