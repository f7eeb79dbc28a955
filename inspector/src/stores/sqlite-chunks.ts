import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { stopIfCancelled } from '../inspector-error.ts';
import type { NameCell } from './row-id.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { boundary } from './sqlite-rows.ts';
import type { OpenTable, Range } from './sqlite-rows.ts';
import type { SqliteSession } from './sqlite-session.ts';

/** Rows looked at in one go; between two goes writers, other requests and cancellation have their turn. */
const CHUNK = 4000;

/**
 * Goes through a table in chunks of {@link CHUNK} rows, each a read of its own.
 * @param visit returns whether to go on
 * @param chunked false where the visit itself stops at a limit and needs no bounds
 */
export const eachChunk = async (
  session: SqliteSession,
  open: Pick<OpenTable, 'sqlite'>,
  after: NameCell[] | null,
  signal: AbortSignal | undefined,
  visit: (connection: SqliteConnection, range: Range) => boolean,
  chunked = true,
): Promise<void> => {
  let from = after;
  for (;;) {
    stopIfCancelled(signal);
    const started = performance.now();
    const next = await session.use((connection) => {
      const upTo = chunked ? boundary(connection, open, from, CHUNK) : null;
      const goOn = visit(connection, { after: from, upTo });
      return goOn
        ? { upTo, wal: connection.mode !== 'direct' || connection.file.wal }
        : { upTo: null, wal: true };
    });
    if (next.upTo === null) return;
    from = next.upTo;
    // In rollback mode a reader keeps the writer out: it gets its turn.
    if (next.wal) await nextTurn();
    else await pause(Math.min(50, Math.max(1, (performance.now() - started) / 2)));
  }
};
