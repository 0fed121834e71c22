// No arm of a config has a name that ends so.
const suffix = '.replicate';

/** The name of an arm's repetition under other replies: `static.replicate`. */
export function replicateName(arm: string): string {
  return `${arm}${suffix}`;
}

/** The arm that a repetition repeats; null for arms that are none. */
export function replicatedArm(arm: string): string | null {
  return arm.endsWith(suffix) ? arm.slice(0, -suffix.length) : null;
}
