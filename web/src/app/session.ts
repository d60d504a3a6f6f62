// A session that ends while somebody looks at a page: they sign in again and go on there.
import { ApiError, call } from '../api/call.ts';
import { me } from '../api/queries.ts';
import { onSessionEnd, queries } from '../api/query-client.ts';
import { router } from './router.tsx';

let isAsking = false;

export function watchSession(): void {
  onSessionEnd(() => {
    // Who opens the client without a session is led by the routes themselves.
    if (isAsking || queries.getQueryData(me.queryKey) === undefined) return;
    isAsking = true;
    void retry().finally(() => {
      isAsking = false;
    });
  });
}

/** One refusal may be about something else, such as a password that was asked for: who one is decides. */
async function retry(): Promise<void> {
  const { pathname, href } = router.state.location;
  // Pages of who is not signed in ask and are refused.
  if (/^\/(sign-in|welcome)/.test(pathname)) return;
  try {
    await call('GET /api/v1/auth/me');
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) return;
    queries.clear();
    await router.navigate({ to: '/sign-in', search: { next: href, isOver: true } });
  }
}
