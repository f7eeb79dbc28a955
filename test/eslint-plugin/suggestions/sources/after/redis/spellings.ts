import { createClient } from "redis"

const redis = createClient()

export async function once(key: string, work: () => Promise<void>) {
	if (await redis.get(`idempotency:${key}`)) return
	const claimed = await redis.set(`idempotency:${key}`, "1", {
		expiration: { type: "EX", value: 60 },
		condition: "NX",
	})
	if (claimed === null) return
	await work()
}

export async function forGood(eventId: string, work: () => Promise<void>) {
	const seen = await redis.get(`event:${eventId}`)
	if (seen) return
	const claimed = await redis.set(`event:${eventId}`, "1", { NX: true })
	if (claimed === null) return
	await work()
}
