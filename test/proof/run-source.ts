/** Runs the text of an example as a module of its own, as it stands. */
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformSync } from 'esbuild';

export interface Source {
  code: string;
  /** `ts`, `tsx` or `js`. */
  language: string;
}

const scheme = 'example:';
const sources = new Map<string, Source>();
let runs = 0;

// An example is never on the disk. It counts as a file of this folder, so that it imports the packages of this project.
registerHooks({
  resolve(specifier, context, nextResolve) {
    if (!specifier.startsWith(scheme)) return nextResolve(specifier, context);
    const file = path.join(import.meta.dirname, specifier.slice(scheme.length));
    return { url: pathToFileURL(file).href, format: 'module', shortCircuit: true };
  },
  load(url, context, nextLoad) {
    const source = sources.get(url);
    if (source === undefined) return nextLoad(url, context);
    return { format: 'module', source: plainJavaScript(source), shortCircuit: true };
  },
});

/** Types out, JSX to calls; nothing else changes. */
function plainJavaScript({ code, language }: Source): string {
  const loader = language as 'ts' | 'tsx' | 'js';
  return transformSync(code, { loader, jsx: 'automatic', target: 'node20' }).code;
}

/**
 * Loads an example anew, with the names that it uses and does not declare as globals, and hands its exports to `work`.
 * A getter among the names stays one. The globals go when `work` has ended. One example runs at a time.
 */
export async function runSource<Exports, Result>(
  source: Source,
  names: Record<string, unknown>,
  work: (example: Exports) => Promise<Result>,
): Promise<Result> {
  const name = `example-${process.pid}-${++runs}.mjs`;
  sources.set(pathToFileURL(path.join(import.meta.dirname, name)).href, source);
  const before = new Map(
    Object.keys(names).map((one) => [one, Object.getOwnPropertyDescriptor(globalThis, one)]),
  );
  for (const [one, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(names))) {
    Object.defineProperty(globalThis, one, { ...descriptor, configurable: true });
  }
  try {
    return await work((await import(`${scheme}${name}`)) as Exports);
  } finally {
    for (const [one, descriptor] of before) {
      Reflect.deleteProperty(globalThis, one);
      if (descriptor) Object.defineProperty(globalThis, one, descriptor);
    }
  }
}
