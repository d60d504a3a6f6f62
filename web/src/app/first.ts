// Runs before anything is drawn, as a file of its own that the page waits for: the colours that were chosen on this
// device are there from the first moment (colours.ts), and the messages of its language are loaded beside the scripts
// (language.ts, messages.ts). Imports nothing, exports nothing.
{
  const bars: Record<string, string> = { light: '#ffffff', dark: '#242424', black: '#000000' };
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem('lectern.colours');
  } catch {
    // A browser that keeps nothing: the system's.
  }
  const isDark = window.matchMedia('(prefers-color-scheme: dark)').matches;
  const shown = chosen !== null && chosen in bars ? chosen : isDark ? 'dark' : 'light';
  const { dataset } = document.documentElement;
  dataset.colours = shown;
  dataset.mantineColorScheme = shown === 'light' ? 'light' : 'dark';
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', bars[shown] ?? '#ffffff');

  // The plugin of vite.config.ts writes the addresses of the messages at this script.
  const files: Record<string, string> = JSON.parse(document.currentScript?.dataset.messages ?? '{}');
  let language: string | null = null;
  try {
    language = localStorage.getItem('lectern.language');
  } catch {
    // As above: the browser's.
  }
  const preferred = navigator.languages.map((one) => one.toLowerCase().split('-')[0]);
  const file = [language, ...preferred, 'en'].map((one) => files[one ?? '']).find(Boolean);
  if (file) {
    const link = document.createElement('link');
    // As the client fetches it: else a browser would fetch it twice.
    Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: file });
    document.head.append(link);
  }
}
