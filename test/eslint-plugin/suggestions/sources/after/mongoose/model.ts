import { model, Schema } from 'mongoose';

const schema = new Schema({ messageId: { type: String, unique: true } });
const ProcessedMessage = model('ProcessedMessage', schema);

export async function onMessage(messageId: string, work: () => Promise<void>) {
  const seen = await ProcessedMessage.exists({ messageId });
  if (seen) return;
  try {
    await ProcessedMessage.create({ messageId });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 11000)) throw error;
    return;
  }
  await work();
}
