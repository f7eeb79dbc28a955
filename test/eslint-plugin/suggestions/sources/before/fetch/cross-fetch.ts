import fetch from 'cross-fetch';

export async function book(seat: string): Promise<Response> {
  for (let left = 3; left > 0; left--) {
    try {
      const headers = new Headers([['content-type', 'text/plain']]);
      headers.append('Idempotency-Key', crypto.randomUUID());
      return await fetch('https://seats.example/bookings', { method: 'POST', headers, body: seat });
    } catch (error) {
      console.warn(error);
    }
  }
  throw new Error('no seat');
}
