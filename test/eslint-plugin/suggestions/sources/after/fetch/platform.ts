import pRetry from 'p-retry';

export const bill = (order: { id: string }) => {
  const idempotencyKey = crypto.randomUUID();
  return pRetry(async () => {
    const response = await fetch('https://books.example/invoices', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'Idempotency-Key': idempotencyKey },
      body: JSON.stringify(order),
    });
    if (!response.ok) throw new Error(`books answered ${response.status}`);
    return response.json();
  });
};
