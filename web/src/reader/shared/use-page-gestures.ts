// While a reader is open, the browser leaves swipes to it (the rule of `data-reader` in global.css): a swipe past the edge of
// a page would otherwise go back in the history, which closes the book.
import { useLayoutEffect } from 'react';

export function usePageGestures(): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.reader = '';
    return () => {
      delete dataset.reader;
    };
  }, []);
}
