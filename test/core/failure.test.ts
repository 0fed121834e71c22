import { describe, expect, it } from 'vitest';
import {
  failureOf,
  InfraError,
  infraFailureKinds,
  isInfraFailure,
  modelFailureKinds,
  UserError,
} from '../../harness/core/failure.ts';

describe('failureOf()', () => {
  it('is what infrastructure says it is, and `threw` for anything else that is thrown', () => {
    for (const kind of infraFailureKinds)
      expect(failureOf(new InfraError(kind, 'gone'))).toEqual({ kind, message: 'gone' });
    expect(failureOf(new TypeError('odd'))).toEqual({ kind: 'threw', message: 'odd' });
    expect(failureOf(new UserError('wrong'))).toEqual({ kind: 'threw', message: 'wrong' });
    expect(failureOf('text')).toEqual({ kind: 'threw', message: 'text' });
    expect(failureOf(undefined)).toEqual({ kind: 'threw', message: 'undefined' });
  });
});

describe('isInfraFailure()', () => {
  it('tells failures that make a run incomplete from those that score 0', () => {
    expect(infraFailureKinds.every(isInfraFailure)).toBe(true);
    expect(modelFailureKinds.some(isInfraFailure)).toBe(false);
  });
});
