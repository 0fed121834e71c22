import { expect, it } from 'vitest';
import { signed, unsigned } from '../../harness/embedding/wasm-writer.ts';

it('unsigned() and signed() write the examples of the DWARF standard, section 7.6', () => {
  expect([2, 127, 128, 129, 130, 12_857].map((value) => hex(unsigned(value)))).toEqual([
    '02',
    '7f',
    '8001',
    '8101',
    '8201',
    'b964',
  ]);
  expect([2, -2, 127, -127, 128, -128, 129, -129].map((value) => hex(signed(value)))).toEqual([
    '02',
    '7e',
    'ff00',
    '817f',
    '8001',
    '807f',
    '8101',
    'ff7e',
  ]);
});

it('unsigned() and signed() reach the ends of 32 bits', () => {
  expect(hex(unsigned(2 ** 32 - 1))).toBe('ffffffff0f');
  expect(hex(signed(2 ** 31 - 1))).toBe('ffffffff07');
  expect(hex(signed(-(2 ** 31)))).toBe('8080808078');
});

function hex(bytes: readonly number[]): string {
  return Buffer.from(bytes).toString('hex');
}
