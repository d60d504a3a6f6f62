// Running plugin processes: one per plugin, and one per user instance. Processes start on demand, and stop when they
// are idle or their configuration changes.
import type { Clock } from '#infrastructure/clock.ts';
import { SingleFlight } from '#infrastructure/workers/single-flight.ts';
import type { PluginAccountTable, PluginTable } from '#schema/tables/plugin.ts';
import { type Manifest, PluginError } from '../protocol/index.ts';
import type { PluginProcess } from './process.ts';

/** The callee: a plugin, or a user's instance of it. */
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
  /** Revision of the configuration with which it was started. */
  revision: string;
  usedMs: number;
  pingedMs: number;
}

interface Dependencies {
  clock: Clock;
  /** The signal aborts when the server shuts down. */
  start(target: Target, signal: AbortSignal): Promise<Started>;
  /** Called when an instance does not answer a ping. */
  onSilent(target: Target, error: PluginError): void;
}

const idleMs = 5 * 60_000;
const pingMs = 60_000;
const pingTimeoutMs = 10_000;
const checkMs = 15_000;
/**
 * Milliseconds until a stopping plugin is killed. Undefined for the default. During a shutdown (`closing` is aborted),
 * the time is shorter, because the server must stop before its service manager's timeout.
 */
export const toGraceMs = (closing: AbortSignal): number | undefined => (closing.aborted ? 1_000 : undefined);

const toKey = ({ plugin, account }: Target): string => account?.id ?? plugin.id;
const toRevision = ({ plugin, account }: Target): string => `${plugin.updatedAt} ${account?.updatedAt ?? ''}`;

export class PluginInstances {
  readonly #dependencies: Dependencies;
  readonly #running = new Map<string, Instance>();
  readonly #starting = new Set<Promise<Instance>>();
  readonly #flights = new SingleFlight();
  readonly #closing = new AbortController();
  readonly #timer: NodeJS.Timeout;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#timer = setInterval(() => void this.#check(), checkMs).unref();
  }

  /** Returns the target's process with the current configuration. Starts at most one process at a time. */
  async get(target: Target): Promise<Started> {
    if (this.#closing.signal.aborted) throw toStopping();
    const known = this.#running.get(toKey(target));
    if (known?.process.isRunning && known.revision === toRevision(target)) {
      known.usedMs = this.#dependencies.clock();
      return known;
    }
    return this.#flights.do(`${toKey(target)} ${toRevision(target)}`, () => {
      const instance = this.#renew(target);
      this.#starting.add(instance);
      return instance.finally(() => this.#starting.delete(instance));
    });
  }

  /** Stops the processes of one plugin, or of all plugins. */
  async stop(pluginId?: string): Promise<void> {
    const keys = [...this.#running].filter(
      ([, { target }]) => pluginId === undefined || target.plugin.id === pluginId,
    );
    await Promise.all(keys.map(([key]) => this.#end(key)));
  }

  /** Stops all processes, including those that are starting. */
  async close(): Promise<void> {
    this.#closing.abort(toStopping());
    clearInterval(this.#timer);
    await this.stop();
    await Promise.allSettled(this.#starting);
  }

  async #end(key: string): Promise<void> {
    const instance = this.#running.get(key);
    this.#running.delete(key);
    await instance?.process.stop(toGraceMs(this.#closing.signal));
  }

  async #renew(target: Target): Promise<Instance> {
    const key = toKey(target);
    await this.#end(key);
    const started = await this.#dependencies.start(target, this.#closing.signal);
    const nowMs = this.#dependencies.clock();
    const instance = {
      ...started,
      target,
      revision: toRevision(target),
      usedMs: nowMs,
      pingedMs: nowMs,
    };
    this.#running.set(key, instance);
    if (this.#closing.signal.aborted) await this.#end(key);
    return instance;
  }

  async #ping(key: string, { target, process }: Instance): Promise<void> {
    try {
      await process.call('ping', {}, { timeoutMs: pingTimeoutMs });
    } catch (error) {
      if (!(error instanceof PluginError && error.isFailure)) return;
      this.#dependencies.onSilent(target, error);
      await this.#end(key);
    }
  }

  async #check(): Promise<void> {
    const nowMs = this.#dependencies.clock();
    for (const [key, instance] of this.#running) {
      const { process, usedMs, pingedMs } = instance;
      if (!process.isRunning) this.#running.delete(key);
      else if (process.pending > 0) instance.usedMs = nowMs;
      else if (nowMs - usedMs > idleMs) await this.#end(key);
      else if (nowMs - Math.max(usedMs, pingedMs) > pingMs) {
        instance.pingedMs = nowMs;
        await this.#ping(key, instance);
      }
    }
  }
}

const toStopping = () => new PluginError('disabled', 'The server is stopping');
