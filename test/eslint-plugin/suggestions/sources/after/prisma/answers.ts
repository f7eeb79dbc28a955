import type { PrismaClient } from '../../generated-prisma-client.d.ts';

export async function book(prisma: PrismaClient, idempotencyKey: string, take: () => Promise<string>) {
  const known = await prisma.bookingKey.findUnique({ where: { idempotencyKey } });
  if (known) return known.answer;
  try {
    await prisma.bookingKey.create({ data: { idempotencyKey } });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'P2002')) throw error;
    const known = await prisma.bookingKey.findUnique({ where: { idempotencyKey } });
    if (known) return known.answer;
    throw error;
  }
  const answer = await take();
  await prisma.bookingKey.update({ where: { idempotencyKey }, data: { answer } });
  return answer;
}
