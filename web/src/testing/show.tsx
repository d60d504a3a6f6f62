// Renders a component with the providers of the client, for component tests.
import type { CurrentUser } from '@lectern/contract/identity/auth';
import type { User } from '@lectern/contract/identity/users';
import { permissions } from '@lectern/contract/values';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen, within } from '@testing-library/react';
import { PointerEventsCheckLevel, type UserEvent, userEvent } from '@testing-library/user-event';
import { type ReactNode, Suspense } from 'react';
import { me } from '../api/queries.ts';
import { queries } from '../api/query-client.ts';
import { ModalsSlot } from '../ui/manage/modals-slot.tsx';
import { ToastList } from '../ui/toasts/toast-list.tsx';
import { type Answers, type Call, startFakeApi } from './fake-api.ts';

const madeAt = '2026-01-02T03:04:05.000Z';

export const toId = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

export const toUser = (username: string, part: Partial<User> = {}): User & CurrentUser => ({
  id: toId(1),
  username,
  email: `${username}@example.org`,
  role: 'reader',
  permissions: [],
  isActive: true,
  emailVerified: true,
  language: null,
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

export interface RenderedComponent {
  /** The calls that are not queries. */
  changes: Call[];
  user: UserEvent;
  /** The path to which the component has navigated. */
  path(): string;
  /** The query string of the path. */
  search(): string;
}

/** Only for a component that reads its own route. */
interface Page {
  /** Path of the route, as in the routes.ts of the feature. */
  route: string;
  /** Initial path with its query string. The route itself by default. */
  at?: string;
  /** Validates the query string, as in the routes.ts of the feature. */
  validateSearch?: (search: Record<string, unknown>) => object;
  /** The page is shown before the sign-in. */
  isPublic?: true;
  /** Outside the frame of the client, as readers are. */
  isReader?: true;
}

/** Renders the component and answers its calls. */
export function show(component: ReactNode, answers: Answers, page?: Page): RenderedComponent {
  const changes = startFakeApi({ 'GET /api/v1/auth/me': self, ...answers });
  // Neither waits between keys nor looks for `pointer-events` in the style of each ancestor.
  const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
  const content = (
    <>
      {component}
      <ModalsSlot />
    </>
  );
  const router = createRouter({
    routeTree: page ? toTree(content, page) : createRootRoute({ beforeLoad, component: () => content }),
    history: createMemoryHistory({ initialEntries: [page?.at ?? page?.route ?? '/'] }),
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <Suspense>
          <RouterProvider router={router} />
          <ToastList />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return {
    changes,
    user,
    path: () => router.state.location.pathname,
    search: () => router.state.location.searchStr,
  };
}

/** As in the client, the user is known before the first component is rendered. */
const beforeLoad = () => queries.ensureQueryData(me);

/** The route with the parents that it has in the client. */
function toTree(component: ReactNode, page: Page) {
  const { route: path, validateSearch = (search) => search, isPublic, isReader } = page;
  if (isPublic) {
    const root = createRootRoute();
    const own = createRoute({ getParentRoute: () => root, path, validateSearch, component: () => component });
    return root.addChildren([own]);
  }
  const root = createRootRoute({ beforeLoad });
  const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in' });
  if (isReader) {
    const own = createRoute({
      getParentRoute: () => signedIn,
      path,
      validateSearch,
      component: () => component,
    });
    return root.addChildren([signedIn.addChildren([own])]);
  }
  const shell = createRoute({ getParentRoute: () => signedIn, id: 'shell' });
  const own = createRoute({ getParentRoute: () => shell, path, validateSearch, component: () => component });
  return root.addChildren([signedIn.addChildren([shell.addChildren([own])])]);
}

/** Replaces the content of a field. Faster than typing in a form that renders again for each key. */
export async function fill(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
}

/** Chooses an option of a field. */
export async function choose(user: UserEvent, field: HTMLElement, option: string | RegExp): Promise<void> {
  await user.click(field);
  await user.click(await screen.findByRole('option', { name: option }));
}

/** Chooses an entry of the menu that a button opens. */
export async function chooseItem(user: UserEvent, button: string, item: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: button }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
}

/** Clicks a button of the dialog with this title. */
export async function answer(user: UserEvent, title: string | RegExp, button: string): Promise<void> {
  const dialog = await screen.findByRole('dialog', { name: title });
  await user.click(within(dialog).getByRole('button', { name: button }));
}

/** Chooses a file by the field that a button opens. */
export async function chooseFile(user: UserEvent, files: File | File[], index = 0): Promise<void> {
  const field = document.querySelectorAll<HTMLInputElement>('input[type=file]')[index];
  if (!field) throw new Error('There is no field for a file');
  await user.upload(field, files);
}
