// Converts a plugin for the API. Credentials are never returned.

import type {
  OwnPlugin,
  OwnPluginState,
  Plugin,
  PluginCredential,
  PluginState,
} from '@lectern/contract/plugins/plugins';
import { toTime } from '#infrastructure/clock.ts';
import type { Confinement } from '#infrastructure/confinement/confinement.ts';
import type { PluginAccountTable, PluginTable } from '#schema/tables/plugin.ts';
import { maxFailures, toWaitMs } from './failures.ts';
import { type ConfigField, isPersonal, type Manifest } from './protocol/index.ts';
import type { CredentialSafe, Credentials } from './settings/index.ts';
import { clientKeys, findClient, tokenKeys } from './sign-in/index.ts';

interface Context {
  safe: CredentialSafe;
  isOnline: boolean;
  nowMs: number;
  confinement: Pick<Confinement, 'isComplete'>;
}

export const readManifest = ({ manifest }: Pick<PluginTable, 'manifest'>): Manifest | undefined =>
  manifest === null ? undefined : JSON.parse(manifest);

/** Whether each user has a separate instance. */
export const isPersonalPlugin = (row: PluginTable): boolean => {
  const manifest = readManifest(row);
  return manifest !== undefined && isPersonal(manifest);
};

export function toPlugin(row: PluginTable, context: Context): Plugin {
  const manifest = readManifest(row);
  const config: Plugin['config'] = JSON.parse(row.config);
  const set = context.safe.open(row.id, row.credentials);
  const credentials = isPersonalPlugin(row) ? toClient(manifest, set) : toCredentials(manifest, set);
  return {
    id: row.id,
    package: row.package,
    version: row.version,
    origin: row.origin,
    folder: row.folder,
    name: manifest?.name ?? null,
    displayName: manifest?.displayName ?? row.package,
    description: manifest?.description ?? null,
    author: manifest?.author ?? null,
    homepage: toHomepage(manifest?.homepage ?? null),
    isEnabled: row.isEnabled === 1,
    state: toState(row, context, isComplete(manifest?.config ?? [], config, credentials)),
    failure:
      row.failure === null
        ? null
        : { message: row.failure, count: row.failures, at: toTime(row.failedAt ?? row.updatedAt) },
    isRestricted: isRestricted(row, context.confinement),
    acceptsUnrestricted: row.acceptsUnrestricted === 1,
    can: {
      metadata: manifest?.metadata ?? [],
      releases: (manifest?.releases ?? []).length > 0,
      syncReading: manifest?.syncsReading ?? false,
      recommend: manifest?.recommends ?? false,
    },
    config,
    configFields: manifest?.config ?? [],
    credentials,
    instructions: manifest?.adminInstructions ?? null,
    callsPerMinute: row.callsPerMinute,
    timeoutSeconds: row.timeoutSeconds,
    createdAt: toTime(row.createdAt),
    updatedAt: toTime(row.updatedAt),
  };
}

export function toOwnPlugin(
  row: PluginTable,
  account: PluginAccountTable | undefined,
  safe: CredentialSafe,
): OwnPlugin {
  const manifest = readManifest(row);
  const set = account ? safe.open(account.id, account.credentials) : {};
  const credentials = toCredentials(manifest, set);
  const client = findClient(row, safe.open(row.id, row.credentials));
  const hasRequired = credentials.every(({ required, isSet }) => isSet || !required);
  const isConnected =
    tokenKeys.access in set || (hasRequired && (credentials.length > 0 || !manifest?.oauth));
  return {
    id: row.id,
    displayName: manifest?.displayName ?? row.package,
    description: manifest?.description ?? null,
    isEnabled: account?.isEnabled === 1,
    state: toOwnState(account, isConnected),
    failure: account?.failure ?? null,
    canConnect: client !== undefined,
    isConnected,
    config: JSON.parse(account?.config ?? '{}'),
    configFields: manifest?.userConfig ?? [],
    credentials,
    instructions: manifest?.userInstructions ?? null,
  };
}

/** Whether the system denies the plugin the rights of the server's account. */
function isRestricted(
  { start }: Pick<PluginTable, 'start'>,
  { isComplete }: Pick<Confinement, 'isComplete'>,
): boolean {
  const { module, command }: { module?: string; command?: string[] } = JSON.parse(start);
  // Built-in providers run in the server process.
  return command === undefined && (module === undefined || isComplete);
}

/** False for a plugin that this system cannot restrict, unless an administrator accepts that. */
export const mayStart = (
  row: Pick<PluginTable, 'start' | 'acceptsUnrestricted'>,
  confinement: Pick<Confinement, 'isComplete'>,
): boolean => row.acceptsUnrestricted === 1 || isRestricted(row, confinement);

function toState(row: PluginTable, { isOnline, nowMs, confinement }: Context, isSetUp: boolean): PluginState {
  if (row.isEnabled === 0) return row.failures >= maxFailures ? 'failed' : 'disabled';
  if (!isOnline) return 'offline';
  if (!mayStart(row, confinement)) return 'unrestricted';
  if (!isSetUp || (row.failure !== null && row.failures === 0)) return 'needs_setup';
  return toWaitMs(row, nowMs) > 0 ? 'waiting' : 'ready';
}

function toOwnState(account: PluginAccountTable | undefined, isConnected: boolean): OwnPluginState {
  if (account?.isEnabled !== 1) return 'disabled';
  if (!isConnected) return 'not_connected';
  return account.failure === null ? 'ready' : 'refused';
}

/** OAuth client fields. Users may enter a token instead of signing in. */
function toClient(manifest: Manifest | undefined, set: Credentials): PluginCredential[] {
  if (!manifest?.oauth) return [];
  const common = { description: null, required: false, placeholder: manifest.oauth.clientId };
  return [
    { ...common, key: clientKeys.id, label: 'Client ID', isSecret: false, isSet: clientKeys.id in set },
    {
      ...common,
      key: clientKeys.secret,
      label: 'Client secret',
      placeholder: null,
      isSecret: true,
      isSet: clientKeys.secret in set,
    },
  ];
}

const toCredentials = (manifest: Manifest | undefined, set: Credentials): PluginCredential[] =>
  (manifest?.credentials ?? []).map((field) => ({ ...field, isSet: Object.hasOwn(set, field.key) }));

const isComplete = (
  fields: readonly ConfigField[],
  config: Plugin['config'],
  credentials: readonly PluginCredential[],
): boolean =>
  credentials.every(({ required, isSet }) => isSet || !required) &&
  fields.every(
    ({ key, required, ...field }) => !required || 'default' in field || Object.hasOwn(config, key),
  );

/** Returns the URL if a page may link to it. */
const toHomepage = (address: string | null): string | null =>
  address !== null && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? address : null;
