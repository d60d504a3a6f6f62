// A connection between browsers and a server that a test can cut: requests fail as without a network.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Wire {
  /** Address for browsers. */
  base: string;
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** Connects to the server at `base`. It is closed after the test. */
export async function layWire(base: string): Promise<Wire> {
  const { port, pathname, hostname } = new URL(base);
  const open = new Set<Socket>();
  const keep = (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => open.delete(socket));
  };
  const server = createServer((socket) => {
    const other = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname);
    keep(socket);
    keep(other);
    socket.pipe(other).pipe(socket);
    socket.on('close', () => other.destroy());
    other.on('close', () => socket.destroy());
  });
  const listen = (at: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(at, '127.0.0.1', () => resolve());
    });
  await listen(0);
  const own = (server.address() as AddressInfo).port;
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of open) socket.destroy();
    });
  onTestFinished(async () => {
    if (server.listening) await cut();
  });
  return {
    base: `http://localhost:${own}${pathname.replace(/\/$/, '')}`,
    cut,
    mend: () => listen(own),
  };
}
