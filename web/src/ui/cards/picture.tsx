// An image from the server with retries. An `img` element does not report a status, so after an error the image is fetched
// with retries (fetch-with-retry.ts) and shown on success. An unmounted image cancels its request.
import { useMergedRef } from '@mantine/hooks';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { fetchWithRetry } from '../../api/fetch-with-retry.ts';

interface Props extends Omit<ComponentProps<'img'>, 'src' | 'onError'> {
  src: string;
  /** The image cannot be loaded or decoded. */
  onMissing?: (() => void) | undefined;
}

/** For images that can be fetched but not decoded. */
const maxAttempts = 4;

export function Picture({ src, alt, onMissing, ref, ...rest }: Props) {
  const [shown, setShown] = useState({ src, attempt: 0 });
  const attempt = shown.src === src ? shown.attempt : 0;
  const picture = useRef<HTMLImageElement>(null);
  const merged = useMergedRef(picture, ref);
  const asking = useRef<AbortController>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each URL has a separate element
  useEffect(() => {
    const { current } = picture;
    return () => {
      if (current && !current.complete) current.removeAttribute('src');
    };
  }, [src, attempt]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new URL cancels the request of the previous one
  useEffect(() => () => asking.current?.abort(), [src]);

  async function retry() {
    const controller = new AbortController();
    asking.current = controller;
    const { signal } = controller;
    const isThere = attempt < maxAttempts && (await isAvailable(src, signal));
    if (signal.aborted) return;
    if (isThere) setShown({ src, attempt: attempt + 1 });
    else onMissing?.();
  }

  return (
    <img key={`${src} ${attempt}`} {...rest} ref={merged} src={src} alt={alt} onError={() => void retry()} />
  );
}

/** Limits parallel retries, so that a page of refused images does not exceed the rate limit again. */
const concurrency = 4;
let activeChecks = 0;
const waiting: (() => void)[] = [];

async function isAvailable(src: string, signal: AbortSignal): Promise<boolean> {
  if (activeChecks >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve));
  activeChecks++;
  try {
    signal.throwIfAborted();
    const response = await fetchWithRetry(src, { signal });
    // Reads the whole body, so that the HTTP cache contains it when the image is shown.
    await response.blob();
    return response.status === 200;
  } catch {
    return false;
  } finally {
    activeChecks--;
    waiting.shift()?.();
  }
}
