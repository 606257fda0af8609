import ts from 'typescript';

/** The texts of a source as they stand in quotes or between tags; comments and names of code are none. */
export function textsOf(path: string, source: string): string[] {
  if (path.endsWith('.html')) return [source.replace(/<[^>]*>/g, ' ')];
  if (path.endsWith('.astro')) {
    const [, script = '', page = source] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? [];
    const markup = page.replace(/<(script|style)[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g, ' ');
    return [...textsOf('script.ts', script), ...textsOf('page.tsx', `<>${markup}</>`)];
  }
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isJsxText(node) || ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node))
      texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, false, kind));
  return texts;
}
