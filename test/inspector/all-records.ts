import type { KeyStore, RecordRow, TableName } from 'idempotency-inspector';

/** All rows of a table, page by page; a table that never ends fails. */
export const allRecords = async (store: KeyStore, table: TableName, limit: number): Promise<RecordRow[]> => {
  const records: RecordRow[] = [];
  let after: string | null = null;
  for (let pages = 0; pages < 2000; pages += 1) {
    const page: Awaited<ReturnType<KeyStore['page']>> = await store.page({
      table,
      states: [],
      search: '',
      after,
      limit,
    });
    records.push(...page.records);
    after = page.next;
    if (after === null) return records;
  }
  throw new Error('the table does not end');
};
