// What a browser keeps of somebody who has signed in: the cookies, and whose they are (web/src/api/accounts.ts).
import type { BrowserSession } from '@lectern/contract/browser-accounts';
import { request } from 'playwright-core';

interface Credentials {
  username: string;
  password: string;
  userAgent?: string | undefined;
}

/** The storage state of a new browser context at this address. */
export async function makeSession(base: string, { userAgent, ...data }: Credentials) {
  const api = await request.newContext(userAgent === undefined ? {} : { userAgent });
  try {
    const headers = { origin: new URL(base).origin, 'sec-fetch-site': 'same-origin' };
    const answer = await api.post(`${base}/api/v1/auth/browser/login`, { data, headers });
    if (!answer.ok()) throw new Error(`${data.username} was not signed in: ${await answer.text()}`);
    const { user }: BrowserSession = await answer.json();
    const accounts = { current: user.id, accounts: [{ userId: user.id, username: user.username }] };
    const localStorage = [{ name: 'lectern.accounts', value: JSON.stringify(accounts) }];
    const { cookies } = await api.storageState();
    return { cookies, origins: [{ origin: new URL(base).origin, localStorage }] };
  } finally {
    await api.dispose();
  }
}
