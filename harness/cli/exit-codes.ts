/** Exit codes, the same for every command. */
export const exitCodes = {
  fine: 0,
  /** A regression, or too many failures. */
  failures: 1,
  /** What the user gave is wrong. */
  userError: 2,
  /** Incomplete, or nothing can be concluded. */
  incomplete: 3,
  /** Our own error. */
  ownError: 70,
  interrupted: 130,
} as const;
