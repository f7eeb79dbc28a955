/** The name that somebody most likely meant who wrote another: at most a third of it written differently; or null. */
export function closestName(written: string, names: readonly string[]): string | null {
  let closest: string | null = null;
  let fewest = Math.floor(written.length / 3) + 1;
  for (const name of names) {
    const edits = editsBetween(written.toLowerCase(), name.toLowerCase());
    if (edits < fewest) [closest, fewest] = [name, edits];
  }
  return closest;
}

/** How many letters have to be added, left out or changed (Levenshtein's distance). */
function editsBetween(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...one].entries()) {
    const edits = [row + 1];
    for (let column = 1; column <= other.length; column++) {
      const changed = above[column - 1]! + (letter === other[column - 1] ? 0 : 1);
      edits.push(Math.min(changed, above[column]! + 1, edits[column - 1]! + 1));
    }
    above = edits;
  }
  return above.at(-1)!;
}
