/** Hands a file to the browser, which saves it under this name. */
export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  saveLink(name, url);
  // Some browsers read the blob after the click returns.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** The same for what an address gives as a download. */
export function saveLink(name: string, url: string): void {
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
}
