import axios from 'axios';
import { v4 as uuid } from 'uuid';

const bank = axios.create({ baseURL: 'https://bank.example', timeout: 5_000 });

export async function transfer(iban: string, cents: number): Promise<string> {
  for (let tries = 3; ; tries--) {
    try {
      const { data } = await bank.post<{ id: string }>(
        '/transfers',
        { iban, cents },
        { headers: { 'Idempotency-Key': uuid() } },
      );
      return data.id;
    } catch (error) {
      if (tries === 0) throw error;
    }
  }
}
