// pdf.js leaves inline pictures that it cannot decode, and any above the limit of pixels, out of the operators of the page,
// and tells of it by a warning alone. Loaded before its worker.
import { leftOutMessage } from './left-out.ts';

const warnings = /^Warning: (?:Image exceeded maximum allowed size|Unable to decode inline image)/;
// biome-ignore lint/suspicious/noConsole: it is where pdf.js tells of them
const warn = console.warn.bind(console);

console.warn = (...words: unknown[]) => {
  if (warnings.test(String(words[0]))) self.postMessage(leftOutMessage);
  else warn(...words);
};
