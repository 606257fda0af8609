import ts from 'typescript';
import * as errors from '#domain/errors.ts';
import * as toasts from '#domain/toasts.ts';

/** 'TOASTS.loggedIn' and the like, with the sentence each stands for. */
const CONSTANTS = new Map<string, string>(
  Object.entries({
    TOASTS: toasts.TOASTS,
    ADMIN_TOASTS: toasts.ADMIN_TOASTS,
    MESSAGES: errors.MESSAGES,
  }).flatMap(([name, texts]) =>
    Object.entries(texts).map(([key, text]) => [`${name}.${key}`, text] as const),
  ),
);
const MAKERS = new Map<string, string>([
  ['projectSent', 'Project sent to N artist(s)!'],
  ['imagesAdded', 'N image(s) added to portfolio'],
]);

/**
 * The texts that a test of this title speaks of: every string, template and regular expression inside its
 * `test(…)` or `it(…)` call, its `each` table, and the top-level constants and functions that it uses.
 * Null when the source has no such test, or skips it.
 */
export function textsOfTest(source: string, title: string): string[] | null {
  const file = ts.createSourceFile('test.ts', source, ts.ScriptTarget.Latest, true);
  const calls: ts.CallExpression[] = [];
  const find = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTest(node) && titleOf(node) === title) calls.push(node);
    ts.forEachChild(node, find);
  };
  find(file);
  return calls.length > 0 ? calls.flatMap((call) => textsIn(call, declarationsOf(file))) : null;
}

const SKIPPED = /\.(skip|todo|fixme|fails|fail|only)\b/;

function isTest(call: ts.CallExpression): boolean {
  const callee = call.expression.getText();
  return /^(test|it)\b/.test(callee) && !SKIPPED.test(callee.split('(')[0] ?? '');
}

/** A title as it is written, with `{…}` standing for what a template fills in. */
function titleOf(call: ts.CallExpression): string | null {
  const [title] = call.arguments;
  if (!title) return null;
  if (ts.isStringLiteralLike(title)) return title.text;
  if (!ts.isTemplateExpression(title)) return null;
  return title.head.text + title.templateSpans.map((span) => `{…}${span.literal.text}`).join('');
}

function declarationsOf(file: ts.SourceFile): Map<string, ts.Node> {
  const known = new Map<string, ts.Node>();
  for (const statement of file.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name) {
      known.set(statement.name.text, statement);
    } else if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (ts.isIdentifier(name) && initializer) known.set(name.text, initializer);
      }
    }
  }
  return known;
}

function textsIn(start: ts.Node, declared: Map<string, ts.Node>): string[] {
  const texts: string[] = [];
  const seen = new Set<ts.Node>();
  const visit = (node: ts.Node): void => {
    if (seen.has(node)) return;
    seen.add(node);
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
    else if (ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      texts.push(node.text);
    } else if (ts.isRegularExpressionLiteral(node)) texts.push(node.text.replaceAll('\\', ''));
    else if (ts.isPropertyAccessExpression(node)) texts.push(CONSTANTS.get(node.getText()) ?? '');
    else if (ts.isIdentifier(node)) {
      texts.push(MAKERS.get(node.text) ?? '');
      const declaration = declared.get(node.text);
      if (declaration) visit(declaration);
    }
    ts.forEachChild(node, visit);
  };
  visit(start);
  return texts;
}

/** Whether one of the texts shows the sentence; 'N' stands for any number. */
export function shows(texts: readonly string[], sentence: string): boolean {
  const escaped = sentence.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = new RegExp(escaped.replace(/\bN\b/, '(N|\\d+|d\\+)'));
  return texts.some((text) => pattern.test(text));
}
