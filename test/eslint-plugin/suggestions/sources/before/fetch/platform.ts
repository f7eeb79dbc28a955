import pRetry from 'p-retry';

export const bill = (order: { id: string }) =>
  pRetry(async () => {
    const response = await fetch('https://books.example/invoices', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(order),
    });
    if (!response.ok) throw new Error(`books answered ${response.status}`);
    return response.json();
  });
