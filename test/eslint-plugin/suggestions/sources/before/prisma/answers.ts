import type { PrismaClient } from '../../generated-prisma-client.d.ts';

export async function book(prisma: PrismaClient, idempotencyKey: string, take: () => Promise<string>) {
  const known = await prisma.bookingKey.findUnique({ where: { idempotencyKey } });
  if (known) return known.answer;
  await prisma.bookingKey.create({ data: { idempotencyKey } });
  const answer = await take();
  await prisma.bookingKey.update({ where: { idempotencyKey }, data: { answer } });
  return answer;
}
