/**
 * What stands behind the short, run-together and prefixed names that databases are full of. `REQ_HASH`, `requesthash`
 * and `ik_request_hash` all say `request_hash`.
 */

/** Short forms of database conventions, and the words of other languages that tables of this kind use. */
const words: Record<string, string> = {
  acc: 'account',
  acct: 'account',
  chave: 'key',
  cle: 'key',
  clave: 'key',
  cliente: 'customer',
  cmd: 'command',
  cnt: 'count',
  completado: 'completed',
  creado: 'created',
  criado: 'created',
  crt: 'created',
  cust: 'customer',
  empresa: 'company',
  erstellt: 'created',
  estado: 'state',
  ev: 'event',
  evt: 'event',
  exp: 'expires',
  expira: 'expires',
  fp: 'fingerprint',
  hdr: 'headers',
  hdrs: 'headers',
  hsh: 'hash',
  idemp: 'idempotency',
  idempotencia: 'idempotency',
  ins: 'inserted',
  mandant: 'tenant',
  meth: 'method',
  msg: 'message',
  op: 'operation',
  oper: 'operation',
  procesado: 'processed',
  processado: 'processed',
  req: 'request',
  res: 'response',
  resp: 'response',
  resposta: 'response',
  respuesta: 'response',
  rsp: 'response',
  schluessel: 'key',
  st: 'status',
  stat: 'status',
  sts: 'status',
  upd: 'updated',
  updt: 'updated',
  usr: 'user',
  usuario: 'user',
};

/** Last words that only say that a value is a time, or its unit. */
const timeEndings = new Set(
  'ts tm tms dt dttm datetime timestamp time date utc ms ns us sec secs seconds millis epoch unix en em am le'.split(
    ' ',
  ),
);

/** Words that begin the name of a time. */
const timeWords =
  /^(add|added|claimed|completed|consumed|create|created|dispatched|done|executed|expire|expires|expiry|expiration|finished|first_seen|handled|insert|inserted|last_run|last_seen|locked|modified|processed|received|requested|seen|started|update|updated)$/;

/** Parts of names that are written without a separator, as PostgreSQL folds an unquoted `createdAt`. */
const joined =
  'organization fingerprint idempotency transaction idempotent processing aggregate completed consumers operation processed reference workspace attempts consumed consumer customer external finished merchant messages occurred received requests resource response webhooks account created entries expires handled headers message payload payment records request updated webhook client errors events locked method record result status stripe tenant count entry error event inbox order owner scope state until body code data hash http json keys name path type user key utc at by id on'.split(
    ' ',
  );

/** The words of a run-together name, or null where it is not made of known words alone. */
const splitJoined = (name: string): string[] | null => {
  if (name === '') return [];
  for (const word of joined) {
    if (!name.startsWith(word)) continue;
    const rest = splitJoined(name.slice(word.length));
    if (rest !== null) return [word, ...rest];
  }
  return null;
};

/**
 * The plain spelling of a normalised name: short forms written out, words parted, units and other endings of times
 * turned into `_at`.
 */
export const plainSpelling = (name: string): string => {
  const parts = name
    .split('_')
    .filter((part) => part !== '')
    .flatMap((part) => splitJoined(part) ?? [part])
    .map((part) => (Object.hasOwn(words, part) ? (words[part] ?? part) : part));
  let end = parts.length;
  while (end > 1 && timeEndings.has(parts[end - 1] ?? '')) end -= 1;
  const head = parts.slice(0, parts[end - 1] === 'at' || parts[end - 1] === 'on' ? end - 1 : end).join('_');
  if (end < parts.length && timeWords.test(head)) return `${head}_at`;
  return parts.join('_');
};

/**
 * The prefix that nearly all columns of a table share (`ik_` in `ik_key`, `ik_user_id`, `ik_created_at`), or an empty
 * string.
 * @param names normalised names of all columns
 */
export const sharedPrefix = (names: readonly string[]): string => {
  const counts = new Map<string, number>();
  for (const name of names) {
    const first = /^[a-z0-9]+_(?=.)/.exec(name)?.[0];
    if (first !== undefined) counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  const [prefix, count] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? ['', 0];
  return names.length >= 4 && count * 5 >= names.length * 4 ? prefix : '';
};
