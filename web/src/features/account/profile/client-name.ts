// What a client calls itself, in words that people know: a browser and a system, or an app by its own name.

/** The first that is found counts: each browser of the later ones says that it is one of the earlier ones, too. */
const browsers = [
  ['Edge', /\bEdgA?\/|\bEdgiOS\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\bFirefox\/|\bFxiOS\//],
  ['Chrome', /\b(Headless)?Chrome\/|\bChromium\/|\bCriOS\//],
  ['Safari', /\bVersion\/\S+ .*\bSafari\//],
] as const;

const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const;

const find = (of: readonly (readonly [name: string, pattern: RegExp])[], agent: string) =>
  of.find(([, pattern]) => pattern.test(agent))?.[0];

/** "Firefox · Android", or the first word of what an app says; undefined where nothing was said. */
export function toClientName(agent: string | null): string | undefined {
  if (!agent) return undefined;
  const names = [find(browsers, agent), find(systems, agent)];
  const isBrowser = names[0] !== undefined && agent.startsWith('Mozilla/');
  if (isBrowser) return names.filter(Boolean).join(' · ');
  return agent.split(/[\s/]/).find(Boolean) ?? undefined;
}
