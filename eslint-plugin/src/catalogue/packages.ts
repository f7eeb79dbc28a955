/**
 * The npm package behind a module specifier, its subpath left off: `gocardless-nodejs/client`, `npm:stripe@14` and
 * `https://esm.sh/stripe@14.25.0?target=deno` give `gocardless-nodejs`, `stripe` and `stripe`.
 * A relative path or a path alias (`./db`, `@/lib/x`, `~/x`) stays as it is: it is no package.
 */
export function packageOf(specifier: string): string {
  let rest = specifier;
  if (/^https?:\/\//.test(rest)) {
    // CDNs of npm packages: esm.sh, cdn.skypack.dev, esm.run, unpkg.com; a version path such as /v135/ may precede.
    rest = rest.replace(/^https?:\/\/[^/]+\/(?:v\d+\/|npm\/)?/, '').replace(/[?#].*$/, '');
  }
  rest = rest.replace(/^(?:npm|jsr):\/?/, '');
  if (/^(?:\.|\/|~|#|@\/)/.test(rest)) return rest;
  const match = /^(@[^/]+\/[^/@]+|[^/@]+)/.exec(rest);
  return match?.[1] ?? rest;
}

/** Is a module specifier a file of the same project rather than a package? */
export function isLocalModule(specifier: string): boolean {
  return /^(?:\.{1,2}(?:\/|$)|\/|~|#|@\/)/.test(specifier);
}
