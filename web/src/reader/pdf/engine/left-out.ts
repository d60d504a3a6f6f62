// Message that the worker posts for each skipped image. It has no target name, so pdf.js ignores it.
export const leftOutMessage = { lectern: 'picture left out' };

/** Calls back for each skipped image. Returns a function that unsubscribes. */
export function watchLeftOut(port: Worker, onLeftOut: () => void): () => void {
  const listen = ({ data }: MessageEvent<unknown>) => {
    if (data !== null && typeof data === 'object' && 'lectern' in data) onLeftOut();
  };
  port.addEventListener('message', listen);
  return () => port.removeEventListener('message', listen);
}
