// Kinds of plugin errors, and which of them count as failures of the plugin.
import { toRecord } from '@lectern/contract/records';
import { OutsideError } from '#infrastructure/outside/index.ts';

type PluginErrorKind =
  | 'offline'
  | 'disabled'
  | 'unrestricted'
  | 'waiting'
  | 'busy'
  | 'rate_limited'
  | 'not_found'
  | 'authentication'
  | 'configuration'
  | 'upstream'
  | 'unsupported'
  | 'refused'
  | 'internal'
  | 'timeout'
  | 'not_started'
  | 'ended'
  | 'invalid_answer';

/** Only these errors count towards disabling a plugin. Rate limits and "not found" do not. */
const failures: ReadonlySet<PluginErrorKind> = new Set([
  'internal',
  'timeout',
  'not_started',
  'ended',
  'invalid_answer',
]);

export class PluginError extends Error {
  readonly kind: PluginErrorKind;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    kind: PluginErrorKind,
    message: string,
    options: ErrorOptions & { retryAfterSeconds?: number } = {},
  ) {
    super(message, options);
    this.name = 'PluginError';
    this.kind = kind;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get isFailure(): boolean {
    return failures.has(this.kind);
  }
}

/** Error codes in both directions: JSON-RPC 2.0 §5.1, plus codes of the plugin protocol. */
export const rpcCodes = {
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  rateLimited: -32_001,
  notFound: -32_002,
  authentication: -32_003,
  upstream: -32_004,
  configuration: -32_005,
} as const;

const kindsByCode: ReadonlyMap<number, PluginErrorKind> = new Map([
  [rpcCodes.invalidRequest, 'refused'],
  [rpcCodes.methodNotFound, 'unsupported'],
  [rpcCodes.invalidParams, 'refused'],
  [rpcCodes.rateLimited, 'rate_limited'],
  [rpcCodes.notFound, 'not_found'],
  [rpcCodes.authentication, 'authentication'],
  [rpcCodes.upstream, 'upstream'],
  [rpcCodes.configuration, 'configuration'],
]);

const defaultRetrySeconds = 60;
const maxRetrySeconds = 24 * 60 * 60;
const maxMessage = 500;

/** Converts an error response of the plugin. */
export function toPluginError({
  code,
  message,
  data,
}: {
  code: number;
  message: string;
  data?: unknown;
}): PluginError {
  const kind = kindsByCode.get(code) ?? 'internal';
  const words = message.slice(0, maxMessage) || `Error ${code}`;
  if (kind !== 'rate_limited') return new PluginError(kind, words);
  const { retryAfterSeconds } = toRecord(data);
  const seconds = typeof retryAfterSeconds === 'number' ? retryAfterSeconds : defaultRetrySeconds;
  return new PluginError(kind, words, {
    retryAfterSeconds: Math.min(Math.max(Math.ceil(seconds) || 1, 1), maxRetrySeconds),
  });
}

/** For `catch`: converts an OutsideError to a plugin error of the service; rethrows other errors. */
export function throwAsPluginError(error: unknown): never {
  if (!(error instanceof OutsideError)) throw error;
  throw new PluginError(error.kind === 'offline' ? 'offline' : 'upstream', error.message, { cause: error });
}
