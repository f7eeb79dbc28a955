/** A runtime that runs a function again by itself: a queue, a step engine, a workflow engine. */
export interface EngineCall {
  /** As a message says it: "Inngest runs this step again …". */
  engine: string;
  /** Packages one of which the file must import (an Inngest client is usually the project's own module). */
  packages: readonly string[] | null;
  /** End of the callee's path: `createFunction`, `step.run`. */
  path: RegExp;
  /**
   * Which argument is run again: an index, the last function, a property of the first argument, or all functions of an
   * object that is one.
   */
  run: number | 'last' | { properties: readonly string[] } | { membersOf: string };
  /** Option that switches retries off with 0 (or 1, where it counts all tries): argument index and name. */
  off: { argument: number; path: readonly string[]; total: boolean } | null;
  /** Off by default: this option with a number above 1 must stand somewhere in the file. */
  onlyWith: string | null;
  /** Off by default: an option that must stand at this argument of the call itself. */
  onlyWithOption?: { argument: number; name: string };
  /** Its result is kept: a value that a later step reads was made once. */
  keepsResult: boolean;
  /**
   * `retries`: after a failure the engine makes the attempt again. `redelivers`: at-least-once; what comes twice may
   * be the message of an attempt that worked.
   */
  promise: 'retries' | 'redelivers';
}

const usual = { off: null, onlyWith: null, keepsResult: false, promise: 'retries' } as const;

/** Engines and their defaults, in the versions named. */
export const engineCalls: readonly EngineCall[] = [
  {
    // Inngest 4.24: 4 retries per step; the handler's own code runs again with each step
    ...usual,
    engine: 'Inngest',
    packages: null,
    path: /(?:^|\.)createFunction$/,
    run: 'last',
    off: { argument: 0, path: ['retries'], total: false },
  },
  {
    ...usual,
    engine: 'Inngest',
    packages: null,
    path: /(?:^|\.)step\.run$/,
    run: 1,
    keepsResult: true,
  },
  {
    // Trigger.dev 4.8.3: 3 attempts in all
    ...usual,
    engine: 'Trigger.dev',
    packages: ['@trigger.dev/sdk'],
    path: /^(?:task|schemaTask)$/,
    run: { properties: ['run'] },
    off: { argument: 0, path: ['retry', 'maxAttempts'], total: true },
  },
  {
    // Restate 1.17.2: `ctx.run` is retried by the runtime, its result is journalled
    ...usual,
    engine: 'Restate',
    packages: ['@restatedev/restate-sdk'],
    path: /(?:^|\.)run$/,
    run: 'last',
    keepsResult: true,
  },
  {
    // Cloudflare Workflows: 5 retries of a step
    ...usual,
    engine: 'Cloudflare Workflows',
    packages: ['cloudflare:workers', 'cloudflare:workflows'],
    path: /(?:^|\.)step\.do$/,
    run: 'last',
    keepsResult: true,
  },
  {
    // @dbos-inc/dbos-sdk: a step is retried only where it says so
    ...usual,
    engine: 'DBOS',
    packages: ['@dbos-inc/dbos-sdk'],
    path: /(?:^|\.)runStep$/,
    run: 0,
    onlyWith: 'maxAttempts',
    keepsResult: true,
  },
  {
    // BullMQ 6.7.0: 1 attempt unless the job says more
    ...usual,
    engine: 'BullMQ',
    packages: ['bullmq'],
    path: /(?:^|\.)Worker\.new\(\)$/,
    run: 1,
    onlyWith: 'attempts',
  },
  {
    // bull: 1 attempt unless the job says more
    ...usual,
    engine: 'Bull',
    packages: ['bull'],
    path: /(?:^|\.)process$/,
    run: 'last',
    onlyWith: 'attempts',
  },
  {
    // bee-queue 2.0.0: no retries unless the job says `.retries(n)`
    ...usual,
    engine: 'Bee-Queue',
    packages: ['bee-queue'],
    path: /(?:^|\.)process$/,
    run: 'last',
    onlyWith: 'retries',
  },
  {
    // agenda 6.2.6: no retries without `backoff`
    ...usual,
    engine: 'Agenda',
    packages: ['agenda'],
    path: /(?:^|\.)define$/,
    run: 1,
    onlyWithOption: { argument: 2, name: 'backoff' },
  },
  {
    // graphile-worker 0.17.3: 25 attempts
    ...usual,
    engine: 'Graphile Worker',
    packages: ['graphile-worker'],
    path: /^run(?:Once)?$/,
    run: { membersOf: 'taskList' },
  },
  {
    // pg-boss 10.4.2: 2 retries (none before version 10, unless the queue or the job says so)
    ...usual,
    engine: 'pg-boss',
    packages: ['pg-boss'],
    path: /(?:^|\.)work$/,
    run: 'last',
    promise: 'redelivers',
  },
  {
    // kafkajs 2.2.4: the offset is committed after the handler
    ...usual,
    engine: 'Kafka',
    packages: ['kafkajs'],
    path: /(?:^|\.)run$/,
    run: { properties: ['eachMessage', 'eachBatch'] },
    promise: 'redelivers',
  },
  {
    ...usual,
    engine: 'RabbitMQ',
    packages: ['amqplib', 'amqp-connection-manager'],
    path: /(?:^|\.)consume$/,
    run: 1,
    promise: 'redelivers',
  },
  {
    ...usual,
    engine: 'Pub/Sub',
    packages: ['@google-cloud/pubsub'],
    path: /(?:^|\.)on$/,
    run: 1,
    promise: 'redelivers',
  },
];

