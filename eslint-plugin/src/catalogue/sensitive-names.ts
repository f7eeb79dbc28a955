/** What kind of personal data a name stands for, as a message says it. */
export interface SensitiveKind {
  says: string;
  /** Whole names or last words of names, without case and separators: `ownerEmail` and `customer_email` end in one. */
  words: readonly string[];
}

/** Names that hold personal data in real code. A bare `name`, `address` or `number` says too little to be one. */
const kinds: readonly SensitiveKind[] = [
  { says: 'an e-mail address', words: ['email', 'emailaddress', 'mailaddress', 'e_mail'] },
  {
    says: 'a phone number',
    words: [
      'phone',
      'phonenumber',
      'mobile',
      'mobilenumber',
      'mobilephone',
      'cellphone',
      'telephone',
      'msisdn',
    ],
  },
  {
    says: "a person's name",
    words: [
      'firstname',
      'lastname',
      'surname',
      'fullname',
      'givenname',
      'familyname',
      'middlename',
      'maidenname',
      'legalname',
      'cardholdername',
      'cardholder',
      'holdername',
    ],
  },
  {
    says: 'a home address',
    words: ['street', 'streetaddress', 'streetname', 'housenumber', 'addressline1', 'address1'],
  },
  {
    says: 'a card or account number',
    words: [
      'cardnumber',
      'creditcard',
      'creditcardnumber',
      'primaryaccountnumber',
      'cardpan',
      'ccnumber',
      'cvv',
      'cvc',
      'iban',
      'accountnumber',
      'bankaccountnumber',
    ],
  },
  {
    says: 'an official number of a person',
    words: [
      'ssn',
      'socialsecuritynumber',
      'nationalid',
      'nationalinsurancenumber',
      'passport',
      'passportnumber',
      'passportno',
      'driverslicense',
      'drivinglicence',
      'nhsnumber',
      'aadhaar',
      'cpf',
      'taxpayerid',
      'personnummer',
    ],
  },
  { says: 'a date of birth', words: ['dateofbirth', 'dob', 'birthdate', 'birthday'] },
  {
    says: 'an IP address',
    words: ['ip', 'ipaddress', 'clientip', 'remoteaddress', 'remoteip', 'forwardedfor'],
  },
  { says: 'a password', words: ['password', 'passphrase'] },
];

/** First words that make a name a question or an action about the data rather than the data: `hasEmail`, `sendEmail`. */
const aboutTheData =
  /^(?:is|has|should|can|send|by|via|verify|validate|use|with|no|skip|allow|require|on|get|find)(?=[A-Z_])/;

/** Splits a name into lower-case words: `ownerEmail`, `owner_email` and `OWNER_EMAIL` give `owner`, `email`. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_\-$]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

/**
 * The kind of personal data a variable or property of this name holds, in words for a message; null for none.
 * @param taught names a team added in `settings.idempotency.sensitiveNames`.
 */
export function sensitiveKindOf(name: string, taught: ReadonlySet<string>): string | null {
  if (taught.has(name)) return 'personal data';
  if (aboutTheData.test(name)) return null;
  // A card's number, or India's number of a tax payer; a `fryingPan` is neither.
  if (name === 'pan') return 'a card or account number';
  const words = wordsOf(name);
  for (let first = 0; first < words.length; first++) {
    const tail = words.slice(first).join('');
    const kind = kinds.find((one) => one.words.includes(tail));
    if (kind) return kind.says;
  }
  return null;
}

/** Things that have a name or an address of their own, which is not a person's: `repo.fullName`, `server.ip`. */
const ownersOfNames: ReadonlySet<string> = new Set([
  'repo',
  'repository',
  'project',
  'branch',
  'file',
  'package',
  'module',
  'model',
  'table',
  'column',
  'workflow',
  'channel',
  'company',
  'org',
  'organisation',
  'organization',
  'business',
  'merchant',
  'tenant',
  'workspace',
  'team',
  'vendor',
  'supplier',
  'server',
  'host',
  'node',
  'machine',
  'instance',
  'pod',
  'vm',
  'container',
  'cluster',
]);
const namesOfThings: ReadonlySet<string> = new Set(["a person's name", 'an IP address']);

/** Is personal data of this kind none when it belongs to something of this name? */
export function isOfThing(kind: string, owner: string | null): boolean {
  return owner !== null && namesOfThings.has(kind) && ownersOfNames.has(wordsOf(owner).at(-1) ?? '');
}
