// A file as the server takes uploads.
export function toFileForm(file: File): FormData {
  const body = new FormData();
  body.append('file', file);
  return body;
}
