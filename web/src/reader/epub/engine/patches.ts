// Build-time changes to foliate-js 1.0.1: the content security policy allows no inline styles, and no scripts in frames.
// Each change must match exactly once, so that a test fails for another version.

interface Patch {
  file: string;
  from: string;
  to: string;
}

const patches: readonly Patch[] = [
  // The policy allows a constructed style sheet in the shadow root, but not a style element.
  {
    file: 'paginator.js',
    from: 'this.#root.innerHTML = `<style>',
    to: 'this.#root.adoptedStyleSheets = [new CSSStyleSheet()]; this.#root.adoptedStyleSheets[0].replaceSync(`',
  },
  { file: 'paginator.js', from: '</style>\n', to: '`); this.#root.innerHTML = `' },
  // Generated pages (for images) are subject to the client's policy.
  ...['$styleBefore', '$style'].map((name) => ({
    file: 'paginator.js',
    from: `const ${name} = doc.createElement('style')`,
    to: `const ${name} = doc.createElement('style'); ${name}.nonce = document.querySelector('meta[name=csp-nonce]')?.content ?? ''`,
  })),
  // Every supported browser has constructable style sheets.
  { file: 'fixed-layout.js', from: "import 'construct-style-sheets-polyfill'\n", to: '' },
  // Frames without scripts deliver events in all engines except WebKit before 2021 (bug 218086).
  ...['paginator.js', 'fixed-layout.js'].map((file) => ({
    file,
    from: "'allow-same-origin allow-scripts'",
    to: "'allow-same-origin'",
  })),
  // A touch without movement is a tap: snapping would conflict with the page turn.
  {
    file: 'paginator.js',
    from: 'this.#touchScrolled = false\n        if (this.scrolled) return',
    to: 'const hasMoved = this.#touchScrolled\n        this.#touchScrolled = false\n        if (this.scrolled || !hasMoved) return',
  },
  // Ignores resize and scroll events until the document is loaded, and lays it out then. A layout of half a document reports
  // a wrong position, and the first layout after loading clears the selection.
  {
    file: 'paginator.js',
    from: 'const layout = beforeRender?.(',
    to: 'this.isLoaded = true\n                const layout = beforeRender?.(',
  },
  {
    file: 'paginator.js',
    from: 'this.#layout = layout\n        if (this.#column)',
    to: 'this.#layout = layout\n        if (!this.isLoaded) return\n        if (this.#column)',
  },
  {
    file: 'paginator.js',
    from: '#afterScroll(reason) {\n',
    to: '#afterScroll(reason) {\n        if (!this.#view?.isLoaded) return\n',
  },
  // The page of a spread that is shown alone on a portrait screen.
  { file: 'fixed-layout.js', from: "(this.side === 'left'", to: "(this.#side === 'left'" },
];

/** Returns the patched source, or undefined for a file without changes. Throws if a change does not match exactly once. */
export function patchFoliate(path: string, source: string): string | undefined {
  const file = /\/foliate-js\/([\w-]+\.js)/.exec(path.replaceAll('\\', '/'))?.[1];
  const wanted = patches.filter((patch) => patch.file === file);
  if (wanted.length === 0) return undefined;
  return wanted.reduce((text, { from, to }) => {
    const parts = text.split(from);
    if (parts.length !== 2) throw new Error(`foliate-js/${file} is not the version that is known: ${from}`);
    return parts.join(to);
  }, source);
}
