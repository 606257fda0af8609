import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import ts from 'typescript';

interface Import {
  /** What stands in the quotes; null for a dynamic import whose target is computed. */
  specifier: string | null;
  typeOnly: boolean;
  /** Loaded when the code comes to it, not with the file. */
  deferred: boolean;
  line: number;
}

/** Every static, dynamic, re-exporting and type import of a .ts, .tsx, .mjs or .astro source. */
export function importsOf(path: string, text: string): Import[] {
  if (!path.endsWith('.astro')) return importsOfScript(path, text);
  return astroScripts(text).flatMap(({ code, line }) =>
    importsOfScript('part.tsx', code).map((found) => ({ ...found, line: found.line + line })),
  );
}

/** An .astro file's frontmatter, its script elements, and the dynamic imports of its template. */
function astroScripts(text: string): { code: string; line: number }[] {
  const lineAt = (index: number) => text.slice(0, index).split('\n').length - 1;
  const fence = /^\s*---\n([\s\S]*?)\n---/.exec(text);
  const template = text.slice(fence?.[0].length ?? 0);
  const offset = text.length - template.length;
  const parts = fence?.[1] ? [{ code: fence[1], line: lineAt(fence[0].indexOf(fence[1])) }] : [];
  const scripts = /<script\b[^>]*>([\s\S]*?)<\/script>/g;
  for (const match of template.matchAll(scripts)) {
    const start = offset + match.index + match[0].indexOf('>') + 1;
    parts.push({ code: match[1] ?? '', line: lineAt(start) });
  }
  for (const match of template.replace(scripts, blank).matchAll(/\bimport\s*\([^)]*\)/g)) {
    parts.push({ code: match[0], line: lineAt(offset + match.index) });
  }
  return parts;
}

const blank = (text: string) => text.replace(/[^\n]/g, ' ');

function importsOfScript(path: string, text: string): Import[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, scriptKind(path));
  const found: Import[] = [];
  const add = (target: ts.Node | undefined, typeOnly: boolean, deferred = false) => {
    const specifier = target && ts.isStringLiteralLike(target) ? target.text : null;
    const start = (target ?? file).getStart(file);
    found.push({
      specifier,
      typeOnly,
      deferred,
      line: file.getLineAndCharacterOfPosition(start).line + 1,
    });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeOnly(node.importClause));
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
      add(node.moduleSpecifier, node.isTypeOnly);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node.argument.literal, true);
    } else if (ts.isCallExpression(node) && isModuleCall(node)) {
      for (const target of globTargets(node)) add(target, false, true);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function scriptKind(path: string): ts.ScriptKind {
  return path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
}

/** `import type …`, and an import whose every name is marked `type`. */
function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const names = clause.namedBindings;
  return (
    !clause.name &&
    !!names &&
    ts.isNamedImports(names) &&
    names.elements.length > 0 &&
    names.elements.every((element) => element.isTypeOnly)
  );
}

/** `import(…)`, `require(…)` and `import.meta.glob(…)`. */
function isModuleCall({ expression }: ts.CallExpression): boolean {
  if (expression.kind === ts.SyntaxKind.ImportKeyword) return true;
  if (ts.isIdentifier(expression)) return expression.text === 'require';
  return (
    ts.isPropertyAccessExpression(expression) &&
    ts.isMetaProperty(expression.expression) &&
    expression.name.text === 'glob'
  );
}

function globTargets(call: ts.CallExpression): (ts.Node | undefined)[] {
  const [target] = call.arguments;
  return target && ts.isArrayLiteralExpression(target) ? [...target.elements] : [target];
}

/** The packages that are loaded as soon as a file is: by it, and by all that it imports. */
export function packagesLoadedBy(
  entry: string,
  read: (path: string) => string,
  aliases: Record<string, string>,
): Set<string> {
  const packages = new Set<string>();
  const seen = new Set<string>();
  const visit = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const { specifier, typeOnly, deferred } of importsOf(path, read(path))) {
      if (typeOnly || deferred || specifier === null) continue;
      const target = resolveImport(path, specifier, aliases);
      if (target.kind === 'package') packages.add(target.name);
      else if (target.kind === 'file') visit(target.path);
    }
  };
  visit(entry);
  return packages;
}

export type Target =
  | { kind: 'file'; path: string }
  | { kind: 'package'; name: string }
  | { kind: 'node'; name: string }
  /** An address that only exists once the site is served, such as the search index. */
  | { kind: 'url'; path: string };

/** Where a specifier leads: a path in this repository, a package, a Node module or a served file. */
export function resolveImport(
  importer: string,
  written: string,
  aliases: Record<string, string>,
): Target {
  // `?url`, `?raw` and `?worker&url` tell Vite what to make of a file, not which file.
  const specifier = written.replace(/\?[\w&]+$/, '');
  if (specifier.startsWith('.')) {
    return { kind: 'file', path: posix.join(posix.dirname(importer), specifier) };
  }
  if (specifier.startsWith('/')) return { kind: 'url', path: specifier };
  if (specifier.startsWith('#')) {
    const [alias, target] =
      Object.entries(aliases).find(([key]) => specifier.startsWith(key.replace('*', ''))) ?? [];
    if (!alias || !target) return { kind: 'package', name: specifier };
    const rest = specifier.slice(alias.length - 1);
    return { kind: 'file', path: posix.normalize(target.replace('*', rest)) };
  }
  if (specifier.startsWith('node:') || builtinModules.includes(specifier)) {
    return { kind: 'node', name: specifier };
  }
  const depth = specifier.startsWith('@') ? 2 : 1;
  return { kind: 'package', name: specifier.split('/').slice(0, depth).join('/') };
}
