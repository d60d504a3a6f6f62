// Calls plugins within their limits, and records failures.

import type { Clock } from '#infrastructure/clock.ts';
import { hasProxyCredentials } from '#infrastructure/config/environment.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import type { Confinement } from '#infrastructure/confinement/confinement.ts';
import type { Log } from '#infrastructure/log.ts';
import type { PluginTable } from '#schema/tables/plugin.ts';
import { type BuiltInPlugins, type BuiltInProvider, toPackage } from '../built-in.ts';
import { maxFailures, toWaitMs } from '../failures.ts';
import type { PluginLogs } from '../logs/index.ts';
import { toDataFolder, unpackOnce } from '../packages/index.ts';
import {
  PluginInstances,
  type PluginProgram,
  type ReverseCalls,
  type Started,
  startPlugin,
  type Target,
  toGraceMs,
} from '../processes/index.ts';
import { type Manifest, PluginError, parseManifest, usesNetwork } from '../protocol/index.ts';
import type { CredentialSafe, Credentials } from '../settings/index.ts';
import { clientKeys, type Tokens, tokenKeys } from '../sign-in/index.ts';
import type { PluginAccountStore, PluginStore } from '../store.ts';
import { mayStart, readManifest } from '../to-plugin.ts';
import { CallRate } from './call-rate.ts';

export interface CallsDependencies {
  /** Reflects changes of the settings. */
  config: Config;
  store: PluginStore;
  safe: CredentialSafe;
  logs: PluginLogs;
  clock: Clock;
  log: Log;
  accounts: PluginAccountStore;
  tokens: Tokens;
  builtIn: BuiltInPlugins;
  /** Handlers of calls from the plugin. */
  toReverseCalls(target: Target, manifest: Promise<Manifest>): ReverseCalls;
  confinement: Confinement;
  /** Modules loaded before a plugin. Only for tests. */
  preload?: readonly string[] | undefined;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Whether this is background work. */
  isQueued?: boolean | undefined;
  /** Default: the timeout of the plugin. */
  timeoutMs?: number;
}

/** A method in both forms: as a message of the protocol, and of a provider in this process. */
export interface Operation<T> {
  method: string;
  params: object;
  /** Parses the result of a plugin process. */
  parse(result: unknown): T;
  /** Undefined for methods that no built-in provider has. */
  ofBuiltIn?(provider: BuiltInProvider): Promise<T>;
}

const startTimeoutMs = 30_000;

export class PluginCalls {
  readonly #deps: CallsDependencies;
  readonly #rate: CallRate;
  /** The recording of each failure, so that it is counted once, regardless of how many calls it ended. */
  readonly #noted = new WeakMap<PluginError, Promise<void>>();
  readonly #instances: PluginInstances;

