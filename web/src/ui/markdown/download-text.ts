// Saves text generated in the browser as files.

/** Offers a text as a download. */
export function downloadText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/markdown;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replace(/[/\\?%*:|"<>\p{Cc}]/gu, '_').slice(0, 120);
  link.click();
  // The browser has read the blob by then.
  window.setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
