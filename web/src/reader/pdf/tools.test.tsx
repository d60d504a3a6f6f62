import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../testing/show.tsx';
import { Tools } from './tools.tsx';

const listButtons = async (hasContents: boolean) => {
  show(<Tools panel={undefined} hasContents={hasContents} hasThumbnails toggle={() => undefined} />, {});
  return (await screen.findAllByRole('button')).map((button) => button.getAttribute('aria-label'));
};

test('offers the contents of a document that has a table of contents', async () => {
  expect(await listButtons(true)).toContain('Contents');
});

test('does not offer the contents of a document without a table of contents', async () => {
  expect(await listButtons(false)).not.toContain('Contents');
});
