// Entry point of the client.
import { startSendingSignOuts } from './api/sign-outs.ts';
import '@mantine/core/styles.layer.css';
import './app/fonts.css';
import './app/global.css';
import { MantineProvider } from '@mantine/core';
import { notificationsStore } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { queries } from './api/query-client.ts';
import { watchSession } from './app/accounts/session.ts';
import { install } from './app/installation.ts';
import { MissingMessages } from './app/missing-messages.tsx';
import { router } from './app/router.tsx';
import { watchStorage } from './app/storage.ts';
import { theme, toVariables } from './app/theme.ts';
import { replaceFormMessages } from './i18n/form-messages.ts';
import { getLanguage } from './i18n/language.ts';
import { loadMessages } from './i18n/messages.ts';
import { useScheme, withoutStorage } from './ui/colours.ts';
import { loadable } from './ui/loadable.tsx';

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
// Mantine's dependencies read the nonce there (get-nonce, for the scroll lock of dialogs).
Object.assign(globalThis, { __webpack_nonce__: nonce });
const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the client');
void loadMessages(getLanguage());
replaceFormMessages();
watchSession();
watchStorage();
startSendingSignOuts();
install();

const idleMs = 2_000;
const NoToasts = () => null;
/** Loaded after the page, or with the first toast. If its code cannot be loaded, the client works without toasts. */
const ToastList = loadable(async () => {
  await new Promise<unknown>((resolve) => {
    window.setTimeout(resolve, idleMs);
    notificationsStore.subscribe(resolve);
  });
  const loaded = await import('./ui/toasts/toast-list.tsx').catch(() => undefined);
  return loaded?.ToastList ?? NoToasts;
});

function Client() {
  const scheme = useScheme();
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={toVariables}
      defaultColorScheme="auto"
      colorSchemeManager={withoutStorage}
      {...(scheme && { forceColorScheme: scheme })}
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queries}>
        <MissingMessages />
        <Suspense>
          <RouterProvider router={router} />
          <ToastList />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  );
}

createRoot(root).render(
  <StrictMode>
    <Client />
  </StrictMode>,
);
