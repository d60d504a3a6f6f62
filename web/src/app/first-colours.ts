// Runs before anything is drawn, as a file of its own that the page waits for: the colours that were chosen on this
// device are there from the first moment. Imports nothing, exports nothing; colours.ts knows the rest.
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
}
