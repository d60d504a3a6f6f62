// JSON-RPC 2.0 (https://www.jsonrpc.org/specification) in both directions over one channel, without batches.
import { isRecord } from '@lectern/contract/records';
import { z } from 'zod';
import { parseJson } from '#infrastructure/text/parse-json.ts';
import { PluginError, rpcCodes, toPluginError } from '../protocol/index.ts';

/** Handles a method called by the plugin. Throws ReverseCallError, or ZodError for invalid parameters. */
export type ReverseCall = (params: unknown) => Promise<unknown>;
export type ReverseCalls = ReadonlyMap<string, ReverseCall>;

/** Error response to a call from the plugin. */
export class ReverseCallError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'ReverseCallError';
    this.code = code;
  }
}

interface Options {
  reverse: ReverseCalls;
  send(message: object): void;
  /** Called when the number of pending plugin calls reaches the limit, and when it drops below it. */
  onBusy(isBusy: boolean): void;
  /** Called for a line that is not a valid message. */
  onGarbage(line: string): void;
}

export interface CallOptions {
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

const maxReverseCalls = 32;

const requestSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string().max(200), z.number()]).optional(),
  method: z.string().min(1).max(200),
  params: z.unknown().optional(),
});
type Request = z.output<typeof requestSchema>;

const errorSchema = z.object({
  code: z.number(),
  message: z.string().catch(''),
  data: z.unknown().optional(),
});
const responseSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.number(),
  result: z.unknown().optional(),
  error: errorSchema.nullish(),
});

interface Waiting {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

export class RpcPeer {
  readonly #deps: Options;
  readonly #waiting = new Map<number, Waiting>();
  #reverseCalls = 0;
  #failure: PluginError | undefined;
  #lastId = 0;

  constructor(deps: Options) {
    this.#deps = deps;
  }

  /** Number of calls without a response yet. */
  get pending(): number {
    return this.#waiting.size;
  }

  receive(line: string): void {
    if (line.trim() === '') return;
    const message = parseJson(line);
    if (isRecord(message) && 'method' in message) {
      const request = requestSchema.safeParse(message);
      if (request.success) void this.#answer(request.data);
      else this.#deps.onGarbage(line);
      return;
    }
    const response = responseSchema.safeParse(message);
    if (!response.success || !isRecord(message) || !('result' in message || response.data.error)) {
      this.#deps.onGarbage(line);
      return;
    }
    const { id, result, error } = response.data;
    // Ignores responses to calls that have ended.
    if (error) this.#waiting.get(id)?.reject(toPluginError(error));
    else this.#waiting.get(id)?.resolve(result);
  }

  /** Returns the result. Throws PluginError or the signal's reason. */
  call(method: string, params: object, { timeoutMs, signal }: CallOptions): Promise<unknown> {
    if (this.#failure) return Promise.reject(this.#failure);
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const seconds = Math.round(timeoutMs / 1000);
    const onTimeout = () => reject(new PluginError('timeout', `It did not answer within ${seconds} seconds`));
    const timer = setTimeout(onTimeout, timeoutMs);
    const onAbort = () => reject(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#waiting.set(id, { resolve, reject });
    this.#deps.send({ jsonrpc: '2.0', id, method, params });
    return promise.finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      this.#waiting.delete(id);
    });
  }

  /** Rejects all pending and future calls with the error. */
  fail(error: PluginError): void {
    this.#failure = error;
    for (const { reject } of this.#waiting.values()) reject(error);
  }

  async #answer({ id, method, params }: Request): Promise<void> {
    if (++this.#reverseCalls === maxReverseCalls) this.#deps.onBusy(true);
    const call = this.#deps.reverse.get(method);
    const outcome = await (call
      ? call(params ?? {}).then((result) => ({ result: result ?? null }), toRefusal)
      : toRefusal(new ReverseCallError(rpcCodes.methodNotFound, `Method not found: ${method}`)));
    // Notifications have no id and receive no response.
    if (id !== undefined) this.#deps.send({ jsonrpc: '2.0', id, ...outcome });
    if (this.#reverseCalls-- === maxReverseCalls) this.#deps.onBusy(false);
  }
}

/** Error response for the plugin, without internal details. */
function toRefusal(error: unknown): { error: { code: number; message: string } } {
  if (error instanceof ReverseCallError) return { error: { code: error.code, message: error.message } };
  if (error instanceof z.ZodError) {
    const [issue] = error.issues;
    const message = issue ? `${issue.path.join('.')}: ${issue.message}` : 'Wrong parameters';
    return { error: { code: rpcCodes.invalidParams, message } };
  }
  return { error: { code: rpcCodes.internal, message: 'Internal error' } };
}
