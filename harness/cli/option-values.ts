import { InvalidArgumentError } from 'commander';

// Values of options as the command line reads them, and the examples below its help.

/** An example at the end of a command's help. */
export function example(command: string): string {
  return `\nExample:\n  $ npx ace-bench ${command}`;
}

export function gather(value: string, earlier: readonly string[]): readonly string[] {
  return [...earlier, value];
}

export function listed(value: string): readonly string[] {
  return value.split(',').map((name) => name.trim());
}

export function share(value: string): number {
  const number = Number(value);
  if (value.trim() !== '' && number >= 0 && number <= 1) return number;
  throw new InvalidArgumentError('Expected a number from 0 to 1.');
}

export function folderName(value: string): string {
  if (value.trim() !== '') return value;
  throw new InvalidArgumentError('Expected the name of a folder.');
}

export function wholeNumberFrom(least: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= least && Number.isSafeInteger(number)) return number;
    throw new InvalidArgumentError(`Expected a whole number of at least ${least}.`);
  };
}
