export async function ship(order: string, express: boolean): Promise<boolean> {
  if (express)
    for (let attempt = 0; attempt < 3; attempt++) {
      try {
        await fetch('https://parcels.example/express', {
          method: 'POST',
          headers: [['Idempotency-Key', crypto.randomUUID()]],
          body: order,
        });
        return true;
      } catch {
        continue;
      }
    }
  let done = false;
  let left = 3;
  again: while (!done) {
    try {
      await fetch('https://parcels.example/parcels', { method: 'POST', body: order });
      done = true;
    } catch {
      left -= 1;
      if (left > 0) continue again;
      break;
    }
  }
  return done;
}
