// Creates users through the API as the administrator of a test server and signs them in.
import type { Session } from '@lectern/contract/identity/auth';
import type { User } from '@lectern/contract/identity/users';
import type { Permission, Role } from '@lectern/contract/values';
import { type Answer, type Client, createClient } from './client.ts';

export interface SignedIn extends Client {
  userId: string;
  username: string;
  email: string;
  password: string;
  session: Session;
  /** The session cookie as a browser sends it: `name=value`. */
  cookie: string;
}

export interface Person {
  role?: Role;
  /** In addition to those of the role. */
  permissions?: Permission[];
  username?: string;
  email?: string;
  password?: string;
}

let made = 0;

/** Returns a user with unique names. */
export function aPerson({ username = `person-${++made}`, ...rest }: Person = {}): Required<Person> {
  const email = `${username}@example.org`;
  return { username, email, password: `${username} password`, role: 'reader', permissions: [], ...rest };
}

/** Creates the first administrator of a server without users. */
export async function initialize(server: Client, person = aPerson({ role: 'admin' })): Promise<SignedIn> {
  const { username, email, password } = person;
  const given = await server.post<Session>('/api/v1/setup/initialize', { username, email, password });
  return toSignedIn(server, person, given);
}

/** Creates a user with this role and signs in. */
export async function signIn(server: { admin: Client; url: string }, person: Person = {}): Promise<SignedIn> {
  const wanted = aPerson(person);
  const made = await server.admin.post<User>('/api/v1/users', wanted);
  if (made.status !== 201) throw new Error(`User was not created: ${made.bytes.toString()}`);
  return signInAgain(createClient(server.url), wanted);
}

/** Signs in an existing user again, in a new session. */
export async function signInAgain(server: Client, person: Required<Person> | SignedIn): Promise<SignedIn> {
  const { username, password } = person;
  return toSignedIn(server, person, await server.post<Session>('/api/v1/auth/login', { username, password }));
}

function toSignedIn(
  server: Client,
  { username, email, password }: { username: string; email: string; password: string },
  given: Answer<Session>,
): SignedIn {
  if (given.status >= 300) throw new Error(`Sign-in of ${username} failed: ${given.bytes.toString()}`);
  const [cookie = ''] = (given.headers.getSetCookie()[0] ?? '').split(';');
  const client = createClient(server.url, { authorization: `Bearer ${given.body.accessToken}` });
  return { ...client, userId: given.body.user.id, username, email, password, session: given.body, cookie };
}
