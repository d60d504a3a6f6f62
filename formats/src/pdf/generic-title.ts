// Detects generic titles that PDF writers set by default.

const GENERIC_TITLES = [
  /^(untitled|unnamed|unknown|no title|notitle|title|titel|none|null|print|cover|template|draft|blank page)$/i,
  /^(untitled|document|dokument|slide|layout|scan|image|page|book|sheet|presentation)[-_ ]?\(?\d{0,8}\)?$/i,
  /^(microsoft (office )?)?(word|powerpoint|excel|publisher|visio) ?(-|–|presentation|document).*$/i,
  /^(scanned (document|image)|camscanner|adobe scan|full page photo|powerpoint presentation)/i,
  /[.](docx?|odt|rtf|txt|pptx?|xlsx?|indd|qxd|pmd|fm|tex|dvi|e?ps|ai|psd|cdr|pub|pages|html?|pdf|tiff?|jpe?g|png|wpd)$/i,
  /^(0\d*|[\d\s._-]{5,}|)$/,
  /^(file|https?):\/\//i,
];

/** Whether a title is a default of the program that wrote the file, or a file name. */
export function isGenericPdfTitle(title: string): boolean {
  const text = title.trim().slice(0, 300);
  return GENERIC_TITLES.some((pattern) => pattern.test(text));
}
