// Wraps a file in the form data that the server expects.
export function toFileForm(file: File): FormData {
  const body = new FormData();
  body.append('file', file);
  return body;
}
