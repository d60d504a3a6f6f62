// Creates the layout engine while its element is mounted, and passes all changes to it.
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Highlight } from '../../shared/annotations/use-annotations.ts';
import type { Appearance, Theme } from '../appearance/appearance.ts';
import type { EpubBook } from '../book/book.ts';
import type { Engine, Listeners } from '../engine/engine.ts';
import { createFoliate } from '../engine/foliate.ts';
import type { Missing } from './use-missing.ts';

interface Props {
  book: EpubBook;
  base: string;
  host: RefObject<HTMLDivElement | null>;
  /** The host element, and the number of layouts so far. */
  missing: Missing;
  appearance: Appearance;
  theme: Theme;
  fontFaces: string;
  highlights: readonly Highlight[];
  /** Always calls the latest callbacks. */
  listeners: Listeners;
}

export function useEngine(parts: Props): Engine | undefined {
  const { book, base, host, appearance, theme, fontFaces, highlights } = parts;
  const { attempt } = parts.missing;
  const newest = useRef(parts);
  newest.current = parts;
  const [engine, setEngine] = useState<Engine>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a missing part restarts the layout
  useEffect(() => {
    const box = host.current;
    if (!box) return;
    let isOver = false;
    let made: Engine | undefined;
    const { missing, appearance, theme, fontFaces, highlights } = newest.current;
    const listeners = toNewest(
      () => newest.current.listeners,
      () => !isOver,
    );
    const opening = createFoliate({
      book,
      base,
      host: box,
      initialAppearance: appearance,
      theme,
      fontFaces,
      listeners,
    });
    opening
      .then(async (one) => {
        if (isOver) return one.destroy();
        made = one;
        one.setHighlights(highlights);
        // Pages can be turned before the first page is laid out.
        setEngine(noting(one, missing));
        await one.goTo(missing.target);
      })
      .catch((error: unknown) => !isOver && newest.current.listeners.onError(error));
    return () => {
      isOver = true;
      setEngine(undefined);
      made?.destroy();
    };
  }, [book, base, host, attempt]);
  useEffect(
    () => engine?.setAppearance(appearance, theme, fontFaces),
    [engine, appearance, theme, fontFaces],
  );
  useEffect(() => engine?.setHighlights(highlights), [engine, highlights]);
  return engine;
}

/** Records the navigation target, because its part may be missing. */
const noting = (engine: Engine, { want }: Missing): Engine => ({
  ...engine,
  goTo(target) {
    want(target);
    return engine.goTo(target);
  },
});

/** Stable listeners for the lifetime of the engine that call the latest callbacks. */
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
    onMouse: pass((to, y) => to.onMouse(y)),
    onSelected: pass((to, selected) => to.onSelected(selected)),
    onHighlight: pass((to, id, bounds) => to.onHighlight(id, bounds)),
    onLink: pass((to, url) => to.onLink(url)),
    onFootnote: pass((to, note) => to.onFootnote(note)),
    onExternalLink: pass((to, url) => to.onExternalLink(url)),
    onImage: pass((to, image) => to.onImage(image)),
    onError: pass((to, error, href) => to.onError(error, href)),
  };
}
