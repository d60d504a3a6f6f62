// Links to places by their path alone: for those that are only known while the client runs.
import { useRouter } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, MouseEvent } from 'react';

/** Every path that has a page. */
export const usePaths = (): string[] => Object.keys(useRouter().routesByPath);

export function PathLink({
  path,
  onClick,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & { path: string }) {
  const router = useRouter();
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isElsewhere =
      event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || isElsewhere) return;
    event.preventDefault();
    void router.navigate({ href: path });
  };
  // The page's base makes it whole.
  return <a href={path.slice(1) || '.'} onClick={go} {...rest} />;
}