/** Parameter types that show a function to be a consumer of an at-least-once source. */
export const consumerParameterTypes: ReadonlyMap<string, string> = new Map([
  // AWS Lambda: a batch that fails is delivered again
  ['SQSEvent', 'SQS'],
  ['KinesisStreamEvent', 'Kinesis'],
  ['DynamoDBStreamEvent', 'DynamoDB Streams'],
  // … and an event it is called with asynchronously, twice more
  ['SNSEvent', 'SNS'],
  ['EventBridgeEvent', 'EventBridge'],
  // Cloudflare Queues: at-least-once; a batch whose handler throws is delivered again
  ['MessageBatch', 'Cloudflare Queues'],
]);

/** Types of such a function itself: `const handler: SQSHandler = async (event) => …`, `const task: Task = …`. */
export const consumerFunctionTypes: ReadonlyMap<
  string,
  { engine: string; package: string; promise: EngineCall['promise'] }
> = new Map([
  ['SQSHandler', { engine: 'SQS', package: 'aws-lambda', promise: 'redelivers' }],
  ['KinesisStreamHandler', { engine: 'Kinesis', package: 'aws-lambda', promise: 'redelivers' }],
  ['DynamoDBStreamHandler', { engine: 'DynamoDB Streams', package: 'aws-lambda', promise: 'redelivers' }],
  ['SNSHandler', { engine: 'SNS', package: 'aws-lambda', promise: 'redelivers' }],
  ['EventBridgeHandler', { engine: 'EventBridge', package: 'aws-lambda', promise: 'redelivers' }],
  // graphile-worker 0.17.3: 25 attempts
  ['Task', { engine: 'Graphile Worker', package: 'graphile-worker', promise: 'retries' }],
  ['TaskList', { engine: 'Graphile Worker', package: 'graphile-worker', promise: 'retries' }],
]);

/** Decorators of Nest under which a class's `process` or the method itself runs the jobs of BullMQ and Bull. */
export const jobDecorators: readonly { package: string; name: string; engine: string }[] = [
  { package: '@nestjs/bullmq', name: 'Processor', engine: 'BullMQ' },
  { package: '@nestjs/bull', name: 'Process', engine: 'Bull' },
];

/** Modules whose import makes the exported functions of a file activities that Temporal runs again without limit. */
export const activityModule = '@temporalio/activity';

/** Modules whose import makes a file workflow code, in which randomness and time are replayed. */
export const workflowModule = '@temporalio/workflow';

/** Directive of a function whose body Vercel's Workflow runs again. */
export const stepDirective = 'use step';
