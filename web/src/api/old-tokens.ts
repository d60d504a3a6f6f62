// Moves the refresh tokens that earlier versions kept in local storage into cookies.
import { dropToken, listAccounts } from './accounts.ts';
import { send } from './send.ts';

/** A token that cannot be moved now is tried again the next time. Rejects when the server cannot be reached. */
export async function moveOldTokens(): Promise<void> {
  for (const { userId, refreshToken } of listAccounts()) {
    if (refreshToken === undefined) continue;
    const isMoved = refreshToken === null || (await move(refreshToken));
    if (isMoved) dropToken(userId);
  }
}

/** 401 means that the session is over. */
async function move(refreshToken: string): Promise<boolean> {
  const { ok, status } = await send('POST /api/v1/auth/browser/adopt', { body: { refreshToken } }, {});
  return ok || status === 401;
}
