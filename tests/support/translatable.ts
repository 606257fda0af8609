import ts from 'typescript';

/** What a child of an element may be on the page, now or later. */
interface Child {
  text: boolean;
  element: boolean;
  /** Comes, goes, or is another one later. */
  changes: boolean;
}

interface Finding {
  path: string;
  line: number;
  reason: string;
}

const CHANGING_TEXT =
  'text that may change stands beside something: it needs an element of its own';
const BESIDE_CHANGE = 'what comes and goes stands beside bare text: the text needs an element';
const REPLACED =
  'an element of the same kind can take its place: the text needs an element, or each of the two a key';
const IN_FRAGMENT = 'text in a fragment ends up beside what its parent has: it needs an element';

const STILL: Child = { text: false, element: true, changes: false };

/**
 * Texts that the browser's translation would tear out of React's hands. It puts `<font>` elements in the place of
 * every text node; React still holds the old nodes, and where it inserts before one, takes one away or writes into
 * one, the page dies or shows what is no longer true. An element whose only child is text is safe, because there React
 * writes to the element.
 */
export function translationFindings(program: ts.Program, path: string): Finding[] {
  const file = program.getSourceFile(path);
  if (!file) throw new Error(`${path} is not in the program`);
  const checker = program.getTypeChecker();
  const found = new Map<ts.Node, string>();
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node))
      for (const { at, reason } of judge(node, checker)) found.set(at, reason);
    for (const at of replaced(alternatives(node))) found.set(at, found.get(at) ?? REPLACED);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...found].map(([at, reason]) => {
    const { line } = file.getLineAndCharacterOfPosition(at.getStart(file));
    return { path, line: line + 1, reason };
  });
}

type Element = ts.JsxElement | ts.JsxSelfClosingElement | ts.JsxFragment;

/** The elements of which React shows one in the same place: what a component returns, or an expression gives. */
function alternatives(node: ts.Node): Element[] {
  if (ts.isConditionalExpression(node)) return leaves(node);
  if (!(ts.isFunctionDeclaration(node) || ts.isArrowFunction(node))) return [];
  return bodyReturns(node).flatMap(leaves);
}

function leaves(given: ts.Expression): Element[] {
  const at = bare(given);
  if (ts.isConditionalExpression(at)) return [...leaves(at.whenTrue), ...leaves(at.whenFalse)];
  if (ts.isBinaryExpression(at)) return [...leaves(at.left), ...leaves(at.right)];
  return isElement(at) ? [at] : [];
}

/**
 * Texts that React would write anew or take away when one element gives way to another: of one kind and place, they are
 * one element to it, in which only the children change.
 */
function replaced(all: Element[]): ts.JsxChild[] {
  return all.flatMap((one) =>
    all.filter((other) => other !== one && isSame(one, other)).flatMap((o) => lostIn(one, o)),
  );
}

const isSame = (a: Element, b: Element) =>
  tagOf(a)?.getText() === tagOf(b)?.getText() && keyOf(a) === keyOf(b);
const keyOf = (at: Element) =>
  ts.isJsxFragment(at)
    ? undefined
    : (ts.isJsxElement(at) ? at.openingElement : at).attributes.properties
        .find((one) => one.name?.getText() === 'key')
        ?.getText();
const shownIn = (at: Element) =>
  ts.isJsxSelfClosingElement(at) ? [] : at.children.filter(isShown);

function lostIn(one: Element, other: Element): ts.JsxChild[] {
  const [mine, others] = [shownIn(one), shownIn(other)];
  return mine.flatMap((child, i) => {
    const next = others[i];
    if (isBareText(child)) {
      const stays = others.length > 1 && next && wordsOf(next) === wordsOf(child);
      return mine.length > 1 && !stays ? [child] : [];
    }
    const [here, there] = [elementsIn(child), next ? elementsIn(next) : []];
    return here.flatMap((a) => there.filter((b) => isSame(a, b)).flatMap((b) => lostIn(a, b)));
  });
}

const isBareText = (child: ts.JsxChild) =>
  ts.isJsxText(child) ||
  (ts.isJsxExpression(child) &&
    child.expression !== undefined &&
    (ts.isStringLiteralLike(child.expression) || ts.isTemplateExpression(child.expression)));
const wordsOf = (child: ts.JsxChild) => child.getText().replace(/\s+/g, ' ');

function elementsIn(child: ts.JsxChild): Element[] {
  if (ts.isJsxText(child)) return [];
  if (ts.isJsxExpression(child)) return child.expression ? leaves(child.expression) : [];
  return [child];
}

function judge(parent: ts.JsxElement | ts.JsxFragment, checker: ts.TypeChecker) {
  const children = parent.children.filter(isShown).map((at) => ({ at, ...childOf(at, checker) }));
  const texts = children.filter(({ text }) => text);
  if (leavesTextToParent(parent)) return texts.map(({ at }) => ({ at, reason: IN_FRAGMENT }));
  if (children.length < 2) {
    return texts
      .filter((one) => one.element && one.changes && isList(one.at, checker))
      .map(({ at }) => ({ at, reason: CHANGING_TEXT }));
  }
  const changing = texts.filter(({ changes }) => changes);
  if (changing.length > 0) return changing.map(({ at }) => ({ at, reason: CHANGING_TEXT }));
  const coming = children.filter(({ text, changes }) => changes && !text);
  return texts.length > 0 ? coming.map(({ at }) => ({ at, reason: BESIDE_CHANGE })) : [];
}

