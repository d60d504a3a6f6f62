// pdf.js omits inline images that it cannot decode, and all images above the pixel limit, from the page's operators. It
// reports them only by a console warning. This module must load before the worker.
import { leftOutMessage } from './left-out.ts';

const warnings = /^Warning: (?:Image exceeded maximum allowed size|Unable to decode inline image)/;
// biome-ignore lint/suspicious/noConsole: pdf.js reports them by a console warning
const warn = console.warn.bind(console);

console.warn = (...words: unknown[]) => {
  if (warnings.test(String(words[0]))) self.postMessage(leftOutMessage);
  else warn(...words);
};
