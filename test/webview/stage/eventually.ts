const patience = 10_000;
const pause = 25;

/** Tries again until the assertions hold. @throws their last failure when they do not within ten seconds */
export async function eventually(assertions: () => void | Promise<void>): Promise<void> {
  const end = Date.now() + patience;
  for (;;) {
    try {
      return await assertions();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
