import { expect, it } from 'vitest';
import { bytesField, floatField, integerField } from '../../harness/embedding/protobuf-writer.ts';

it('integerField(), bytesField() and floatField() write the examples of the protobuf encoding guide', () => {
  expect(integerField(1, 150).toString('hex')).toBe('089601');
  expect(integerField(1, -2).toString('hex')).toBe('08feffffffffffffffff01');
  expect(bytesField(2, 'testing').toString('hex')).toBe('120774657374696e67');
  expect(bytesField(3, [integerField(1, 150)]).toString('hex')).toBe('1a03089601');
  expect(floatField(1, 1).toString('hex')).toBe('0d0000803f');
});

it('bytesField() writes lengths above 127 and field numbers above 15', () => {
  expect(bytesField(16, Buffer.alloc(300)).subarray(0, 4).toString('hex')).toBe('8201ac02');
});
