import { FatalError, InfraError, PartError } from '../core/failure.ts';

export type HaltCause = FatalError | PartError | InfraError;

/** What ends a run before its time. It is noted where parts meet the run, so that no part can keep it to itself. */
export type Halt = {
  /** The first error that ends the run; null while there is none. */
  cause(): HaltCause | null;
  /** Does work of a part and notes how it failed; once the run is to end nothing more is done or paid for, and that error is thrown again. */
  through<T>(work: () => Promise<T>): Promise<T>;
};

export function createHalt(): Halt {
  let cause: HaltCause | null = null;
  return {
    cause: () => cause,
    through: async (work) => {
      if (cause !== null) throw cause;
      try {
        return await work();
      } catch (error) {
        if (endsRun(error)) cause ??= error;
        throw error;
      }
    },
  };
}

function endsRun(error: unknown): error is HaltCause {
  return error instanceof FatalError || error instanceof PartError || error instanceof InfraError;
}
