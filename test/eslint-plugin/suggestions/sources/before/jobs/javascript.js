import { randomUUID } from 'node:crypto'
import retry from 'async-retry'

/** @param {{ id: string, cents: number }} order */
export async function pay(order) {
  await fetch(`https://bank.example/orders/${order.id}`)
  ;[order].forEach(({ id }) => console.log(id))
  return retry(async () => {
    const answer = await fetch('https://bank.example/payments', {
      method: 'POST',
      headers: { 'Idempotency-Key': randomUUID() },
      body: JSON.stringify({ cents: order.cents })
    })
    return answer.status
  })
}
