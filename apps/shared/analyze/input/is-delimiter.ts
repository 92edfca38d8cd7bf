/** Whether a text is one sign that may separate columns. */
export function isDelimiter(text: string): boolean {
  return [...text].length === 1 && !/[\p{L}\p{N}"\r\n\ufeff]/u.test(text);
}
