/** Where the focus is in the grid: on a whole row (`column` null), or on one of its cells. */
export interface GridPlace {
  row: number;
  column: number | null;
}

interface GridSize {
  rows: number;
  columns: number;
  /** Rows that one press of Page Down goes over. */
  pageRows: number;
}

/**
 * Where a key press moves the focus, after the grid pattern of the ARIA Authoring Practices Guide for grids whose rows take
 * the focus. Null when the key moves nothing.
 */
export function moved(
  place: GridPlace,
  press: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
  { rows, columns, pageRows }: GridSize,
): GridPlace | null {
  if (press.altKey || press.shiftKey || rows === 0) return null;
  const whole = press.ctrlKey || press.metaKey;
  const inRow = (row: number): GridPlace => ({ ...place, row: Math.max(0, Math.min(row, rows - 1)) });
  switch (press.key) {
    case 'ArrowDown':
      return inRow(place.row + 1);
    case 'ArrowUp':
      return inRow(place.row - 1);
    case 'PageDown':
      return inRow(place.row + pageRows);
    case 'PageUp':
      return inRow(place.row - pageRows);
    case 'Home':
      return whole || place.column === null ? inRow(0) : { ...place, column: 0 };
    case 'End':
      return whole || place.column === null ? inRow(rows - 1) : { ...place, column: columns - 1 };
    case 'ArrowRight':
      return { ...place, column: place.column === null ? 0 : Math.min(place.column + 1, columns - 1) };
    case 'ArrowLeft':
      return place.column === null
        ? null
        : { ...place, column: place.column === 0 ? null : place.column - 1 };
    default:
      return null;
  }
}
