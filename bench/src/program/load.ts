// A load generator in a separate process: a number of connections that send sequential requests for the given time.
//   node load.ts <origin> <seconds> <connections> <authorization> <encoding> <path> [<path> …]
// With 0 seconds each path is requested once. Prints requests per second and latencies in milliseconds as JSON. Uses
// sockets instead of a client library: on a machine with two cores the client must be cheap.
import { connect } from 'node:net';

const [origin = '', seconds = '5', connections = '32', authorization = '', encoding = '', ...paths] =
  process.argv.slice(2);
const { hostname, port } = new URL(origin);
const startMs = performance.now();
const endMs = startMs + Number(seconds) * 1000;
const latencies: number[] = [];
let bytes = 0;
let failures = 0;
let open = Number(connections);
let turn = 0;

function run(): void {
  const socket = connect(Number(port), hostname);
  let startedMs = 0;
  let missing = -1;
  let head = '';
  const ask = () => {
    if (seconds === '0' ? turn >= paths.length : performance.now() >= endMs) return void socket.end();
    const path = paths[turn++ % paths.length];
    const credentials = authorization === '' ? '' : `Authorization: ${authorization}\r\n`;
    const accepted = encoding === '' ? '' : `Accept-Encoding: ${encoding}\r\n`;
    startedMs = performance.now();
    missing = -1;
    head = '';
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n${credentials}${accepted}\r\n`);
  };
  socket.on('connect', ask);
  socket.on('data', (chunk) => {
    bytes += chunk.length;
    let body = chunk.length;
    if (missing < 0) {
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      if (!head.startsWith('HTTP/1.1 200')) failures++;
      missing = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      body = head.length - end - 4;
    }
    missing -= body;
    if (missing > 0) return;
    latencies.push(performance.now() - startedMs);
    ask();
  });
  socket.on('error', () => failures++);
  socket.on('close', () => --open === 0 && finish());
}

function finish(): void {
  latencies.sort((a, b) => a - b);
  const at = (part: number) => latencies[Math.floor(latencies.length * part)] ?? 0;
  const tookSeconds = Number(seconds) || (performance.now() - startMs) / 1000;
  const result = {
    perSecond: latencies.length / tookSeconds,
    megabytesPerSecond: bytes / 1e6 / tookSeconds,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    failures,
  };
  process.stdout.write(JSON.stringify(result));
}

for (let i = 0; i < Number(connections); i++) run();
