import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTextClicks, doubleClickMs } from './text-clicks.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Clicks at a point. Points with y = 0 are on text. */
function listen() {
  const act = vi.fn();
  const clicked = createTextClicks(document, (_, __, y) => y === 0);
  const click = (pointerType: string, y = 0) => {
    document.dispatchEvent(new Event('pointerdown'));
    clicked(Object.assign(new MouseEvent('click', { clientX: 10, clientY: y }), { pointerType }), act);
  };
  return { act, click };
}

test('a mouse click on text acts after the time of a double click', () => {
  const { act, click } = listen();
  click('mouse');
  vi.advanceTimersByTime(doubleClickMs - 1);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(act).toHaveBeenCalledOnce();
});

test('a double click on a word does not act', () => {
  const { act, click } = listen();
  document.body.textContent = 'word';
  click('mouse');
  vi.advanceTimersByTime(200);
  // The browser selects the word between the second press and its click, which the frame ignores.
  document.dispatchEvent(new Event('pointerdown'));
  vi.advanceTimersByTime(1_000);
  expect(act).not.toHaveBeenCalled();
});

test('a click does not act if text was selected meanwhile', () => {
  const { act, click } = listen();
  document.body.textContent = 'word';
  click('mouse');
  document.getSelection()?.selectAllChildren(document.body);
  vi.advanceTimersByTime(1_000);
  expect(act).not.toHaveBeenCalled();
  document.getSelection()?.removeAllRanges();
});

test('taps, and clicks outside text, act immediately', () => {
  const { act, click } = listen();
  click('touch');
  expect(act).toHaveBeenCalledTimes(1);
  click('mouse', 50);
  click('mouse', 50);
  expect(act).toHaveBeenCalledTimes(3);
});
