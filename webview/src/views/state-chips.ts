import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type { ColumnRole, Overlay, RecordState } from 'idempotency-inspector/protocol';
import type { TableSession } from '../session/table-session.ts';
import { countWords } from '../text/number-words.ts';
import { stateNames } from '../text/record-words.ts';
import { stateDot } from './state-dot.ts';

type State = RecordState | Overlay;

/** Roles that let a table show that work is going on. */
const progressRoles: ColumnRole[] = ['state', 'code', 'body', 'locked', 'lock-expires', 'completed'];

/** In the order of interest. Those of the second kind are only shown when there are such rows. */
const chips: { state: State; needs: ColumnRole[] }[] = [
  { state: 'in-progress', needs: progressRoles },
  { state: 'stuck', needs: progressRoles },
  { state: 'completed', needs: [] },
  { state: 'error-answer', needs: ['code'] },
  { state: 'failed', needs: [] },
  { state: 'expired', needs: ['expires'] },
  { state: 'unknown', needs: [] },
];

/** The states with their counts, as filters that add up; "All" takes them away. */
export function stateChips(session: TableSession, choose: (states: State[]) => void): TemplateResult {
  const { states } = session;
  const all = session.counts?.value;
  const uncounted = session.counts?.error ? '–' : '…';
  const counts = all ? { ...all.counts, ...all.overlays } : null;
  const rows = all ? Object.values(all.counts).reduce((sum, count) => sum + count, 0) : null;
  const roles = new Set(Object.values(session.table?.columns ?? {}));
  const sensible = chips.filter(
    ({ state, needs }) =>
      states.includes(state) ||
      (counts?.[state] ?? 0) > 0 ||
      needs.some((role) => roles.has(role)) ||
      state === 'completed',
  );
  const chip = (
    name: string,
    count: number | null,
    on: boolean,
    press: () => void,
    state?: State,
  ): TemplateResult =>
    html`<button class="chip" aria-pressed=${on} @click=${press}>
      ${state ? stateDot(state) : ''}${name}
      <span class="count">${count === null ? uncounted : countWords(count)}</span>
    </button>`;
  return html`<div class="chips" role="group" aria-label="Show rows by state">
    ${chip('All', rows, states.length === 0, () => choose([]))}
    ${sensible.map(({ state }) => {
      const on = states.includes(state);
      const toggled = on ? states.filter((each) => each !== state) : [...states, state];
      return chip(stateNames[state], counts?.[state] ?? null, on, () => choose(toggled), state);
    })}
  </div>`;
}
