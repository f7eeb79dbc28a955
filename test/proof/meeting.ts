/** A place where several pieces of running code wait until all of them have come. */
export interface Meeting {
  /** Resolves when all have come; at once for those who come later. */
  come(): Promise<void>;
}

/** A meeting of `parties`. */
export function meetingOf(parties: number): Meeting {
  let missing = parties;
  let open: () => void;
  const all = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {
    come() {
      missing--;
      if (missing <= 0) open();
      return all;
    },
  };
}
