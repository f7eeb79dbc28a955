import type { PrismaClient } from '../../generated-prisma-client.d.ts';

export class Inbox {
  constructor(
    private readonly prisma: PrismaClient,
    private readonly work: (event: { id: string }) => Promise<void>,
  ) {}

  async onEvent({ event }: { event: { id: string } }): Promise<void> {
    const seen = await this.prisma.processedEvent.findUnique({ where: { eventId: event.id } });
    if (seen !== null) {
      return;
    }

    await this.prisma.processedEvent.create({ data: { eventId: event.id } });
    await this.work(event);
  }

  answer = async (idempotencyKey: string): Promise<string | null> => {
    const known = await this.prisma.bookingKey.findUnique({
      where: { idempotencyKey },
      select: { answer: true },
    });
    if (known) {
      return known.answer;
    }
    await this.prisma.bookingKey.create({ data: { idempotencyKey } });
    await this.work({ id: idempotencyKey });
    return null;
  };
}
