/**
 * A place at which a worker can be made to die: after the claim, after the bank has charged and before that is saved,
 * after the recovery point `charged`, after the courier has booked and before that is saved, after the recovery point
 * `courier-booked`.
 */
export type CrashPoint = 'claimed' | 'bank-charged' | 'charge-saved' | 'courier-booked' | 'booking-saved';

/** Called at each crash point; usually it returns. */
export type AtCrashPoint = (point: CrashPoint) => void;

/** Kills this process with SIGKILL at `fatal`: nothing is cleaned up, as when the machine loses power. */
export function killProcessAt(fatal: CrashPoint): AtCrashPoint {
  return (point) => {
    if (point === fatal) process.kill(process.pid, 'SIGKILL');
  };
}
