import { parseAstroSync } from '@astrojs/compiler-binding';
import { parseSync } from 'vite';

/** A text that a person can read, at its place in a source. */
export interface Text {
  /** Where what is replaced begins and ends. */
  start: number;
  end: number;
  kind: 'markup' | 'attribute' | 'string' | 'template' | 'plural';
  /** The English sentence: values and elements within it are {0}, {1}; a noun is its singular and plural, 'wall|walls'. */
  key: string;
  /** What stands for {0}, {1}, in the order of the source. */
  values: { start: number; end: number }[];
  node: Node;
}

// biome-ignore lint/suspicious/noExplicitAny: of any language's syntax tree.
export type Node = any;

/** Attributes and props that a person reads; so is any other prop of a component that reads like a label. */
const SHOWN =
  /^(alt|title|label|placeholder|aria-label|aria-description|hint|legend|heading|subheading|description|text|caption|summary|empty|question|help|note|action|term|button|message|busy|done|what|suggestion|confirmLabel|cancelLabel)$/;
const NEVER_SHOWN =
  /^(class|className|href|src|srcset|style|d|id|for|htmlFor|sizes|type|role|rel|target|method|autocomplete|autoComplete|inputMode|key|grid|list|set:html|is:.*|client:.*|data-.*|transition:.*|\w*Class(Name)?)$/;
const LABEL = /^\p{Lu}.*\p{Ll}|\p{L}{2,} \p{L}{2,}/u;
const TYPES =
  /^TS(TypeAnnotation|TypeAliasDeclaration|InterfaceDeclaration|TypeParameter\w*|LiteralType|EnumMember)$/;
const letters = (text: string) => /\p{L}/u.test(text);

/** The texts of a file that stand in its markup, in quotes or in templates; names of types, imports and comparisons are none. */
export function textsOf(path: string, source: string, tree = treeOf(path, source)): Text[] {
  const found: Text[] = [];
  const add = (
    kind: Text['kind'],
    node: Node,
    key: string,
    values: Node[] = [],
    place: Node = node,
  ) => {
    if (letters(key.replace(/\{\d+\}/g, '')))
      found.push({ kind, node, key, values, start: place.start, end: place.end });
  };

  /** White space as the language reads it: JSX leaves out the line breaks beside a value. */
  const collapsed = (text: string) =>
    (path.endsWith('.astro') ? text : text.replace(/^\s*\n\s*|\s*\n\s*$/g, '')).replace(
      /\s+/g,
      ' ',
    );

  const walk = (node: Node, parent: Node, name: string): void => {
    if (!node || typeof node !== 'object') return;
    if (Array.isArray(node)) {
      for (const one of node) walk(one, parent, name);
      return;
    }
    if (TYPES.test(node.type) || /^(Import|ExportAll)Declaration$/.test(node.type)) return;
    switch (node.type) {
      case 'JSXAttribute': {
        const isProp = /^\p{Lu}/u.test(parent.name?.name ?? '');
        const label = String(
          node.name.name ?? `${node.name.namespace?.name}:${node.name.name?.name}`,
        );
        if (NEVER_SHOWN.test(label)) return;
        if (node.value?.type === 'Literal') {
          if (SHOWN.test(label) || (isProp && LABEL.test(node.value.value)))
            add('attribute', node.value, node.value.value.trim());
          return;
        }
        break;
      }
      case 'JSXElement':
      case 'JSXFragment': {
        const tag = node.openingElement?.name.name;
        if (tag === 'style' || tag === 'script') return;
        const kids = node.children.filter((kid: Node) => !isComment(kid));
        if (kids.some(isWords)) {
          let from = kids.findIndex(isText);
          let to = kids.findLastIndex(isText);
          if (isValue(kids[from - 1])) from--;
          if (isValue(kids[to + 1])) to++;
          const sentence = kids.slice(from, to + 1);
          const values = sentence.filter((kid: Node) => kid.type !== 'JSXText' && !isSpace(kid));
          let n = 0;
          const key = sentence
            .map((kid: Node) => {
              if (isSpace(kid)) return ' ';
              return kid.type === 'JSXText' ? collapsed(kid.value) : `{${n++}}`;
            })
            .join('');
          add('markup', node, key.replace(/\s+/g, ' ').trim(), values, {
            start: sentence[0].start,
            end: sentence.at(-1).end,
          });
        }
        break;
      }
      case 'CallExpression': {
        // A thing of schema.org, by its name.
        if (node.callee.name === 'thing') {
          walk(node.arguments.slice(1), node, 'arguments');
          return;
        }
        const [count, one, many] = node.arguments;
        if (node.callee.name !== 'plural' || !isString(one) || (many && !isString(many))) break;
        const place = { start: one.start, end: (many ?? one).end };
        add('plural', node, `${one.value}|${many?.value ?? `${one.value}s`}`, [], place);
        walk(count, node, 'arguments');
        return;
      }
      case 'Literal':
        if (typeof node.value !== 'string') return;
        if (name === 'key' || name === 'computed') return;
        if (
          /^(BinaryExpression|SwitchCase|MemberExpression)$/.test(parent.type) &&
          parent.operator !== '+'
        )
          return;
        add('string', node, node.value.trim());
        return;
      case 'TemplateLiteral':
        if (parent.type !== 'TaggedTemplateExpression') {
          const text = node.quasis
            .map((quasi: Node, i: number) => (i ? `{${i - 1}}` : '') + quasi.value.cooked)
            .join('');
          add('template', node, text.trim(), node.expressions);
        }
        walk(node.expressions, node, 'expressions');
        return;
    }
    for (const key in node) if (!/^(type|start|end|parent)$/.test(key)) walk(node[key], node, key);
  };
  walk(tree, { type: 'Root' }, '');
  return found;
}

