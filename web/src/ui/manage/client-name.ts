// A readable client name: browser and system, or the name of an app.

/** The first match counts: newer browsers are named in the user agents of earlier ones. */
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

/** "Firefox · Android", or the first word of an app's user agent. Undefined without a user agent. */
export function toClientName(agent: string | null): string | undefined {
  if (!agent) return undefined;
  const names = [find(browsers, agent), find(systems, agent)];
  const isBrowser = names[0] !== undefined && agent.startsWith('Mozilla/');
  if (isBrowser) return names.filter(Boolean).join(' · ');
  return agent.split(/[\s/]/).find(Boolean) ?? undefined;
}
