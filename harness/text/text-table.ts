/** Columns as wide as their widest cell, two blanks apart; the first stands left. A row may have fewer cells than the first. */
export function aligned(rows: readonly (readonly string[])[], others: 'left' | 'right' = 'right'): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 || others === 'left' ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
      )
      .join('  ')
      .trimEnd(),
  );
}
