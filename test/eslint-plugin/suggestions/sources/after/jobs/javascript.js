import { randomUUID } from 'node:crypto'
import retry from 'async-retry'

/** @param {{ id: string, cents: number }} order */
export async function pay(order) {
  await fetch(`https://bank.example/orders/${order.id}`)
  ;[order].forEach(({ id }) => console.log(id))
  const idempotencyKey = randomUUID()
  return retry(async () => {
    const answer = await fetch('https://bank.example/payments', {
      method: 'POST',
      headers: { 'Idempotency-Key': idempotencyKey },
      body: JSON.stringify({ cents: order.cents })
    })
    return answer.status
  })
}
