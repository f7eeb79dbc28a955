// The fingerprint of a request, made of everything that arrived with it.
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export function fingerprintOf(
  fields: Readonly<Record<string, unknown>>,
  headers: IncomingHttpHeaders,
): string {
  return createHash('sha256').update(JSON.stringify({ headers, fields })).digest('hex');
}
