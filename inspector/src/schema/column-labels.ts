/** One text in quotes with the cast that PostgreSQL writes behind it, and what parts it from the next. */
const quotedLabel = /'((?:[^']|'')*)'(?:::[\w ]+(?:\(\d+\))?)?\s*,?\s*/y;

/**
 * The values that a CHECK lets into a column: `CHECK (status IN ('pending', 'done'))`, or `status = ANY (ARRAY[...])` as
 * PostgreSQL writes it down. Empty where no such rule is found.
 * @param statements the table's statement or its rules, as the catalogue has them
 */
export const checkedLabels = (column: string, statements: readonly string[]): string[] => {
  const name = column.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  const list = new RegExp(
    String.raw`(?<![\w$])["\x60[]?${name}["\x60\]]?\)*(?:::[\w ]+)?\s*(?:=\s*ANY|IN)\s*\(+\s*(?:ARRAY\[\s*)?(?=')`,
    'i',
  );
  for (const statement of statements) {
    const found = list.exec(statement);
    if (found === null) continue;
    const labels: string[] = [];
    quotedLabel.lastIndex = found.index + found[0].length;
    for (let label = quotedLabel.exec(statement); label !== null; label = quotedLabel.exec(statement))
      labels.push((label[1] ?? '').replaceAll("''", "'"));
    return labels;
  }
  return [];
};
