import request from 'superagent';

export const post = (cents: number) => request.post('https://bank.example/payments').retry(3).send({ cents });

export async function patch(id: string) {
  const answer = await request
    .patch(`https://bank.example/payments/${id}`)
    .retry(2)
    .send({ state: 'open' });
  return answer.body;
}
