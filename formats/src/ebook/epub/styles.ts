// The style sheet for text without style sheets.

export const ownStyles = {
  name: 'styles.css',
  mediaType: 'text/css',
  bytes: Buffer.from(`h1, h2, h3, h4, h5, h6 { text-align: center; line-height: 1.3; }
p { margin: 0; text-indent: 1.5em; }
h1 + p, h2 + p, h3 + p, h4 + p, .plain { text-indent: 0; }
img { max-width: 100%; }
.picture { text-align: center; text-indent: 0; margin: 1em 0; }
.subtitle { text-align: center; text-indent: 0; font-weight: bold; margin: 1em 0; }
.gap { height: 1em; }
.break { text-align: center; text-indent: 0; margin: 1em 0; }
blockquote { margin: 1em 2em; }
.epigraph { margin-left: 30%; font-style: italic; }
.poem { margin: 1em 2em; }
.stanza { margin: 0 0 1em; }
.stanza p { text-indent: 0; }
.author { text-align: right; text-indent: 0; }
.titlepage { text-align: center; }
.titlepage p { text-indent: 0; margin: 0.5em 0; }
.titlepage .about { text-align: left; margin-top: 2em; }
pre { white-space: pre-wrap; }
table { border-collapse: collapse; }
td, th { border: 1px solid; padding: 0.2em 0.5em; }
`),
};
