/** Stands before what mocha prints inside the extension host, whose console also carries VS Code's own lines. */
export const reportMark = '\u2063mocha\u2063';
