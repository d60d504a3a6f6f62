// A separate script that runs before the first paint: applies the colors chosen on this device (colours.ts) and preloads the
// messages of its language (language.ts, messages.ts). It has no imports or exports.
{
  const bars: Record<string, string> = { light: '#ffffff', dark: '#12151b', black: '#000000' };
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem('lectern.colours');
  } catch {
    // Storage is blocked: uses the system colors.
  }
  const isDark = window.matchMedia('(prefers-color-scheme: dark)').matches;
  const shown = chosen !== null && chosen in bars ? chosen : isDark ? 'dark' : 'light';
  const { dataset } = document.documentElement;
  dataset.colours = shown;
  dataset.mantineColorScheme = shown === 'light' ? 'light' : 'dark';
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', bars[shown] ?? '#ffffff');

  // The plugin of vite.config.ts writes the URLs of the messages to the attribute `data-messages` of this script.
  const files: Record<string, string> = JSON.parse(document.currentScript?.dataset.messages ?? '{}');
  let language: string | null = null;
  try {
    language = localStorage.getItem('lectern.language');
  } catch {
    // Storage is blocked: uses the browser language.
  }
  const preferred = navigator.languages.map((one) => one.toLowerCase().split('-')[0]);
  const file = [language, ...preferred, 'en'].map((one) => files[one ?? '']).find(Boolean);
  if (file) {
    const link = document.createElement('link');
    // With the same attributes as the later fetch. Otherwise, a browser would fetch the file twice.
    Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: file });
    document.head.append(link);
  }
}