/** Spaces that JSX keeps are text as well. */
function isShown(child: ts.JsxChild): boolean {
  if (ts.isJsxText(child)) return !child.containsOnlyTriviaWhiteSpaces;
  return !ts.isJsxExpression(child) || child.expression !== undefined;
}

/** What renders its children where it stands itself. */
function leavesTextToParent(parent: ts.JsxElement | ts.JsxFragment): boolean {
  if (ts.isJsxFragment(parent)) return true;
  const name = parent.openingElement.tagName.getText();
  return /(^|\.)(Fragment|Suspense|\w*(Provider|Context|Boundary))$/.test(name);
}

function childOf(child: ts.JsxChild, checker: ts.TypeChecker): Child {
  if (ts.isJsxText(child)) return { text: true, element: false, changes: false };
  if (ts.isJsxExpression(child))
    return child.expression ? ofExpression(child.expression, checker) : STILL;
  if (ts.isJsxFragment(child)) return { text: false, element: true, changes: true };
  const tag = ts.isJsxElement(child) ? child.openingElement.tagName : child.tagName;
  return isHost(tag) ? STILL : ofComponent(tag, checker);
}

/** A component may give nothing, or several things, or text: that is read from what it returns. */
function ofComponent(tag: ts.JsxTagNameExpression, checker: ts.TypeChecker, depth = 0): Child {
  const returned = returnsOf(tag, checker);
  if (!returned || depth > 8) return { text: false, element: true, changes: true };
  const all = returned.map((at) => {
    if (!isElement(at)) return ofExpression(at, checker);
    const own = tagOf(at);
    return own && !isHost(own) ? ofComponent(own, checker, depth + 1) : childOf(at, checker);
  });
  const [first = STILL, ...rest] = all;
  const given = rest.reduce(either, first);
  return { ...given, changes: given.text || all.some(({ changes }) => changes) };
}

/** What a component of this repository returns; undefined for one that is no function here. */
function returnsOf(tag: ts.Node, checker: ts.TypeChecker): ts.Expression[] | undefined {
  const near = checker.getSymbolAtLocation(tag);
  const symbol = near && near.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(near) : near;
  const [declared] = symbol?.declarations ?? [];
  const made = declared && ts.isVariableDeclaration(declared) ? declared.initializer : declared;
  if (!made || !(ts.isFunctionDeclaration(made) || ts.isArrowFunction(made))) return undefined;
  return made.body && bodyReturns(made);
}

function bodyReturns(made: ts.FunctionDeclaration | ts.ArrowFunction): ts.Expression[] {
  if (!made.body) return [];
  if (!ts.isBlock(made.body)) return [bare(made.body)];
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isReturnStatement(node) && node.expression) found.push(bare(node.expression));
    else if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
  };
  visit(made.body);
  return found;
}

const bare = (at: ts.Expression): ts.Expression =>
  ts.isParenthesizedExpression(at) ? bare(at.expression) : at;
const isElement = (at: ts.Node): at is Element =>
  ts.isJsxElement(at) || ts.isJsxSelfClosingElement(at) || ts.isJsxFragment(at);
const tagOf = (at: Element) =>
  ts.isJsxFragment(at) ? null : ts.isJsxElement(at) ? at.openingElement.tagName : at.tagName;
const isHost = (tag: ts.Node) => /^[a-z]/.test(tag.getText());

function ofExpression(given: ts.Expression, checker: ts.TypeChecker): Child {
  const at = bare(given);
  if (ts.isStringLiteralLike(at)) return { text: true, element: false, changes: false };
  if (ts.isConditionalExpression(at))
    return either(ofExpression(at.whenTrue, checker), ofExpression(at.whenFalse, checker));
  // What is false on the left shows nothing.
  if (ts.isBinaryExpression(at) && at.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken)
    return { ...ofExpression(at.right, checker), changes: true };
  return isElement(at) ? childOf(at, checker) : ofType(checker.getTypeAtLocation(at), checker);
}

const either = (a: Child, b: Child): Child => ({
  text: a.text || b.text,
  element: a.element || b.element,
  changes: true,
});

const parts = (type: ts.Type): ts.Type[] => (type.isUnion() ? type.types : [type]);
const NOTHING =
  ts.TypeFlags.BooleanLike |
  ts.TypeFlags.Null |
  ts.TypeFlags.Undefined |
  ts.TypeFlags.Void |
  ts.TypeFlags.Never;
const TEXT = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike;
const ANYTHING = ts.TypeFlags.Any | ts.TypeFlags.Unknown;

function ofType(type: ts.Type, checker: ts.TypeChecker, depth = 0): Child {
  const all = parts(checker.getBaseConstraintOfType(type) ?? type);
  const texts = all.filter(({ flags }) => flags & (TEXT | ANYTHING));
  const rest = all.filter(({ flags }) => !(flags & (TEXT | NOTHING)));
  const lists = rest
    .map((one) => checker.getIndexTypeOfType(one, ts.IndexKind.Number))
    .filter((one) => one !== undefined);
  return {
    text:
      texts.length > 0 || (depth < 4 && lists.some((one) => ofType(one, checker, depth + 1).text)),
    element: rest.length > 0,
    // A constant that is written with its type stays what it is.
    changes:
      all.length > 1 ||
      lists.length > 0 ||
      !all.every(({ flags }) => flags & ts.TypeFlags.Literal || flags & ts.TypeFlags.Object),
  };
}

function isList(child: ts.JsxChild, checker: ts.TypeChecker): boolean {
  if (!ts.isJsxExpression(child) || !child.expression) return false;
  return parts(checker.getTypeAtLocation(child.expression)).some((one) =>
    checker.isArrayLikeType(one),
  );
}
