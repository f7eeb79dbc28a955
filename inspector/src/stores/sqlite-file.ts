import fs from 'node:fs';
import path from 'node:path';
import { InspectorError } from '../inspector-error.ts';

/**
 * What the file system says of a database file. The header is described at sqlite.org/fileformat.html: bytes 18 and 19
 * are 2 for write-ahead logging, bytes 24 to 27 count changes in rollback mode.
 */
export interface DatabaseFile {
  path: string;
  size: number;
  wal: boolean;
  /** Sizes of the files beside it; null where there is none. */
  walSize: number | null;
  hasShm: boolean;
  journalSize: number | null;
  /** Equal as long as nobody has written. */
  stamp: string;
}

/** What is known of a file beside the database; null where there is none. */
const companion = (file: string): fs.BigIntStats | null => {
  let stat: fs.BigIntStats;
  try {
    stat = fs.statSync(file, { bigint: true });
  } catch {
    return null;
  }
  // Reading it goes through it, and a pipe would be waited for without end.
  if (!stat.isFile())
    throw new InspectorError(
      'not-a-file',
      `The file ${shortName(file)}, which belongs to the database, is not a regular file.`,
      'It is a folder, a pipe or a device, which SQLite never makes.',
      'Remove it if nobody needs it, or open a copy of the database.',
    );
  return stat;
};

/** A file's name as it is spoken of. */
export const shortName = (file: string): string => {
  const name = path.basename(file);
  return name.length > 80 ? `${name.slice(0, 60)}…${name.slice(-15)}` : name;
};

const failure = (error: unknown, name: string): InspectorError => {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new InspectorError(
      'no-such-file',
      `There is no file ${name}.`,
      'It does not exist at this path, or it was moved or deleted.',
      'Check the path and try again.',
      error,
    );
  if (code === 'EACCES' || code === 'EPERM')
    return new InspectorError(
      'no-permission',
      `The file ${name} may not be read.`,
      'Its permissions, or those of its folder, do not allow this user to read it.',
      'Ask its owner for read access, or copy it to a place where you may read it.',
      error,
    );
  if (code === 'ELOOP')
    return new InspectorError(
      'link-loop',
      `The file ${name} cannot be reached.`,
      'Its path goes through symbolic links that lead in a circle.',
      'Give the path of the file itself.',
      error,
    );
  if (code === 'ENAMETOOLONG')
    return new InspectorError(
      'name-too-long',
      `There is no file ${name}.`,
      'The path is longer than this system allows.',
      'Check the path and try again.',
      error,
    );
  return new InspectorError(
    'unreadable-file',
    `The file ${name} could not be read.`,
    `The system answered ${code ?? 'with an error'}.`,
    'Check that the disk or the network drive is there, and try again.',
    error,
  );
};

/** How evenly the bytes are spread, in bits per byte; encrypted and compressed data come close to 8. */
const entropy = (bytes: Uint8Array): number => {
  const counts = new Map<number, number>();
  for (const byte of bytes) counts.set(byte, (counts.get(byte) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / bytes.length) * Math.log2(count / bytes.length);
  return bits;
};

const notADatabase = (name: string, start: Uint8Array, size: number): InspectorError => {
  const knownFormat = /^(PK|\x1f\x8b|\x89PNG|%PDF|GIF8|BZh|\xfd7zXZ|7z)/.test(
    Buffer.from(start).toString('latin1'),
  );
  // SQLCipher and its like encrypt whole pages, header and all, and pages are multiples of 512 bytes.
  if (!knownFormat && size >= 1024 && size % 512 === 0 && entropy(start) > 7.2)
    return new InspectorError(
      'encrypted',
      `The file ${name} looks encrypted.`,
      'It has the size of a database, but its first bytes are not SQLite’s and look random, as SQLCipher writes them.',
      'Open a decrypted copy of it.',
    );
  return new InspectorError(
    'not-a-database',
    `The file ${name} is not an SQLite database.`,
    'It does not begin as every SQLite database does.',
    'Pick the database file itself, not an export or a backup of another kind.',
  );
};

/**
 * Looks at a database file without opening it as a database.
 * @throws InspectorError for everything that cannot be one: nothing there, a folder, a device, empty, no SQLite header.
 */
export const examineFile = (file: string): DatabaseFile => {
  const name = shortName(file);
  let stat: fs.BigIntStats;
  try {
    stat = fs.statSync(file, { bigint: true });
  } catch (error) {
    throw failure(error, name);
  }
  if (stat.isDirectory())
    throw new InspectorError(
      'is-folder',
      `The path ${name} is a folder.`,
      'A database is a single file.',
      'Pick the database file inside it.',
    );
  // Opening a pipe or a device could wait for ever.
  if (!stat.isFile())
    throw new InspectorError(
      'not-a-file',
      `The path ${name} is not a regular file.`,
      'It is a pipe, a socket or a device.',
      'Pick a database file.',
    );
  if (stat.size === 0n)
    throw new InspectorError(
      'empty-file',
      `The file ${name} is empty.`,
      'A database without a single table has no bytes yet.',
      'Run the program that creates its tables, then open it again.',
    );
  const size = Number(stat.size);
  const start = Buffer.alloc(Math.min(4096, size));
  try {
    const handle = fs.openSync(file, 'r');
    try {
      fs.readSync(handle, start, 0, start.length, 0);
    } finally {
      fs.closeSync(handle);
    }
  } catch (error) {
    throw failure(error, name);
  }
  if (size < 100 || start.toString('latin1', 0, 16) !== 'SQLite format 3\u0000')
    throw notADatabase(name, start, size);
  const wal = companion(`${file}-wal`);
  const shm = companion(`${file}-shm`);
  const journal = companion(`${file}-journal`);
  const walStamp = wal === null ? '' : `${wal.size}/${wal.mtimeNs}`;
  return {
    path: file,
    size,
    wal: start[18] === 2 || start[19] === 2,
    walSize: wal === null ? null : Number(wal.size),
    hasShm: shm !== null,
    journalSize: journal === null ? null : Number(journal.size),
    stamp: [stat.dev, stat.ino, stat.size, stat.mtimeNs, start.readUInt32BE(24), walStamp].join(':'),
  };
};

/** The error of a file that was open and is gone. */
export const vanished = (file: string): InspectorError =>
  new InspectorError(
    'vanished',
    `The file ${shortName(file)} is gone.`,
    'It was deleted or moved while it was open here.',
    'Put it back, or open it at its new place.',
  );
