/** Fields of a body in which a client names the operation, when it makes the id itself: `{ requestId: uuid() }`. */
export const bodyIdNames =
  /^(?:client|request|message|event|operation|transaction|transfer|payment|payout|charge|refund|external|merchant|order|correlation|batch|job)?_?(?:id|uuid|guid|ref|reference|nonce|request_?id|transaction_?id|reference_?id|order_?id|message_?id)$/i;

/**
 * Headers that carry the id of a delivered message, by which its receiver drops a repeat: `webhook-id` (Standard
 * Webhooks), `X-GitHub-Delivery`, `X-Shopify-Event-Id`. Not `X-Request-Id` and trace ids: those are for logs.
 */
export const deliveryHeaders = /(?:webhook|event|delivery|message|msg|svix|notification)[-_]?id$|delivery$/i;

/**
 * Fields of a body by which its receiver drops a repeat, however the id is made: BigQuery's `insertId`
 * (cloud.google.com/bigquery/docs/streaming-data-into-bigquery), an id that the caller's own system gave.
 */
export const rowIdNames = /^(?:insertId|external_?(?:transaction|payment|order|event|reference)?_?id)$/i;
