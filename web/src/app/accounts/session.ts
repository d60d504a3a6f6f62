// If the session ends while a page is open, the user signs in again and returns to the page.
import { ApiError, call, onSessionOver } from '../../api/call.ts';
import { me } from '../../api/queries.ts';
import { onSessionEnd, queries } from '../../api/query-client.ts';
import { router } from '../router.tsx';

let isChecking = false;

export function watchSession(): void {
  const listen = () => {
    // Before the first response, the routes redirect.
    if (isChecking || queries.getQueryData(me.queryKey) === undefined) return;
    isChecking = true;
    void retry().finally(() => {
      isChecking = false;
    });
  };
  onSessionEnd(listen);
  // Readers load pages without queries.
  onSessionOver(listen);
}

/** A single 401 can have another cause, such as a wrong current password, so this checks the user again. */
async function retry(): Promise<void> {
  const { pathname, href, search } = router.state.location;
  // These pages send requests without a session.
  if (/^\/(sign-in|welcome|join|reset)/.test(pathname)) return;
  try {
    await call('GET /api/v1/auth/me');
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) return;
    queries.clear();
    // Reopens a book at its last position, not at the position in the URL.
    const { page: _, mark: __, ...others } = search;
    const next = /\/read$/.test(pathname)
      ? router.buildLocation({ to: pathname, search: others }).href
      : href;
    await router.navigate({ to: '/sign-in', search: { next, isOver: true } });
  }
}
