import { expect, it } from 'vitest';
import { bareId } from '../../harness/roles/bare-id.ts';

it.each([
  ['ph-00002', 'ph-00002'],
  [' [ph-00002] ', 'ph-00002'],
  ['[ ph-00002 ]', 'ph-00002'],
  ['[ph-00002] helpful=1 harmful=0 :: Count first.', 'ph-00002'],
  ['[ph-00002', 'ph-00002'],
  ['ph-00002]', 'ph-00002'],
  ['', ''],
  ['[]', ''],
])('bareId() of %j is %j', (cited, id) => {
  expect(bareId(cited)).toBe(id);
});
