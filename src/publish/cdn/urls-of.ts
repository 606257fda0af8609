/**
 * The addresses under which a cache may hold files of a release. A page has two: the one that people see, and the
 * file's, for a CDN whose rule adds the `.html` before it looks into its cache.
 */
export function urlsOf(files: readonly string[], origin: string): string[] {
  return files.flatMap((file) => {
    const seen = file === 'index.html' ? '' : file.replace(/\.html$/, '');
    const names = seen === file ? [file] : [seen, file];
    return names.map((name) => `${origin}/${encodeURI(name)}`);
  });
}
