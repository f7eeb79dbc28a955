/**
 * What `prisma generate` makes of two models, as far as the cases use it, on the types of Prisma's own runtime. The
 * generator itself is no dependency of this project: it brings an engine of its own that is fetched from elsewhere.
 */
import type * as runtime from '@prisma/client/runtime/client';

interface Payload<Name extends string, Scalars> {
  name: Name;
  objects: object;
  scalars: Scalars;
  composites: object;
}

type BookingKey = Payload<'BookingKey', { idempotencyKey: string; answer: string | null; createdAt: Date }>;
type ProcessedEvent = Payload<'ProcessedEvent', { eventId: string }>;

interface Delegate<Model extends Payload<string, unknown>, Unique, Create> {
  findUnique<Args extends { where: Unique; select?: Partial<Record<keyof Model['scalars'], boolean>> | null }>(
    args: Args,
  ): runtime.Types.Public.PrismaPromise<runtime.Types.Result.GetResult<Model, Args, 'findUnique'> | null>;
  create<Args extends { data: Create }>(
    args: Args,
  ): runtime.Types.Public.PrismaPromise<runtime.Types.Result.GetResult<Model, Args, 'create'>>;
  update<Args extends { where: Unique; data: Partial<Create> }>(
    args: Args,
  ): runtime.Types.Public.PrismaPromise<runtime.Types.Result.GetResult<Model, Args, 'update'>>;
}

interface Delegates {
  bookingKey: Delegate<
    BookingKey,
    { idempotencyKey: string },
    { idempotencyKey: string; answer?: string | null }
  >;
  processedEvent: Delegate<ProcessedEvent, { eventId: string }, { eventId: string }>;
}

export interface PrismaClient extends Delegates {
  $transaction<Result>(
    work: (client: Delegates) => Promise<Result>,
    options?: { isolationLevel?: 'ReadCommitted' | 'Serializable' },
  ): Promise<Result>;
}
