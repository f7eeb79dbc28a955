import { randomUUID } from 'node:crypto';
import { handleAll, retry } from 'cockatiel';

const policy = retry(handleAll, { maxAttempts: 3 });

export async function ship(order: string): Promise<number> {
  /** Books the parcel. */
  const book = async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const answer = await fetch('https://parcels.example/parcels', { method: 'POST', headers, body: order });
    return answer.status;
  };
  return policy.execute(book);
}
