import ts from 'typescript';

/**
 * Checks JSON-LD against schema.org's vocabulary: the types of the package `schema-dts`, which is generated from it,
 * know each type, the properties it has, and what those may hold.
 */
type Data = Record<string, unknown>;

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: [],
};

/** What is wrong with each of these, in the compiler's words; an empty list for one that is right. */
export function vocabularyErrors(items: readonly Data[]): string[][] {
  const file = `${process.cwd()}/tests/support/structured-data.checked.ts`;
  const source = items.map((item, i) => statement(item, i)).join('\n');
  const host = ts.createCompilerHost(OPTIONS);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) =>
    name === file
      ? ts.createSourceFile(file, source, ts.ScriptTarget.ES2022, true)
      : read(name, ...rest);
  const exists = host.fileExists.bind(host);
  host.fileExists = (name) => name === file || exists(name);
  const program = ts.createProgram([file], OPTIONS, host);
  const errors: string[][] = items.map(() => []);
  const checked = program.getSourceFile(file);
  for (const { start = 0, messageText } of ts.getPreEmitDiagnostics(program, checked)) {
    const line = checked?.getLineAndCharacterOfPosition(start).line ?? 0;
    errors[line]?.push(ts.flattenDiagnosticMessageText(messageText, '\n'));
  }
  return errors;
}

/** One line each, so that a line names its item. A literal, because only those are checked for unknown properties. */
function statement(item: Data, i: number): string {
  const { '@type': type } = item;
  const name = typeof type === 'string' && /^[A-Z]\w*$/.test(type) ? type : 'Thing';
  // Search engines' own addition to the vocabulary, with a hyphen in its name.
  const literal = JSON.stringify(item, (key, value) => (key === 'query-input' ? undefined : value));
  return `export const item${i}: import('schema-dts').WithContext<import('schema-dts').${name}> = ${literal};`;
}
