/**
 * Text from a table is hostile: it may hold characters that move the cursor, turn the reading direction round or show
 * nothing at all, so that two keys look alike. Each of them is shown as a symbol.
 */

/** C0, DEL, C1, soft hyphen, direction marks and overrides, zero-width characters, separators, tags, lone surrogates. */
const unseen =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]|\p{Surrogate}/gu;

/** One line of text: line breaks and tabs become symbols too. */
export function visibleLine(text: string): string {
  return text.replace(unseen, symbolOf);
}

/** Text of several lines: line breaks and tabs do their work, and emoji stay whole. */
export function visibleLines(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(unseen, (character, offset: number, whole: string) => {
    const harmless = character === '\n' || character === '\t' || joinsEmoji(character, offset, whole);
    return harmless ? character : symbolOf(character);
  });
}

/** A zero-width joiner between two pictures makes one emoji of them, and hides nothing. */
function joinsEmoji(character: string, offset: number, whole: string): boolean {
  return (
    character === '\u200d' &&
    /\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?$/u.test(
      whole.slice(Math.max(0, offset - 5), offset),
    ) &&
    /^\p{Extended_Pictographic}/u.test(whole.slice(offset + 1, offset + 3))
  );
}

/** The Unicode control pictures stand at U+2400 in the order of the controls; the others get their number. */
function symbolOf(character: string): string {
  const point = character.codePointAt(0)!;
  if (point < 0x20) return String.fromCodePoint(0x2400 + point);
  if (point === 0x7f) return '\u2421';
  return `⟨U+${point.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
