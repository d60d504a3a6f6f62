import { render, screen } from '@testing-library/react';
import { afterEach, test, vi } from 'vitest';
import { useFormat } from './format.ts';

afterEach(() => vi.restoreAllMocks());

function Dates() {
  const format = useFormat();
  return <p>{`${format.date('2026-11-28')} | ${format.month('2026-11-28')}`}</p>;
}

test.each([
  [['en-GB', 'en'], '28 Nov 2026'],
  [['de-DE', 'en-US'], 'Nov 28, 2026'],
  [['en-US@posix', 'en'], 'Nov 28, 2026'],
  [['de-DE'], 'Nov 28, 2026'],
])('dates are written as in the region of a browser with %s', (languages, date) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  render(<Dates />);
  screen.getByText(`${date} | November 2026`);
});
