export function unzipExtension(vsix: string, folder: string): Promise<readonly string[]>;
