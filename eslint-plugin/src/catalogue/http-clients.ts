/** How one HTTP client spells a request. */
export interface HttpClient {
  name: string;
  packages: readonly string[];
  /** Paths from the module's main export that are the client: `''`, `ofetch`, `request`. */
  entries: readonly string[];
  /** Types whose instances are the client. */
  types: readonly string[];
  /** Members that make another instance of it, with options at the given index. */
  makers: Readonly<Record<string, number>>;
  /** Index of the options argument of `client.post(…)`; null where headers are set by chained calls. */
  verbOptions: number | null;
  /** Index of the body argument of `client.post(…)`, where it has one of its own. */
  verbBody: number | null;
  /** `client(url, { method })`: index of the options argument; null when the client is no function. */
  callOptions: number | null;
  /** Chained call that sets a header (`.set(name, value)`). */
  headerMethods: readonly string[];
}

/** Clients as read and run in the versions named. */
export const httpClients: readonly HttpClient[] = [
  {
    // the platform's, node-fetch, cross-fetch, isomorphic-fetch, undici 8.12.4
    name: 'fetch',
    packages: ['node-fetch', 'cross-fetch', 'isomorphic-fetch', 'undici', 'node-fetch-native'],
    entries: ['', 'fetch', 'request'],
    types: [],
    makers: {},
    verbOptions: null,
    verbBody: null,
    callOptions: 1,
    headerMethods: [],
  },
  {
    // axios 1.21.1, @nestjs/axios 12
    name: 'axios',
    packages: ['axios', '@nestjs/axios'],
    entries: ['', 'axios', 'axiosRef', 'request', 'axiosRef.request'],
    types: ['AxiosInstance', 'AxiosStatic', 'Axios', 'HttpService'],
    makers: { create: 0 },
    verbOptions: 2,
    verbBody: 1,
    callOptions: 0,
    headerMethods: [],
  },
  {
    // got 16.1.0
    name: 'got',
    packages: ['got'],
    entries: ['', 'got'],
    types: ['Got', 'ExtendedGot'],
    makers: { extend: 0 },
    verbOptions: 1,
    verbBody: null,
    callOptions: 1,
    headerMethods: [],
  },
  {
    // ky 2.1.0
    name: 'ky',
    packages: ['ky', 'ky-universal'],
    entries: ['', 'ky'],
    types: ['KyInstance'],
    makers: { create: 0, extend: 0 },
    verbOptions: 1,
    verbBody: null,
    callOptions: 1,
    headerMethods: [],
  },
  {
    // ofetch 1.5.1
    name: 'ofetch',
    packages: ['ofetch'],
    entries: ['', 'ofetch', '$fetch'],
    types: ['$Fetch'],
    makers: { create: 0 },
    verbOptions: null,
    verbBody: null,
    callOptions: 1,
    headerMethods: [],
  },
  {
    // superagent 10.4.2
    name: 'superagent',
    packages: ['superagent'],
    entries: ['', 'agent()'],
    types: ['SuperAgentStatic'],
    makers: {},
    verbOptions: null,
    verbBody: 1,
    callOptions: null,
    headerMethods: ['set'],
  },
  {
    // wretch 3.0.9
    name: 'wretch',
    packages: ['wretch'],
    entries: ['', '()'],
    types: ['Wretch'],
    makers: {},
    verbOptions: null,
    verbBody: 0,
    callOptions: null,
    headerMethods: ['headers', 'options'],
  },
  {
    // @angular/common 22
    name: 'Angular HttpClient',
    packages: ['@angular/common'],
    entries: [],
    types: ['HttpClient'],
    makers: {},
    verbOptions: 2,
    verbBody: 1,
    callOptions: null,
    headerMethods: [],
  },
];

/** Members that send a request which changes something, and its method. */
export const writingVerbs: ReadonlyMap<string, 'POST' | 'PATCH'> = new Map([
  ['post', 'POST'],
  ['POST', 'POST'],
  ['postForm', 'POST'],
  ['patch', 'PATCH'],
  ['PATCH', 'PATCH'],
  ['patchForm', 'PATCH'],
]);

/**
 * Addresses to which a POST only asks, signs in, or puts something into a state it may be in already: repeating it
 * does no harm. The last part of the path decides; GraphQL and JSON-RPC say in the body what they do.
 */
