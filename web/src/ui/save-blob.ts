// Saves data generated in the browser as files.

/** Offers a file as a download. Replaces characters that file systems refuse. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replace(/[/\\?%*:|"<>\p{Cc}]/gu, '_').slice(0, 120);
  link.click();
  // The browser has read the blob by then.
  window.setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
