/** Wraps calls whose time does not count: while one is under way, the limit rests. */
export type Calling = <T>(call: () => Promise<T>) => Promise<T>;

/**
 * Does work that may take at most so many milliseconds between the calls it makes; else rejects with what `late` tells. Work that has
 * come too late is not waited for, and whatever becomes of it is nobody's concern any more.
 */
export function withinLimit<T>(
  limitMs: number,
  late: () => Error,
  work: (calling: Calling) => Promise<T> | T,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | null = null;
    let [underWay, isSettled] = [0, false];
    const start = (): void => {
      timer = setTimeout(() => settle(() => reject(late())), limitMs);
    };
    const stop = (): void => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    };
    const settle = (how: () => void): void => {
      isSettled = true;
      stop();
      how();
    };
    const calling: Calling = async (call) => {
      underWay++;
      stop();
      try {
        return await call();
      } finally {
        underWay--;
        if (underWay === 0 && !isSettled) start();
      }
    };
    start();
    // Within a function, so that what throws at once rejects as well.
    (async () => work(calling))().then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error as Error)),
    );
  });
}
