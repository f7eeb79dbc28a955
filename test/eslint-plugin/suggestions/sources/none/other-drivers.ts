import { Sequelize } from 'sequelize';

const sequelize = new Sequelize('postgres://127.0.0.1/shop');

export const schema = 'CREATE TABLE processed_events (event_id text PRIMARY KEY)';

// Sequelize answers with rows and metadata, not with pg's result.
export async function onEvent(eventId: string, work: () => Promise<void>) {
  const [rows] = await sequelize.query('SELECT 1 FROM processed_events WHERE event_id = $1', { bind: [eventId] });
  if (rows.length > 0) return;
  await sequelize.query('INSERT INTO processed_events (event_id) VALUES ($1)', { bind: [eventId] });
  await work();
}
