import { DataTypes, Sequelize } from 'sequelize';

const sequelize = new Sequelize('sqlite::memory:');
const Seen = sequelize.define(
  'Seen',
  { eventId: { type: DataTypes.STRING, unique: true } },
  { tableName: 'seen_events' },
);

export async function onEvent(eventId: string, work: () => Promise<void>) {
  const earlier = await Seen.findOne({ where: { eventId } });
  if (earlier) return;
  await Seen.create({ eventId });
  await work();
}
