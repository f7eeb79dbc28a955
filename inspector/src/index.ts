/**
 * Reads idempotency-key tables: opens a store, or runs one in a process of its own that can be killed.
 */
export * from './protocol.ts';
export { InspectorError, toUserError } from './inspector-error.ts';
export type { KeyStore } from './stores/key-store.ts';
export { effectsMarkdown } from './effects/effects-markdown.ts';
export { isPostgresUrl, openStore } from './stores/open-store.ts';
export type { OpenOptions } from './stores/open-store.ts';
export { StoreClient } from './child/store-client.ts';
export type { StoreClientOptions } from './child/store-client.ts';
export { readAddress } from './stores/postgres-address.ts';
export type { PostgresAddress } from './stores/postgres-address.ts';
