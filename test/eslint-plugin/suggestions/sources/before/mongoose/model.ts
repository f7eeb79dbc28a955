import { model, Schema } from 'mongoose';

const schema = new Schema({ messageId: { type: String, unique: true } });
const ProcessedMessage = model('ProcessedMessage', schema);

export async function onMessage(messageId: string, work: () => Promise<void>) {
  const seen = await ProcessedMessage.exists({ messageId });
  if (seen) return;
  await ProcessedMessage.create({ messageId });
  await work();
}
