export interface Example {
  right: boolean;
  /** The sentence after the mark. */
  title: string;
  language: string;
  /** Where the code starts in the page. */
  line: number;
  code: string;
}

/** The fenced blocks of a page that stand under a ❌ or a ✅; blocks before the first mark are configuration. */
export function examplesIn(page: string): Example[] {
  const examples: Example[] = [];
  let mark: { right: boolean; title: string } | undefined;
  let open: Example | 'unmarked' | undefined;
  for (const [index, line] of page.split('\n').entries()) {
    const fence = /^\s*```(\w*)/.exec(line);
    if (fence && open !== undefined) {
      if (open !== 'unmarked') examples.push(open);
      open = undefined;
      mark = undefined;
    } else if (fence) {
      open =
        mark === undefined ? 'unmarked' : { ...mark, language: fence[1] ?? '', line: index + 2, code: '' };
    } else if (open !== undefined) {
      if (open !== 'unmarked') open.code += `${line}\n`;
    } else if (line.includes('❌')) {
      mark = { right: false, title: line.replace(/^.*?❌\s*/, '') };
    } else if (line.includes('✅') && !line.startsWith('💼')) {
      mark = { right: true, title: line.replace(/^.*?✅\s*/, '') };
    } else if (mark !== undefined && line !== '') {
      mark.title += ` ${line}`;
    }
  }
  return examples;
}
