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
  try {
    await Seen.create({ eventId });
  } catch (error) {
    if (!(error instanceof Error && error.name === 'SequelizeUniqueConstraintError')) throw error;
    return;
  }
  await work();
}
