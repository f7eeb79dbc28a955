/** An answer as it is saved with its key: an HTTP status and a JSON text. */
export interface Answer {
  status: number;
  body: string;
}

/** The name of one operation and what defines it. */
export interface KeyedRequest {
  /** The key's scope. */
  account: string;
  key: string;
  /** The endpoint, `POST /payments`. */
  operation: string;
  fingerprint: string;
}

/** What the work on a claimed key sees of its claim. */
export interface ClaimedOperation {
  /** The last step known to be done; `started` for none. */
  readonly recoveryPoint: string;
  /**
   * Records that a step is done. `save` runs in the same transaction, so the step's result and the recovery point are
   * saved together or not at all. Throws `ClaimLost` when another worker has taken the claim over.
   */
  reach(recoveryPoint: string, save: () => void): void;
}

/** How work ended: its answer, and what must be saved in the transaction that saves the answer. */
export interface Outcome {
  answer: Answer;
  save?: () => void;
}

export interface OnceReply extends Answer {
  /** True when the answer is a saved one and nothing was done for it. */
  replayed: boolean;
}

/** Runs the work of an operation once, however many attempts arrive. */
export interface OnceStore {
  once(request: KeyedRequest, work: (operation: ClaimedOperation) => Promise<Outcome>): Promise<OnceReply>;
}
