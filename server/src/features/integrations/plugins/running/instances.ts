// The processes of plugins that run: one for a plugin, and one for each user's instance of it. They are started when they
// are needed, and ended when nobody needs them, or when they were configured anew.
import type { Clock } from '#infrastructure/clock.ts';
import { createSingleFlight } from '#infrastructure/workers/single-flight.ts';
import type { PluginAccountTable, PluginTable } from '#schema/tables/plugin.ts';
import type { PluginProcess } from '../../plugin-processes/index.ts';
import { type Manifest, PluginError } from '../../plugin-protocol/index.ts';

/** What is called: a plugin, or a user's instance of it. */
export interface Target {
  plugin: PluginTable;
  account?: PluginAccountTable | undefined;
}

export interface Started {
  process: PluginProcess;
  manifest: Manifest;
}

interface Instance extends Started {
  target: Target;
  /** Of what it was started with. */
  revision: string;
  usedMs: number;
  pingedMs: number;
}

export interface Instances {
  /** That of the target as it is configured now; at most one is started at a time. */
  get(target: Target): Promise<Started>;
  /** Ends all of a plugin, or of all plugins. */
  stop(pluginId?: string): Promise<void>;
  close(): Promise<void>;
}

interface Dependencies {
  clock: Clock;
  start(target: Target): Promise<Started>;
  /** It did not answer a ping. */
  onSilent(target: Target, error: PluginError): void;
}

const idleMs = 5 * 60_000;
const pingMs = 60_000;
const pingTimeoutMs = 10_000;
const checkMs = 15_000;

const toKey = ({ plugin, account }: Target): string => account?.id ?? plugin.id;
const toRevision = ({ plugin, account }: Target): string => `${plugin.updatedAt} ${account?.updatedAt ?? ''}`;

export function createInstances({ clock, start, onSilent }: Dependencies): Instances {
  const running = new Map<string, Instance>();
  const flights = createSingleFlight();
  let isClosed = false;

  async function end(key: string): Promise<void> {
    const instance = running.get(key);
    running.delete(key);
    await instance?.process.stop();
  }

  async function renew(target: Target): Promise<Instance> {
    const key = toKey(target);
    await end(key);
    const started = await start(target);
    const nowMs = clock();
    const instance = {
      ...started,
      target,
      revision: toRevision(target),
      usedMs: nowMs,
      pingedMs: nowMs,
    };
    running.set(key, instance);
    if (isClosed) await end(key);
    return instance;
  }

  async function ping(key: string, { target, process }: Instance): Promise<void> {
    try {
      await process.call('ping', {}, { timeoutMs: pingTimeoutMs });
    } catch (error) {
      if (!(error instanceof PluginError && error.isFailure)) return;
      onSilent(target, error);
      await end(key);
    }
  }

  async function check(): Promise<void> {
    const nowMs = clock();
    for (const [key, instance] of running) {
      const { process, usedMs, pingedMs } = instance;
      if (!process.isRunning) running.delete(key);
      else if (process.pending > 0) instance.usedMs = nowMs;
      else if (nowMs - usedMs > idleMs) await end(key);
      else if (nowMs - Math.max(usedMs, pingedMs) > pingMs) {
        instance.pingedMs = nowMs;
        await ping(key, instance);
      }
    }
  }
  const timer = setInterval(() => void check(), checkMs).unref();

  return {
    async get(target) {
      if (isClosed) throw new PluginError('disabled', 'The server is stopping');
      const key = toKey(target);
      const known = running.get(key);
      if (known?.process.isRunning && known.revision === toRevision(target)) {
        known.usedMs = clock();
        return known;
      }
      return flights.do(`${key} ${toRevision(target)}`, () => renew(target));
    },
    async stop(pluginId) {
      const keys = [...running].filter(
        ([, one]) => pluginId === undefined || one.target.plugin.id === pluginId,
      );
      await Promise.all(keys.map(([key]) => end(key)));
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      await Promise.all([...running.keys()].map(end));
    },
  };
}
