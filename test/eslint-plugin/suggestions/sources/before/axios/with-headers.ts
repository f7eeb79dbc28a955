import axios, { type AxiosInstance } from 'axios';
import retry from 'async-retry';

export class Parcels {
  constructor(private readonly http: AxiosInstance) {}

  send = async (order: string) => {
    const headers = { 'content-type': 'application/json' };
    return retry(() => this.http.post('/parcels', { order }, { headers }));
  };

  label = (order: string) =>
    retry(async () => {
      const { data } = await axios({
        method: 'post',
        url: 'https://parcels.example/labels',
        headers: {
          accept: 'application/pdf',
        },
        data: { order },
      });
      return data;
    });
}
