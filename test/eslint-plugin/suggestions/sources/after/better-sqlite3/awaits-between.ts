import Database from 'better-sqlite3';

const db = new Database('shop.db');
db.exec('CREATE TABLE IF NOT EXISTS idempotency_keys (key TEXT PRIMARY KEY, answer TEXT)');

export async function once(key: string, loadPrice: (key: string) => Promise<number>, pay: (cents: number) => void) {
  const known = db.prepare('SELECT answer FROM idempotency_keys WHERE key = ?').get(key);
  if (known) return false;
  const price = await loadPrice(key);
  const claimed = db.prepare('INSERT INTO idempotency_keys (key) VALUES (?) ON CONFLICT DO NOTHING').run(key);
  if (claimed.changes === 0) return false;
  pay(price);
  return true;
}
