// Links by a plain path, for URLs that are known only at run time.
import { useRouter } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, MouseEvent } from 'react';

/** The paths of all routes. */
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
  // Relative to the base path of the page.
  return <a href={path.slice(1) || '.'} onClick={go} {...rest} />;
}
