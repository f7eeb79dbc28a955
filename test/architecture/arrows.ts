import path from 'node:path';
import { importGraph, type Import } from './import-graph.ts';

/** The parts of the product, and the folder that holds each one's sources. */
const folders = {
  'eslint-plugin': 'eslint-plugin',
  inspector: 'inspector',
  extension: 'extension',
  webview: 'webview',
  shop: 'examples/shop',
} as const;

type Part = keyof typeof folders;

interface Arrow {
  to: Part;
  /** Only this entry of the package, and only its types. */
  typesOf?: string;
}

/** ARCHITECTURE's arrows; whatever is not here is forbidden. */
const arrows: Record<Part, Arrow[]> = {
  'eslint-plugin': [],
  inspector: [],
  extension: [{ to: 'eslint-plugin' }, { to: 'inspector' }],
  webview: [{ to: 'inspector', typesOf: 'idempotency-inspector/protocol' }],
  shop: [],
};

const packageNames: Record<string, Part> = {
  'eslint-plugin-idempotency': 'eslint-plugin',
  'idempotency-inspector': 'inspector',
};

function partOf({ file, specifier }: Import): Part | undefined {
  if (specifier.startsWith('.')) {
    const target = path.posix.join(path.posix.dirname(file), specifier);
    return (Object.keys(folders) as Part[]).find((part) => target.startsWith(`${folders[part]}/`));
  }
  const owner = Object.keys(packageNames).find(
    (name) => specifier === name || specifier.startsWith(`${name}/`),
  );
  return owner === undefined ? undefined : packageNames[owner];
}

function complaint(part: Part, found: Import): string | undefined {
  const place = `${found.file}:${found.line} imports ${found.specifier}`;
  if (found.specifier === 'vscode' && part !== 'extension') return `${place}: only extension may`;
  const target = partOf(found);
  if (target === undefined || target === part) return undefined;
  const arrow = arrows[part].find(({ to }) => to === target);
  if (!arrow) return `${place}: no arrow from ${part} to ${target}`;
  if (arrow.typesOf !== undefined && (found.specifier !== arrow.typesOf || !found.typeOnly)) {
    return `${place}: ${part} may take only types, only from ${arrow.typesOf}`;
  }
  return undefined;
}

/** The imports below `root` that go against the arrows, one sentence each; none when all is well. */
export async function forbiddenImports(root: string): Promise<string[]> {
  const perPart = (Object.keys(folders) as Part[]).map(async (part) => {
    const imports = await importGraph(root, folders[part]);
    return imports.map((found) => complaint(part, found)).filter((sentence) => sentence !== undefined);
  });
  return (await Promise.all(perPart)).flat().sort();
}
