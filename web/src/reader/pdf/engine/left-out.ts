// What the worker posts for each picture that it leaves out. pdf.js passes over it, as it names no target of its own.
export const leftOutMessage = { lectern: 'picture left out' };

/** Calls back for each. Returns what ends that. */
export function watchLeftOut(port: Worker, onLeftOut: () => void): () => void {
  const listen = ({ data }: MessageEvent<unknown>) => {
    if (data !== null && typeof data === 'object' && 'lectern' in data) onLeftOut();
  };
  port.addEventListener('message', listen);
  return () => port.removeEventListener('message', listen);
}
