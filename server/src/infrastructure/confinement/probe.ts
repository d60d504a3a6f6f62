// Tries inside a confined worker process what an attacker who controls it would try. Reports what did not fail.
import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import type { ProbeJob, ProbeResult } from './layers.ts';

export async function probe({ secret, parent }: ProbeJob): Promise<ProbeResult> {
  return {
    files: canOpen(secret) || canOpen(`/proc/${parent}/environ`) || canRun('/bin/true'),
    network: await canListen(),
    signals: canSignal(parent),
  };
}

function canOpen(path: string): boolean {
  try {
    closeSync(openSync(path, 'r'));
    return true;
  } catch {
    return false;
  }
}

const canRun = (program: string): boolean => spawnSync(program).status === 0;

/** Signal 0 only checks whether one could be sent (kill(2)). */
function canSignal(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function canListen(): Promise<boolean> {
  const datagrams = createSocket('udp4');
  const server = createServer();
  try {
    datagrams.bind(0, '127.0.0.1');
    const udp = await settled(once(datagrams, 'listening'));
    server.listen(0, '127.0.0.1');
    return (await settled(once(server, 'listening'))) || udp;
  } finally {
    server.close();
    datagrams.close();
  }
}

const settled = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );
