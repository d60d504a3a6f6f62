// The state that a browser stores after sign-in: cookies and the account (web/src/api/accounts.ts).
import type { BrowserSession } from '@lectern/contract/identity/browser-accounts';
import { type Page, request } from 'playwright-core';

interface Credentials {
  username: string;
  password: string;
  userAgent?: string | undefined;
}

interface Origin {
  localStorage: { name: string; value: string }[];
}

/** Returns the storage state for a new browser context at this address. */
export async function makeSession(base: string, { userAgent, ...data }: Credentials) {
  const api = await request.newContext(userAgent === undefined ? {} : { userAgent });
  try {
    const headers = { origin: new URL(base).origin, 'sec-fetch-site': 'same-origin' };
    const answer = await api.post(`${base}/api/v1/auth/browser/login`, { data, headers });
    if (!answer.ok()) throw new Error(`Sign-in of ${data.username} failed: ${await answer.text()}`);
    const { user }: BrowserSession = await answer.json();
    const accounts = { current: user.id, accounts: [{ userId: user.id, username: user.username }] };
    const localStorage = [{ name: 'lectern.accounts', value: JSON.stringify(accounts) }];
    const { cookies } = await api.storageState();
    return { cookies, origins: [{ origin: new URL(base).origin, localStorage }] };
  } finally {
    await api.dispose();
  }
}

/**
 * Opens a page with local storage set before its first script. Creating the context with it would open another page,
 * which takes half as long as this one.
 */
export async function openWithStorage(page: Page, origins: readonly Origin[], url: string): Promise<void> {
  const items = JSON.stringify(origins.flatMap(({ localStorage }) => localStorage));
  // Only in the top frame: frames of books have no storage.
  const filling = await page.addInitScript(
    `if (self === top) for (const { name, value } of ${items}) localStorage.setItem(name, value);`,
  );
  await page.goto(url);
  await filling.dispose();
}
