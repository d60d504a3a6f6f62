// A script of its own that runs before the first paint: sets the colours that were chosen on this device (colours.ts)
// and preloads the messages of its language (language.ts, messages.ts). Imports and exports nothing.
{
  const bars: Record<string, string> = { light: '#ffffff', dark: '#12151b', black: '#000000' };
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem('lectern.colours');
  } catch {
    // Storage is blocked: the colours of the system.
  }
  const isDark = window.matchMedia('(prefers-color-scheme: dark)').matches;
  const shown = chosen !== null && chosen in bars ? chosen : isDark ? 'dark' : 'light';
  const { dataset } = document.documentElement;
  dataset.colours = shown;
  dataset.mantineColorScheme = shown === 'light' ? 'light' : 'dark';
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', bars[shown] ?? '#ffffff');

  // The plugin of vite.config.ts writes the addresses of the messages into the attribute `data-messages` of this
  // script.
  const files: Record<string, string> = JSON.parse(document.currentScript?.dataset.messages ?? '{}');
  let language: string | null = null;
  try {
    language = localStorage.getItem('lectern.language');
  } catch {
    // Storage is blocked: the language of the browser.
  }
  const preferred = navigator.languages.map((one) => one.toLowerCase().split('-')[0]);
  const file = [language, ...preferred, 'en'].map((one) => files[one ?? '']).find(Boolean);
  if (file) {
    const link = document.createElement('link');
    // With the attributes of the later fetch; else a browser would fetch the file twice.
    Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: file });
    document.head.append(link);
  }
}
