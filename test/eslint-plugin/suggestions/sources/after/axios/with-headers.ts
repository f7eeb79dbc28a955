import axios, { type AxiosInstance } from 'axios';
import retry from 'async-retry';

export class Parcels {
  constructor(private readonly http: AxiosInstance) {}

  send = async (order: string) => {
    const headers = { 'content-type': 'application/json' };
    const idempotencyKey = crypto.randomUUID();
    return retry(() => this.http.post('/parcels', { order }, { headers: { ...headers, 'Idempotency-Key': idempotencyKey } }));
  };

  label = (order: string) => {
    const idempotencyKey = crypto.randomUUID();
    return retry(async () => {
      const { data } = await axios({
        method: 'post',
        url: 'https://parcels.example/labels',
        headers: {
          accept: 'application/pdf',
          'Idempotency-Key': idempotencyKey,
        },
        data: { order },
      });
      return data;
    });
  };
}
