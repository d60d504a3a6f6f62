import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ToastList } from './toast-list.tsx';
import { showToast } from './toasts.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('a toast under the pointer stays longer, but not forever', async () => {
  render(
    <MantineProvider env="test">
      <ToastList />
    </MantineProvider>,
  );
  await act(async () => showToast('Saved'));
  fireEvent.mouseEnter(screen.getByRole('status'));
  await pass(20_000);
  screen.getByText('Saved');
  await pass(12_000);
  expect(screen.queryByText('Saved')).toBeNull();
});
