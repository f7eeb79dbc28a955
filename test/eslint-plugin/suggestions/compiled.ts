import ts from 'typescript';

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.esnext.disposable.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  moduleDetection: ts.ModuleDetectionKind.Force,
  jsx: ts.JsxEmit.ReactJSX,
  types: ['node'],
  strict: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  allowUnreachableCode: false,
  experimentalDecorators: true,
  allowJs: true,
  checkJs: true,
  skipLibCheck: true,
  noEmit: true,
};

/**
 * What TypeScript says of many texts, in one program, against the packages that are installed.
 * @param texts by absolute file name; the files need not exist.
 * @returns by file name, the errors as `line: message`.
 */
export function compile(texts: ReadonlyMap<string, string>): Map<string, string[]> {
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (name) => texts.has(name) || fileExists(name);
  host.readFile = (name) => texts.get(name) ?? readFile(name);
  host.getSourceFile = (name, target, ...rest) => {
    const text = texts.get(name);
    return text === undefined
      ? getSourceFile(name, target, ...rest)
      : ts.createSourceFile(name, text, target, true);
  };
  const program = ts.createProgram({ rootNames: [...texts.keys()], options, host });
  const broken = program.getOptionsDiagnostics();
  if (broken.length > 0) throw new Error(broken.map(written).join('\n'));
  return new Map(
    [...texts.keys()].map((name) => {
      const file = program.getSourceFile(name);
      if (!file) throw new Error(`${name} is not part of the program`);
      const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
      return [name, found.map(written)];
    }),
  );
}

function written({ file, start, messageText }: ts.Diagnostic): string {
  const line =
    file && start !== undefined ? `${ts.getLineAndCharacterOfPosition(file, start).line + 1}: ` : '';
  return `${line}${ts.flattenDiagnosticMessageText(messageText, '\n  ')}`;
}
