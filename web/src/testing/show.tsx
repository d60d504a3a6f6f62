// Renders a component with the providers of the client, for component tests.
import type { User } from '@lectern/contract/identity/users';
import { permissions } from '@lectern/contract/values';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { type ReactNode, Suspense } from 'react';
import { queries } from '../api/query-client.ts';
import { Toasts } from '../ui/toasts.tsx';
import { type Answers, type Call, startFakeApi } from './fake-api.ts';

const madeAt = '2026-01-02T03:04:05.000Z';

export const toId = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

export const toUser = (username: string, part: Partial<User> = {}): User => ({
  id: toId(1),
  username,
  email: `${username}@example.org`,
  role: 'reader',
  permissions: [],
  isActive: true,
  emailVerified: true,
  lastLoginAt: null,
  createdAt: madeAt,
  updatedAt: madeAt,
  ...part,
});

/** The user of the session, an administrator. */
export const self = toUser('admin', { id: toId(99), role: 'admin', permissions: [...permissions] });

/** One page that contains all of a list. */
export const toPage = <T,>(data: T[]) => ({
  data,
  page: 1,
  pageSize: 50,
  total: data.length,
  totalPages: 1,
  links: { self: '', first: '', last: '' },
});

export interface Shown {
  /** The calls other than GET. */
  changes: Call[];
  user: UserEvent;
  /** The path to which the component has navigated. */
  path(): string;
}

/** Renders the component and answers its calls. */
export function show(component: ReactNode, answers: Answers): Shown {
  const changes = startFakeApi({ 'GET /api/v1/auth/me': self, ...answers });
  const user = userEvent.setup();
  const router = createRouter({
    routeTree: createRootRoute({ component: () => component }),
    history: createMemoryHistory(),
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <Suspense>
          <RouterProvider router={router} />
          <Toasts />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { changes, user, path: () => router.state.location.pathname };
}
