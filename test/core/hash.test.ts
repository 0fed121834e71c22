import { describe, expect, it } from 'vitest';
import { hashJson, hashText, shortHash } from '../../harness/core/hash.ts';

// Computed elsewhere: printf 'abc' | sha256sum, and the same of the canonical JSON.
describe('hashText()', () => {
  it('is SHA-256 of the UTF-8 bytes, in hex', () => {
    expect(hashText('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(hashText('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(hashText('é')).toBe('4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c');
  });
});

describe('hashJson()', () => {
  it('depends on the value alone, not on the order of keys, and is the same for ever', () => {
    expect(hashJson({ a: 1, b: [2, null] })).toBe('cc243773f70c3dff1b2058928d222d7edc29130da3f617c0e8ce04096aca153c');
    expect(hashJson({ b: [2, null], a: 1 })).toBe(hashJson({ a: 1, b: [2, null] }));
    expect(hashJson({ a: 1, b: [null, 2] })).not.toBe(hashJson({ a: 1, b: [2, null] }));
  });
});

describe('shortHash()', () => {
  it('is the first eight digits', () => {
    expect(shortHash(hashText('abc'))).toBe('ba7816bf');
  });
});
