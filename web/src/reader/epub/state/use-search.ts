// Search in the open book. It continues while its panel is closed.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Engine, Hit } from '../engine/engine.ts';

export interface BookSearch {
  text: string;
  hits: readonly Hit[];
  /** The searched share of the book, 0 to 1; undefined before the first search. */
  done: number | undefined;
  setText(text: string): void;
  start(text: string): void;
  stop(): void;
}

export function useBookSearch(engine: Engine | undefined): BookSearch {
  const [text, setText] = useState('');
  const [hits, setHits] = useState<readonly Hit[]>([]);
  const [done, setDone] = useState<number>();
  const running = useRef<AbortController>(undefined);
  const stop = useCallback(() => {
    running.current?.abort();
    setDone((before) => (before === undefined ? undefined : 1));
  }, []);
  useEffect(() => () => running.current?.abort(), []);
  const start = useCallback(
    async (wanted: string) => {
      running.current?.abort();
      if (!engine || wanted.trim() === '') return;
      const own = new AbortController();
      running.current = own;
      setText(wanted);
      setHits([]);
      setDone(0);
      try {
        for await (const found of engine.search(wanted, own.signal)) {
          if (found.hits.length > 0) setHits((before) => [...before, ...found.hits]);
          setDone(Math.min(0.99, found.done));
        }
      } catch (error) {
        if (!own.signal.aborted) throw error;
      }
      if (!own.signal.aborted) setDone(1);
    },
    [engine],
  );
  return { text, hits, done, setText, start: (wanted) => void start(wanted), stop };
}
