import got from 'got';

const bank = got.extend({ prefixUrl: 'https://bank.example', retry: { limit: 3, methods: ['GET', 'POST'] } });

export const pay = (cents: number) => bank.post('payments', { json: { cents } }).json<{ id: string }>();

export const payTwice = async (cents: number) => {
  await got('https://bank.example/payments', {
    method: 'POST',
    json: { cents },
    retry: { limit: 2, methods: ['POST'] },
  });
};
