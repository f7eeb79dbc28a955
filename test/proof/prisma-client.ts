/**
 * A real Prisma client without `prisma generate`, whose command line is half as big as all the rest that is installed
 * here and asks for a download: the generated code is a call of `getPrismaClient` with the schema, which is made here.
 */
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { PrismaPg } from '@prisma/adapter-pg';
import { getPrismaClient } from '@prisma/client/runtime/client';
import type { DMMF, GetPrismaClientConfig } from '@prisma/client/runtime/client';

export interface BookingKey {
  idempotencyKey: string;
  answer: string | null;
}

/** The calls that the example and its stage make. */
export interface BookingClient {
  bookingKey: {
    findUnique(query: object): Promise<BookingKey | null>;
    create(query: object): Promise<BookingKey>;
    update(query: object): Promise<BookingKey>;
  };
  $extends(extension: object): BookingClient;
  $disconnect(): Promise<void>;
}

/** The table of the client, for both databases. */
export const bookingTable = 'CREATE TABLE "BookingKey" ("idempotencyKey" TEXT PRIMARY KEY, answer TEXT)';

/** A text column, as far as the client asks. */
const textColumn = (name: string): DMMF.Field => ({
  name,
  kind: 'scalar',
  type: 'String',
  isRequired: false,
  isList: false,
  isUnique: false,
  isId: false,
  isReadOnly: false,
  hasDefaultValue: false,
});

const configOf = (provider: 'postgresql' | 'sqlite'): GetPrismaClientConfig => ({
  previewFeatures: [],
  clientVersion: '7.0.0',
  engineVersion: '0',
  activeProvider: provider,
  inlineSchema: `datasource db {
  provider = "${provider}"
}

model BookingKey {
  idempotencyKey String  @id
  answer         String?
}
`,
  runtimeDataModel: {
    models: {
      BookingKey: {
        dbName: null,
        schema: null,
        fields: [textColumn('idempotencyKey'), textColumn('answer')],
        uniqueFields: [],
        uniqueIndexes: [],
        primaryKey: null,
      },
    },
    enums: {},
    types: {},
  },
  // An empty graph: no part of a query is cached by its shape.
  parameterizationSchema: { strings: [], graph: 'AAAA' },
  compilerWasm: {
    getRuntime: () => import(`@prisma/client/runtime/query_compiler_fast_bg.${provider}.mjs`),
    getQueryCompilerWasmModule: async () => {
      const file = `@prisma/client/runtime/query_compiler_fast_bg.${provider}.wasm-base64.mjs`;
      const { wasm } = (await import(file)) as { wasm: string };
      return new WebAssembly.Module(Buffer.from(wasm, 'base64'));
    },
    importName: './query_compiler_fast_bg.js',
  },
});

/** A client with one connection to a PostgreSQL database. */
export function prismaOnPostgres(connectionString: string): BookingClient {
  const Client = getPrismaClient(configOf('postgresql'));
  return new Client({ adapter: new PrismaPg({ connectionString, max: 1 }) }) as unknown as BookingClient;
}

/** A client with a connection of its own to a SQLite file. */
export function prismaOnSqlite(file: string): BookingClient {
  const Client = getPrismaClient(configOf('sqlite'));
  return new Client({
    adapter: new PrismaBetterSqlite3({ url: `file:${file}` }),
  }) as unknown as BookingClient;
}
