import type { Overlay, RecordState } from 'idempotency-inspector/protocol';
import type { TimeStyle } from '../text/time-words.ts';

/**
 * What survives when VS Code throws a hidden page away: how the page is laid out and which states it shows.
 * Never anything of a table: no name, key, id or search text.
 */
export interface KeptLayout {
  states: (RecordState | Overlay)[];
  /** Part of the page's width that the detail takes beside the grid. */
  detailShare: number;
  /** Part of the page's height that the detail takes below the grid, in a narrow panel. */
  stackedShare: number;
  timeStyle: TimeStyle;
  live: boolean;
}

export const firstLayout: KeptLayout = {
  states: [],
  detailShare: 0.3,
  stackedShare: 0.5,
  timeStyle: 'local',
  live: true,
};

const states: readonly string[] = [
  'in-progress',
  'completed',
  'failed',
  'unknown',
  'stuck',
  'expired',
  'error-answer',
] satisfies KeptLayout['states'];
const timeStyles: readonly string[] = ['local', 'utc', 'relative'] satisfies TimeStyle[];

/** Reads what an earlier page kept, also one of another version: what it does not understand is as at first. */
export function layoutFrom(kept: unknown): KeptLayout {
  const from = (typeof kept === 'object' && kept !== null ? kept : {}) as Partial<
    Record<keyof KeptLayout, unknown>
  >;
  return {
    states: Array.isArray(from.states)
      ? (from.states.filter((state) => states.includes(state as string)) as KeptLayout['states'])
      : firstLayout.states,
    detailShare: shareFrom(from.detailShare, firstLayout.detailShare),
    stackedShare: shareFrom(from.stackedShare, firstLayout.stackedShare),
    timeStyle: timeStyles.includes(from.timeStyle as string)
      ? (from.timeStyle as TimeStyle)
      : firstLayout.timeStyle,
    live: typeof from.live === 'boolean' ? from.live : firstLayout.live,
  };
}

const shareFrom = (kept: unknown, otherwise: number): number =>
  typeof kept === 'number' && kept >= 0.15 && kept <= 0.85 ? kept : otherwise;
