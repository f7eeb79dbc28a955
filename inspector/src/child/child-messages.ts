import type {
  CancelRequest,
  InspectorEvent,
  InspectorReply,
  InspectorRequest,
  UserError,
} from '../protocol.ts';

/** How the child opens its store. It travels over the pipe, never in arguments or the environment: it may hold a password. */
export interface OpenMessage {
  open: { source: string; password?: string; nativeBinding?: string; tempFolder?: string };
}

export type ToChild = OpenMessage | InspectorRequest | CancelRequest | { watch: true } | { close: true };

export type FromChild = { opened: true } | { openError: UserError } | InspectorReply | InspectorEvent;
