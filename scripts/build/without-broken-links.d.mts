export function withoutBrokenLinks(text: string, folder: string, files: readonly string[]): string;
