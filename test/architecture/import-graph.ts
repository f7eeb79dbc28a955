import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';

export interface Import {
  /** Path of the importing file, relative to the root, with forward slashes. */
  file: string;
  line: number;
  specifier: string;
  /** `import type`, `export type … from` or `import('…')` in a type: gone at run time. */
  typeOnly: boolean;
}

const SOURCE = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const SKIPPED = new Set(['node_modules', 'dist', 'out', 'cases', 'fixtures']);

async function sourceFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const nested = entries.map((entry) => {
    if (entry.name.startsWith('.') || SKIPPED.has(entry.name)) return [];
    const entryPath = path.join(folder, entry.name);
    if (entry.isDirectory()) return sourceFiles(entryPath);
    return SOURCE.test(entry.name) ? [entryPath] : [];
  });
  return (await Promise.all(nested)).flat();
}

function importsOf(file: string, text: string): Omit<Import, 'file'>[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false);
  const found: Omit<Import, 'file'>[] = [];
  const add = (specifier: ts.Node | undefined, typeOnly: boolean) => {
    if (!specifier || !ts.isStringLiteralLike(specifier)) return;
    const line = source.getLineAndCharacterOfPosition(specifier.getStart(source)).line + 1;
    found.push({ line, specifier: specifier.text, typeOnly });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword);
    } else if (ts.isExportDeclaration(node)) {
      add(node.moduleSpecifier, node.isTypeOnly);
    } else if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) {
      add(node.moduleReference.expression, node.isTypeOnly);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node.argument.literal, true);
    } else if (ts.isCallExpression(node)) {
      const callee = node.expression;
      const loads =
        callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require');
      if (loads) add(node.arguments[0], false);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Every import, re-export, `import()` and `require()` with a literal name in the source files below `folder`. */
export async function importGraph(root: string, folder: string): Promise<Import[]> {
  const files = await sourceFiles(path.join(root, folder));
  const perFile = files.map(async (file) => {
    const name = path.relative(root, file).split(path.sep).join('/');
    return importsOf(file, await readFile(file, 'utf8')).map((found) => ({ file: name, ...found }));
  });
  return (await Promise.all(perFile)).flat();
}
