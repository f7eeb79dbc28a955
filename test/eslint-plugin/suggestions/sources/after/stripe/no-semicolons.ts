import { nanoid } from "nanoid"
import pRetry from "p-retry"
import type Stripe from "stripe"

export async function subscribe(stripe: Stripe, customer: string, price: string) {
	const items = [{ price }]
	const idempotencyKey = nanoid()
	return pRetry(async () => {
		const made = await stripe.subscriptions.create({ customer, items }, { idempotencyKey: `sub-${idempotencyKey}` })
		return made.id
	}, { retries: 4 })
}
