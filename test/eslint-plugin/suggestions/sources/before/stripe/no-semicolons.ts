import { nanoid } from "nanoid"
import pRetry from "p-retry"
import type Stripe from "stripe"

export async function subscribe(stripe: Stripe, customer: string, price: string) {
	const items = [{ price }]
	return pRetry(async () => {
		const made = await stripe.subscriptions.create({ customer, items }, { idempotencyKey: `sub-${nanoid()}` })
		return made.id
	}, { retries: 4 })
}
