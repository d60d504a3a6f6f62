// Selects the requests to record and their kinds: sign-ins, and changes of shared data. Books that users read, rate or want
// to read is private and not recorded.
import { isRecord, toRecord } from '@lectern/contract/records';
import type { RouteDescription } from '@lectern/contract/route';
import type { ActivityKind } from '@lectern/contract/values';
import { Problem } from '#infrastructure/errors.ts';
import { isJsonAnswer } from '#infrastructure/http/routes/answers.ts';
import type { Call, CallRequest, MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { type EntityName, findAddressed, findMade } from './entities.ts';

interface Actor {
  userId: string;
  username: string | null;
}

/** An action before it becomes a row. */
export interface RecordedAction {
  kind: ActivityKind;
  mounted: Pick<MountedRoute, 'tag' | 'name' | 'route'>;
  call: { request: Pick<CallRequest, 'headers' | 'ip'>; viewer?: Call['viewer'] | undefined };
  /** Undefined for the caller; null for an unknown user. */
  actor?: Actor | null;
  via?: string;
  /** The name typed in a failed sign-in. */
  login?: string;
  entity?: EntityName | undefined;
  fields?: readonly string[];
}

export interface Watching {
  record(action: RecordedAction): void;
  findName(entity: Omit<EntityName, 'name'>): Promise<string | null>;
}

type AnyCall = Call<unknown, unknown, unknown, Call['viewer'] | undefined>;

const unlocking = '/api/v1/auth/browser/unlock';
const wrongPins: readonly unknown[] = ['wrong_pin', 'pin_used_up'];
const signIns = [
  '/api/v1/auth/login',
  '/api/v1/auth/register',
  '/api/v1/auth/join',
  '/api/v1/auth/device/poll',
  '/api/v1/setup/initialize',
  ...['login', 'register', 'join', 'device', 'initialize'].map((name) => `/api/v1/auth/browser/${name}`),
];
/** A body that names another account signs that account out, without authentication of its owner. */
const signOuts = ['/api/v1/auth/logout', '/api/v1/auth/browser/forget'];
const isOwnSignOut = ({ viewer, body }: AnyCall): boolean =>
  (toRecord(body).userId ?? viewer?.userId) === viewer?.userId;
/** Changes of the caller's own access. */
const ownChanges = ['/api/v1/user/password', '/api/v1/user/pin', '/api/v1/auth/device/approve'];
/** Recorded because a backup contains all data. */
const recordedReads = ['/api/v1/admin/backups/{name}'];
const notChanges = [
  '/api/v1/libraries/preview-scan',
  '/api/v1/users/restrictions/preview',
  ...['test', 'search', 'match', 'metadata'].map((name) => `/api/v1/admin/plugins/{id}/${name}`),
  ...['series', 'books'].flatMap((noun) =>
    ['match/candidates', 'match/preview', 'move/preview'].map((name) => `/api/v1/${noun}/{id}/${name}`),
  ),
];

/** Returns the route with its actions recorded. */
export function watch(mounted: MountedRoute, watching: Watching): MountedRoute {
  const { route } = mounted;
  if (signIns.includes(route.path)) return watchSignIn(mounted, watching);
  if (route.path === unlocking) return watchUnlock(mounted, watching);
  if (signOuts.includes(route.path)) return watchAfter(mounted, watching);
  if (ownChanges.includes(route.path) || isChange(route)) return watchChange(mounted, watching);
  return mounted;
}

function isChange({ method, path, access }: RouteDescription): boolean {
  if (method === 'GET' && recordedReads.includes(path)) return true;
  if (method === 'GET' || access === 'anyone' || access === 'user' || notChanges.includes(path)) return false;
  const rights: readonly string[] = typeof access === 'string' ? [access] : access;
  return rights.some((right) => right !== 'progress:write' && /:(write|delete|manage|admin)$/.test(right));
}

function watchSignIn(mounted: MountedRoute, { record }: Watching): MountedRoute {
  const act = async (call: AnyCall) => {
    const { username } = toRecord(call.body);
    try {
      const result = await mounted.handler(call);
      const actor = findActor(result);
      // Until a device is approved, its polls have no user.
      if (actor) record({ kind: 'sign_in', mounted, call, actor, via: 'password' });
      return result;
    } catch (error) {
      const isRefused = error instanceof Problem && error.code === 'unauthorized';
      if (isRefused) record({ kind: 'sign_in_failed', mounted, call, actor: null, login: String(username) });
      throw error;
    }
  };
  return { ...mounted, handler: act };
}

function watchUnlock(mounted: MountedRoute, { record }: Watching): MountedRoute {
  const act = async (call: AnyCall) => {
    try {
      const result = await mounted.handler(call);
      record({ kind: 'sign_in', mounted, call, actor: findActor(result), via: 'pin' });
      return result;
    } catch (error) {
      // Other refusals name an account without a proof that it exists.
      const isWrong = error instanceof Problem && wrongPins.includes(error.reason?.reason);
      const userId = String(toRecord(call.body).userId);
      if (isWrong)
        record({ kind: 'sign_in_failed', mounted, call, actor: { userId, username: null }, via: 'pin' });
      throw error;
    }
  };
  return { ...mounted, handler: act };
}

function findActor(result: unknown): Actor | null {
  const value = toRecord(isJsonAnswer(result) ? result.value : undefined);
  const user = value.user ?? toRecord(value.session).user;
  return isRecord(user) ? { userId: String(user.id), username: String(user.username) } : null;
}

function watchAfter(mounted: MountedRoute, { record }: Watching): MountedRoute {
  const act = async (call: AnyCall) => {
    const result = await mounted.handler(call);
    if (isOwnSignOut(call)) record({ kind: 'sign_out', mounted, call });
    return result;
  };
  return { ...mounted, handler: act };
}

function watchChange(mounted: MountedRoute, { record, findName }: Watching): MountedRoute {
  const act = async (call: AnyCall) => {
    const addressed = findAddressed(mounted, call.params);
    // The name before it is deleted or changed.
    const name = addressed ? await findName(addressed).catch(() => null) : null;
    const result = await mounted.handler(call);
    const made = findMade(mounted, isJsonAnswer(result) ? result.value : result);
    const entity = addressed ? { ...addressed, name } : made;
    record({ kind: 'change', mounted, call, entity, fields: toFields(call.body) });
    return result;
  };
  return { ...mounted, handler: act };
}

const maxFields = 50;

const toFields = (body: unknown): string[] =>
  Object.keys(toRecord(body))
    .slice(0, maxFields)
    .map((name) => name.slice(0, 100));
