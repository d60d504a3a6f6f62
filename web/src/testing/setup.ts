// Runs before each component test file: what jsdom lacks and Mantine needs, and the cleanup after each test.
import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { queries } from '../api/query-client.ts';

// Waiting ends when the element is there; on a busy machine that takes its time.
configure({ asyncUtilTimeout: 20_000 });

class NoObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

vi.stubGlobal('ResizeObserver', NoObserver);
Object.assign(globalThis, {
  matchMedia: (media: string) =>
    Object.assign(new EventTarget(), {
      // jsdom has no animations.
      matches: media === '(prefers-reduced-motion: reduce)',
      media,
      addListener() {},
      removeListener() {},
    }),
});
Object.assign(document, { fonts: new EventTarget() });
Element.prototype.scrollIntoView = () => {};
Element.prototype.scrollTo = () => {};
window.scrollTo = () => {};
document.elementsFromPoint = () => [];

afterEach(() => {
  // Toasts outlive the components that showed them.
  notifications.clean();
  cleanup();
  queries.clear();
});
