import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { KeyRecord } from 'idempotency-inspector/protocol';
import { timeline } from '../rows/timeline.ts';

/** The key's life as a line of points. The distances between them are in the words, not in the drawing. */
export function recordTimeline(
  record: KeyRecord,
  now: number,
  zone: 'local' | 'utc',
): TemplateResult | typeof nothing {
  const points = timeline(record, now, zone);
  if (points.length === 0) return nothing;
  return html`<ol class="timeline" aria-label="Timeline">
    ${points.map(
      (point) =>
        html`<li data-point=${point.name} ?data-future=${point.future}>
          <span class="point-name">${point.name}</span><span class="point-words">${point.words}</span>
        </li>`,
    )}
  </ol>`;
}