/** The syntax tree of a file. */
export function treeOf(path: string, source: string): Node {
  if (!path.endsWith('.astro')) return parseSync(path, source).program;
  const { ast } = parseAstroSync(source);
  return typeof ast === 'string' ? JSON.parse(ast) : ast;
}

const isString = (node: Node) => node?.type === 'Literal' && typeof node.value === 'string';
const isComment = (kid: Node) =>
  kid.type === 'JSXExpressionContainer' && kid.expression.type === 'JSXEmptyExpression';
/** `{' '}`, which keeps a space at the end of a line. */
const isSpace = (kid: Node) =>
  kid.type === 'JSXExpressionContainer' && kid.expression.value === ' ';
/** `{name}`, which a sentence begins or ends with. */
const isValue = (kid: Node) =>
  kid?.type === 'JSXExpressionContainer' &&
  /^(Identifier|MemberExpression|TemplateLiteral|CallExpression)$/.test(kid.expression.type) &&
  kid.expression.callee?.property?.name !== 'map';
const isText = (kid: Node) => kid.type === 'JSXText' && kid.value.trim();
const isWords = (kid: Node) => kid.type === 'JSXText' && letters(kid.value);

/** What a program compares, takes as a case or names as a type, of quoted texts: a translation of one would break it. */
export function valuesOf(tree: Node): Set<string> {
  const found = new Set<string>();
  const walk = (node: Node, parent: Node): void => {
    if (!node || typeof node !== 'object') return;
    if (Array.isArray(node)) {
      for (const one of node) walk(one, parent);
      return;
    }
    if (isString(node) && VALUE_OF.test(parent.operator ?? parent.type) && !isOfKeyboard(parent))
      found.add(node.value);
    for (const key in node) if (key !== 'type') walk(node[key], node);
  };
  walk(tree, { type: 'Root' });
  return found;
}
const isOfKeyboard = ({ left }: Node) => left?.property?.name === 'key';
const VALUE_OF = /^([!=]==?|in|SwitchCase|TSLiteralType|TSEnumMember)$/;