  constructor(deps: CallsDependencies) {
    this.#deps = deps;
    this.#rate = new CallRate(deps.clock);
    this.#instances = new PluginInstances({
      clock: deps.clock,
      start: (target, signal) =>
        this.#start(target, { signal, onEnd: (error) => void this.#note(target, error) }),
      onSilent: (target, error) => void this.#note(target, error),
    });
  }

  /** Throws PluginError. */
  async call<T>(target: Target, operation: Operation<T>, options: CallOptions = {}): Promise<T> {
    const { store, accounts } = this.#deps;
    const { plugin } = target;
    this.#admit(plugin);
    try {
      const result = await this.#perform(await this.#refresh(target), operation, options);
      if (target.account && target.account.failure !== null && operation.method !== 'ping')
        await accounts.setFailure(target.account.id, null);
      if (plugin.failure !== null)
        await store.update(plugin.id, { failures: 0, failure: null, failedAt: null });
      return result;
    } catch (error) {
      if (error instanceof PluginError) await this.#note(target, error);
      throw error;
    }
  }

  /** Stops the processes of one plugin, or of all plugins. */
  stop(pluginId?: string): Promise<void> {
    return this.#instances.stop(pluginId);
  }

  close(): Promise<void> {
    return this.#instances.close();
  }

  #note(target: Target, error: PluginError): Promise<void> {
    const noting = this.#noted.get(error) ?? this.#noteOnce(target, error);
    this.#noted.set(error, noting);
    return noting;
  }

  async #noteOnce({ plugin: { id }, account }: Target, error: PluginError): Promise<void> {
    const { store, accounts, logs, clock, log } = this.#deps;
    logs.add(id, 'error', error.message);
    if (!error.isFailure) {
      // An authentication error of a user's account does not change the state of the plugin.
      if (account && error.kind === 'authentication') await accounts.setFailure(account.id, error.message);
      if (!account && (error.kind === 'authentication' || error.kind === 'configuration'))
        await store.update(id, { failure: error.message, failedAt: clock() });
      return;
    }
    const failures = await store.addFailure(id, { failure: error.message, failedAt: clock() });
    log.warn({ pluginId: id, failures, why: error.message }, 'a plugin failed');
    if (failures < maxFailures) return;
    await store.update(id, { isEnabled: 0 });
    log.error({ pluginId: id }, 'disabled a plugin after repeated failures');
  }

  /** Throws PluginError if the plugin may not be called now. */
  #admit(plugin: PluginTable): void {
    this.#requireStartable(plugin);
    const waitMs = toWaitMs(plugin, this.#deps.clock());
    if (waitMs > 0) throw toWaiting('waiting', waitMs);
    const limitedMs = this.#rate.take(plugin.id, plugin.callsPerMinute);
    if (limitedMs > 0) throw toWaiting('rate_limited', limitedMs);
  }

  async #refresh({ plugin, account }: Target): Promise<Target> {
    return { plugin, account: account && (await this.#deps.tokens.refresh(plugin, account)) };
  }

  async #perform<T>(
    target: Target,
    { method, params, parse, ofBuiltIn }: Operation<T>,
    { signal, isQueued = false, timeoutMs = target.plugin.timeoutSeconds * 1000 }: CallOptions,
  ): Promise<T> {
    const { builtIn }: { builtIn?: string } = JSON.parse(target.plugin.start);
    if (builtIn === undefined) {
      const { process } = await this.#instances.get(target);
      return parse(await process.call(method, params, { timeoutMs, signal }));
    }
    if (!ofBuiltIn) throw new PluginError('unsupported', `Method not found: ${method}`);
    return ofBuiltIn(await this.#openProvider(target, { name: builtIn, signal, isQueued, timeoutMs }));
  }

  /** Throws PluginError for a plugin that must not run. */
  #requireStartable(plugin: PluginTable): void {
    if (!this.#deps.config.online.enabled) throw new PluginError('offline', 'Internet access is turned off');
    if (plugin.isEnabled === 0) throw new PluginError('disabled', 'The plugin is turned off');
    if (!mayStart(plugin, this.#deps.confinement))
      throw new PluginError(
        'unrestricted',
        'An administrator has not allowed it to run without restrictions',
      );
  }

  async #openProvider(
    target: Target,
    {
      name,
      ...call
    }: { name: string; signal: AbortSignal | undefined; isQueued: boolean; timeoutMs: number },
  ): Promise<BuiltInProvider> {
    const { builtIn, store } = this.#deps;
    const { plugin, account } = target;
    const owner = builtIn.findPaceOwner(name);
    const sharing = owner === undefined ? undefined : await store.findByPackage(toPackage({ name: owner }));
    return builtIn.open(name, {
      ...call,
      pluginId: plugin.id,
      callerId: account?.id ?? plugin.id,
      paceId: sharing?.id ?? plugin.id,
      ...this.#toGiven(target),
    });
  }

  async #start(target: Target, starting: Starting): Promise<Started> {
    const { plugin } = target;
    const known = readManifest(plugin);
    const hasNetwork = known !== undefined && usesNetwork(known);
    const started = await this.#startProgram(target, { ...starting, hasNetwork });
    if (hasNetwork || !usesNetwork(started.manifest) || !hasProxyCredentials()) return started;
    // Only a running plugin sends its manifest, which entitles it to the credentials of the proxy.
    await started.process.stop(toGraceMs(starting.signal));
    return this.#startProgram(target, { ...starting, hasNetwork: true });
  }

  async #startProgram(
    target: Target,
    { signal, onEnd, hasNetwork }: Starting & { hasNetwork: boolean },
  ): Promise<Started> {
    const { config, store, logs, confinement, preload } = this.#deps;
    const { plugin, account } = target;
    const read = Promise.withResolvers<Manifest>();
    // Avoids an unhandled rejection if the manifest cannot be read; reverse calls may wait for it.
    read.promise.catch(() => {});
    const program = { ...(await this.#toProgram(plugin)), usesNetwork: hasNetwork };
    const process = startPlugin({
      program,
      confinement,
      preload,
      reverse: this.#deps.toReverseCalls(target, read.promise),
      log: (level, text) => logs.add(plugin.id, level, text),
      memoryMb: config.plugins.memoryMb,
      onEnd,
    });
    try {
      const given = this.#toInitialParams(target, program.dataFolder);
      const result = await process.call('initialize', given, { timeoutMs: startTimeoutMs, signal });
      const manifest = parseManifest(result);
      const text = JSON.stringify(manifest);
      if (text !== plugin.manifest && !account) await store.update(plugin.id, { manifest: text });
      read.resolve(manifest);
      return { manifest, process };
    } catch (error) {
      read.reject(error);
      await process.stop(toGraceMs(signal));
      throw error;
    }
  }

  async #toProgram(plugin: PluginTable): Promise<Omit<PluginProgram, 'usesNetwork'>> {
    const { id, archiveHash } = plugin;
    const dataFolder = toDataFolder(this.#deps.config.dataDir, id);
    const start: PluginProgram['start'] = JSON.parse(plugin.start);
    if (plugin.folder !== null) return { folder: plugin.folder, dataFolder, start };
    const loadArchive = async () => {
      const bytes = await this.#deps.store.findArchive(id);
      if (!bytes) throw new PluginError('not_started', 'Its package is missing');
      return bytes;
    };
    const folder = await unpackOnce(this.#deps.config.dataDir, {
      pluginId: id,
      archiveHash: archiveHash ?? '',
      loadArchive,
    });
    return { folder, dataFolder, start };
  }

  /** Values set by an administrator, and by the user of an instance. */
  #toGiven({ plugin, account }: Target) {
    const userConfig: Record<string, unknown> | undefined = account && JSON.parse(account.config);
    const adminConfig: Record<string, unknown> = JSON.parse(plugin.config);
    return {
      adminConfig,
      userConfig,
      config: { ...adminConfig, ...userConfig },
      credentials: {
        ...without(this.#deps.safe.open(plugin.id, plugin.credentials), Object.values(clientKeys)),
        ...(account && without(this.#deps.safe.open(account.id, account.credentials), kept)),
      },
    };
  }

  #toInitialParams(target: Target, dataDir: string): object {
    const { account } = target;
    const { userConfig, ...given } = this.#toGiven(target);
    return {
      ...given,
      ...(userConfig && { userConfig }),
      dataDir,
      logLevel: 'info',
      ...(account && { userId: account.userId, userPluginId: account.id }),
    };
  }
}

const toWaiting = (kind: 'waiting' | 'rate_limited', waitMs: number) =>
  new PluginError(kind, 'The plugin is paused and will be called again later', {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });

interface Starting {
  signal: AbortSignal;
  onEnd(error: PluginError): void;
}

/** Credentials that are not passed to the plugin. */
const kept: readonly string[] = [tokenKeys.refresh, tokenKeys.expires];

const without = (given: Credentials, keys: readonly string[]): Credentials =>
  Object.fromEntries(Object.entries(given).filter(([key]) => !keys.includes(key)));
