// Creates the layout engine for as long as its element is on the page, and passes it all changes.
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { EpubBook } from '../book/book.ts';
import type { Engine, Listeners, Mark, Target } from '../engine/engine.ts';
import { createFoliate } from '../engine/foliate.ts';
import type { Look, Theme } from '../look/look.ts';

interface Props {
  book: EpubBook;
  base: string;
  host: RefObject<HTMLDivElement | null>;
  start: Target;
  look: Look;
  theme: Theme;
  marks: readonly Mark[];
  /** Always the latest are called. */
  listeners: Listeners;
}

export function useEngine(parts: Props): Engine | undefined {
  const { book, base, host, look, theme, marks } = parts;
  const newest = useRef(parts);
  newest.current = parts;
  const [engine, setEngine] = useState<Engine>();
  useEffect(() => {
    const box = host.current;
    if (!box) return;
    let isOver = false;
    let made: Engine | undefined;
    const { start, look, theme, marks } = newest.current;
    const listeners = toNewest(
      () => newest.current.listeners,
      () => !isOver,
    );
    const opening = createFoliate({ book, base, host: box, look, theme, listeners });
    opening
      .then(async (one) => {
        if (isOver) return one.destroy();
        made = one;
        one.setMarks(marks);
        // Page turns are possible before the first page is laid out.
        setEngine(one);
        await one.goTo(start);
      })
      .catch((error: unknown) => !isOver && newest.current.listeners.onFault(error));
    return () => {
      isOver = true;
      setEngine(undefined);
      made?.destroy();
    };
  }, [book, base, host]);
  useEffect(() => engine?.setLook(look, theme), [engine, look, theme]);
  useEffect(() => engine?.setMarks(marks), [engine, marks]);
  return engine;
}

/** Stable listeners for the life of the engine, which call the latest ones. */
function toNewest(find: () => Listeners, isCurrent: () => boolean): Listeners {
  const pass =
    <A extends unknown[]>(call: (listeners: Listeners, ...args: A) => void) =>
    (...args: A) => {
      if (isCurrent()) call(find(), ...args);
    };
  return {
    onShown: pass((to, shown) => to.onShown(shown)),
    onTap: pass((to, x, y) => to.onTap(x, y)),
    onKey: pass((to, event) => to.onKey(event)),
    onSelected: pass((to, selected) => to.onSelected(selected)),
    onMark: pass((to, id, spot) => to.onMark(id, spot)),
    onLink: pass((to, url) => to.onLink(url)),
    onNote: pass((to, note) => to.onNote(note)),
    onOutside: pass((to, url) => to.onOutside(url)),
    onImage: pass((to, image) => to.onImage(image)),
    onFault: pass((to, error) => to.onFault(error)),
  };
}
