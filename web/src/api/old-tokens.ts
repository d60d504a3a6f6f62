// Moves refresh tokens that earlier versions stored in local storage to cookies.
import { dropToken, listAccounts } from './accounts.ts';
import { send } from './send.ts';

/** A token that cannot be moved now is retried the next time. Rejects if the server is unreachable. */
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