export const askingPaths =
  /(?:^|[/_:.-])(?:search|_search|_msearch|query|queries|graphql|rpc|jsonrpc|lookup|find|fetch|filter|list|token|tokens|oauth2?|login|signin|sign-in|logout|refresh|auth|authenticate|introspect|verify|validate|validation|preview|estimate|calculate|check|screen|ping|health|metrics|logs?|audits?|telemetry|track|completions?|embeddings?|responses|messages\/count|moderations|generate|generateContent|translate|transcribe|transcripts?|extensive|parse|ocr|detect|classify|summarize|analyze|screenshot|download|poll|info|status|balances?|mask|mask-batch|(?<=(?:forms|office|chromium|documents?|files?|images?|pdf)\/)convert|rerank|batchGet|batch-get|aggregate|count|eth|cancel|finalize|disconnect|close|stop|pause|unpause|suspend|unsuspend|lock|unlock|block|unblock|mute|unmute|activate|archive|unarchive|delete|delete-many|bulk-delete|batch-delete|remove|revoke|head|exists|abort|cleanup|heartbeat|ack|acknowledge|read|seen|enable|disable|deactivate|unsubscribe|sync|flush|invalidate|purge|reindex)\/?$|(?:^|\/)(?:auth|oauth2?|sso)\/|(?:^|\/)(?:track|telemetry|analytics|metrics|logs|signals)\/:$/i;

/**
 * … so do prices and facts about something, a signed address, the parts of an upload, files made of other files,
 * and a signed transaction, which a chain takes once.
 */
export const askingEndings =
  /(?:^|\/)(?:(?:current|index|market|spot)-prices?|(?:basic|price|token)-info|broadcast-?(?:tx|transaction)|(?:tx|\w*-?transactions?)\/broadcast|sendRawTransaction)$|(?:^|[/_-])(?:downloads?|exports?|thumbnails?|zip)(?:[-_]\w+)*$|(?:^|\/)(?:presign|presigned|signed-urls?|multipart)(?:\/|$)/i;

/** … so does a verb at the head of the last part: `/purchase/resolve-identifier`, `/getBalance`, `/validate-coupon`. */
export const askingVerbs =
  /(?:^|[/:.])(?:get|fetch|find|search|query|list(?=_)|(?<=\.)list(?=[A-Z]\w*s$)|resolve|lookup|look-up|validate|verify|calculate|estimate|simulate|preview|count|compare|extract|parse|render|presign|mark(?=-read)|delete|sign(?=[-_](?:url|upload))|convert(?=[-_](?:page|file|document|image|pdf|to))|mask|detect|current)(?![-_]?or[-_A-Z])(?:[-_]\w|[A-Z])[\w-]*\/?$/;

/**
 * Functions named after what they read, which some services have to be asked for by POST. Not wrappers of `fetch`
 * (`fetchWithAuth`, `getJson`), not `getOrCreate…`.
 */
export const askingFunctions =
  /^_*(?:fetch|get|list|load|search|find|query|read|download|lookup|count|poll|validate|preview|estimate|check(?!Out|In[A-Z]))(?!With|And|Or[A-Z]|\w*Or(?:Create|Insert|Make|Add)|J(?:son|SON)|A(?:pi|PI)|H(?:ttp|TTP)|Url|Wrapper|Client|Retr|Instance|Token)[A-Z]\w*$|^poll$/;

/**
 * Functions and classes that only count what people look at: a visit that is counted twice costs nobody anything. Not
 * usage that is billed.
 */
export const countingNames =
  /^(?:track|beacon)(?:[A-Z]|$)|(?:Telemetry|Analytics|Click|PageView|Impression|Tracking)(?![a-z])|^\w*(?:Tracker|Telemetry|Analytics|Metrics)\w*(?:Dispatcher|Client|Service)?$/;

/**
 * Files brought to where they are used later: a second one lies unused, and one put under a name the address gives
 * (Google Cloud Storage) replaces the first.
 */
export const uploads = /(?:^|[/:.])uploads?(?:[/?:]|$)/i;

/**
 * Addresses at which a POST changes an object that is there already, holes as `:`. Stripe's API updates an object by
 * POST to the object's own address (docs.stripe.com/api); sent again, the same update changes nothing.
 */
export const updatingAddresses: readonly { provider: RegExp; address: RegExp }[] = [
  { provider: /stripe/i, address: /\/v1\/[a-z_]+(?:\/[a-z_]+)*\/:$/ },
];

/**
 * Addresses at which a POST only prepares what another one makes public: containers of Instagram's content publishing
 * expire unless they are published (developers.facebook.com/docs/instagram-platform/content-publishing).
 */
export const preparingAddresses: readonly RegExp[] = [/graph\.(?:facebook|instagram)\.com\/.*:\/media$/];

/** Parts of a name that say a value is added to what is there, not set: `{ add: cents }`, `{ incrementBy: 1 }`. */
export const addingNames =
  /^\$|^(?:add|append|push|inc|increment|decrement|adjust|credit|debit|subtract|deduct|delta|op|operations?|by)(?![a-z])|(?:Delta|Increment|Decrement|By)$/;

/** A body of CloudConvert's jobs (cloudconvert.com/api/v2/jobs): every task fetches, converts or hands over a file. */
export const fileOperations = /^(?:import|export)\/|^(?:convert|optimize|thumbnail|archive|merge|metadata)$/;

/** Options of a request that hold its address, where the call has no argument for it. */
export const addressOptions: readonly string[] = ['url', 'path', 'endpoint', 'uri', 'pathname'];
