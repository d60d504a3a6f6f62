// When the session ends while a page is open, the user signs in again and returns to it.
import { ApiError, call, onSessionOver } from '../api/call.ts';
import { me } from '../api/queries.ts';
import { onSessionEnd, queries } from '../api/query-client.ts';
import { router } from './router.tsx';

let isChecking = false;

export function watchSession(): void {
  const listen = () => {
    // Before the first answer the routes themselves redirect.
    if (isChecking || queries.getQueryData(me.queryKey) === undefined) return;
    isChecking = true;
    void retry().finally(() => {
      isChecking = false;
    });
  };
  onSessionEnd(listen);
  // Pages of comics, texts and PDFs are no queries.
  onSessionOver(listen);
}

/** A single 401 may have another cause, such as a wrong current password: the user is asked for again. */
async function retry(): Promise<void> {
  const { pathname, href, search } = router.state.location;
  // These pages send requests without a session.
  if (/^\/(sign-in|welcome)/.test(pathname)) return;
  try {
    await call('GET /api/v1/auth/me');
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) return;
    queries.clear();
    // A book is opened again where one was, not where it was opened.
    const { page: _, mark: __, ...others } = search;
    const next = /\/read$/.test(pathname)
      ? router.buildLocation({ to: pathname, search: others }).href
      : href;
    await router.navigate({ to: '/sign-in', search: { next, isOver: true } });
  }
}
