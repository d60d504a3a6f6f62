// When the session ends while a page is open, the user signs in again and returns to it.
import { ApiError, call } from '../api/call.ts';
import { me } from '../api/queries.ts';
import { onSessionEnd, queries } from '../api/query-client.ts';
import { router } from './router.tsx';

let isChecking = false;

export function watchSession(): void {
  onSessionEnd(() => {
    // Before the first answer the routes themselves redirect.
    if (isChecking || queries.getQueryData(me.queryKey) === undefined) return;
    isChecking = true;
    void retry().finally(() => {
      isChecking = false;
    });
  });
}

/** A single 401 may have another cause, such as a wrong current password: the user is asked for again. */
async function retry(): Promise<void> {
  const { pathname, href } = router.state.location;
  // These pages send requests without a session.
  if (/^\/(sign-in|welcome)/.test(pathname)) return;
  try {
    await call('GET /api/v1/auth/me');
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) return;
    queries.clear();
    await router.navigate({ to: '/sign-in', search: { next: href, isOver: true } });
  }
}
