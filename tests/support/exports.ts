import ts from 'typescript';

/** The names that a script exports. What it passes on with `export … from` is another file's, and a default has none. */
export function exportsOf(path: string, text: string): Set<string> {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, kind);
  return new Set(file.statements.flatMap(exportedBy));
}

function exportedBy(statement: ts.Statement): string[] {
  if (ts.isExportDeclaration(statement)) {
    const { exportClause, moduleSpecifier } = statement;
    if (moduleSpecifier || !exportClause || !ts.isNamedExports(exportClause)) return [];
    return exportClause.elements.map(({ name }) => name.text);
  }
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  const has = (kind: ts.SyntaxKind) => modifiers.some((modifier) => modifier.kind === kind);
  if (!has(ts.SyntaxKind.ExportKeyword) || has(ts.SyntaxKind.DefaultKeyword)) return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => namesIn(name));
  const { name } = statement as ts.DeclarationStatement;
  return name ? [name.text] : [];
}

function namesIn(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) =>
    ts.isBindingElement(element) ? namesIn(element.name) : [],
  );
}

/** The names that two or more scripts export, each with the scripts. */
export function namesakesOf(sources: Iterable<[path: string, text: string]>): string[] {
  const places = new Map<string, string[]>();
  for (const [path, text] of sources)
    for (const name of exportsOf(path, text)) places.set(name, [...(places.get(name) ?? []), path]);
  const shared = [...places].filter(([, paths]) => paths.length > 1);
  return shared.map(([name, paths]) => `${name}: ${paths.join(', ')}`);
}
