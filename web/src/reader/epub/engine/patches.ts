// What is changed of foliate-js 1.0.1 when the client is built: our pages allow no inline style, and our frames no
// scripts. Each change has to find its place exactly once; a test tells when another version is installed.

interface Patch {
  file: string;
  from: string;
  to: string;
}

const patches: readonly Patch[] = [
  // The sheet of the shadow root is made by a constructor, which the policy allows, and not as an element.
  {
    file: 'paginator.js',
    from: 'this.#root.innerHTML = `<style>',
    to: 'this.#root.adoptedStyleSheets = [new CSSStyleSheet()]; this.#root.adoptedStyleSheets[0].replaceSync(`',
  },
  { file: 'paginator.js', from: '</style>\n', to: '`); this.#root.innerHTML = `' },
  // Pages that we make ourselves (around pictures) are under the policy of our own page.
  ...['$styleBefore', '$style'].map((name) => ({
    file: 'paginator.js',
    from: `const ${name} = doc.createElement('style')`,
    to: `const ${name} = doc.createElement('style'); ${name}.nonce = document.querySelector('meta[name=csp-nonce]')?.content ?? ''`,
  })),
  // Every browser that is supported has constructable style sheets.
  { file: 'fixed-layout.js', from: "import 'construct-style-sheets-polyfill'\n", to: '' },
  // Events come to frames without scripts in every engine but WebKit before 2021 (bug 218086).
  ...['paginator.js', 'fixed-layout.js'].map((file) => ({
    file,
    from: "'allow-same-origin allow-scripts'",
    to: "'allow-same-origin'",
  })),
  // A finger that did not move is a tap: to snap then would fight with the page that the tap turns.
  {
    file: 'paginator.js',
    from: 'this.#touchScrolled = false\n        if (this.scrolled) return',
    to: 'const hasMoved = this.#touchScrolled\n        this.#touchScrolled = false\n        if (this.scrolled || !hasMoved) return',
  },
  // A window that is resized or scrolled while a document is replaced: it is laid out, and its position reported, when the
  // next one is there.
  {
    file: 'paginator.js',
    from: 'this.#layout = layout\n        if (this.#column)',
    to: 'this.#layout = layout\n        if (!this.document?.body) return\n        if (this.#column)',
  },
  {
    file: 'paginator.js',
    from: '#afterScroll(reason) {\n',
    to: '#afterScroll(reason) {\n        if (!this.#view?.document?.body) return\n',
  },
  // Which of two pages is shown alone on an upright screen.
  { file: 'fixed-layout.js', from: "(this.side === 'left'", to: "(this.#side === 'left'" },
];

/** The module as it goes into the client; undefined for one that stays as it is. Throws when a change finds no place. */
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
