import type { Op } from '../../core/context-event.ts';
import { fieldOf, hasWords, isObject, isPlaceholder, type LooseObject, looseKey, textField } from './fields.ts';
import { labelledLines } from './labelled-lines.ts';
import { excerpt, type ReadValue, type ReplyReader } from './reading.ts';
import { bareId } from '../bare-id.ts';

const listNames = ['operations', 'ops', 'delta', 'deltas', 'changes', 'updates', 'edits'];
const opNames = ['op', 'operation', 'action', 'type'];
const idNames = ['id', 'bullet_id', 'target', 'bullet'];
const idsNames = ['ids', 'bullet_ids', 'source_ids', 'bullets'];
const textNames = ['text', 'content', 'new_content', 'new_text', 'merged_text', 'advice', 'lesson'];
const sectionNames = ['section', 'section_name', 'header', 'category'];
const opOfName: { readonly [name: string]: Op['op'] } = {
  add: 'add',
  append: 'add',
  create: 'add',
  insert: 'add',
  new: 'add',
  update: 'update',
  modify: 'update',
  edit: 'update',
  replace: 'update',
  merge: 'merge',
  combine: 'merge',
  remove: 'remove',
  delete: 'remove',
};
const bulletTypes = ['strategy', 'error_pattern', 'tool_tip'] as const;

/** Reads the curator's replies. An op that cannot be read is an op all the same, `unknown`, so that it is rejected with a reason and recorded. */
export const deltaReader: ReplyReader<readonly Op[]> = { whole, items, lines };

function whole(value: unknown): ReadValue<readonly Op[]> | null {
  if (!isObject(value)) return null;
  const list = fieldOf(value, listNames);
  if (list === undefined || (typeof list.value !== 'object' && list.value !== undefined)) return null;
  const values =
    list.value === null || list.value === undefined ? [] : Array.isArray(list.value) ? list.value : [list.value];
  return { value: values.map(readOp), lost: [], alias: list.alias };
}

function items(values: readonly unknown[]): ReadValue<readonly Op[]> | null {
  const flat = values.flatMap((value) => (Array.isArray(value) ? value : [value]));
  const ops = flat.map(readOp);
  // An empty list changes nothing; values of which none is an op are something else.
  const isDelta = flat.length === 0 ? values.some(Array.isArray) : ops.some(({ op }) => op !== 'unknown');
  return isDelta ? { value: ops, lost: [], alias: false } : null;
}

function lines(text: string): ReadValue<readonly Op[]> | null {
  const ops = labelledLines(text).map(
    ({ type, text: advice }): Op => ({ op: 'add', section: '', text: advice, type, rationale: null }),
  );
  return ops.length === 0 ? null : { value: ops, lost: [], alias: false };
}

/** One op from what a model wrote: names in any case and in the spellings of the paper's code (`type: "ADD"`, `content`, `DELETE`) included. */
export function readOp(value: unknown): Op {
  return (isObject(value) ? readNamed(value) : null) ?? { op: 'unknown', found: excerpt(value) };
}

function readNamed(value: LooseObject): Op | null {
  const name = opNames
    .map((key) => looseKey(textField(value, [key]) ?? ''))
    .find((key) => Object.hasOwn(opOfName, key));
  if (name === undefined) return null;
  const op = opOfName[name]!;
  const text = textField(value, textNames) ?? '';
  const id = idOf(fieldOf(value, idNames)?.value);
  if (isPlaceholder(text) && op !== 'remove') return null;
  if (text !== '' && !hasWords(text)) return null;
  switch (op) {
    case 'add':
      return {
        op,
        section: textField(value, sectionNames) ?? '',
        text,
        type: typeOf(value),
        rationale: textField(value, ['rationale', 'reason', 'reasoning']),
      };
    case 'merge': {
      const ids = fieldOf(value, idsNames)?.value;
      return Array.isArray(ids) ? { op, ids: ids.flatMap((one) => idOf(one) ?? []), text } : null;
    }
    case 'update':
      return id === null ? null : { op, id, text };
    case 'remove':
      return id === null ? null : { op, id };
    case 'tag':
    case 'unknown':
      return null;
  }
}

/** `"calc-00001"`, `["calc-00001"]`, `{"id": "calc-00001"}`. */
function idOf(value: unknown): string | null {
  if (typeof value === 'string') return bareId(value);
  if (Array.isArray(value) && value.length === 1) return idOf(value[0]);
  return isObject(value) ? idOf(fieldOf(value, ['id', 'bullet_id'])?.value) : null;
}

/** Where `type` is the op's name, in the spelling of the paper's code, it is no type of bullet. */
function typeOf(value: LooseObject) {
  const named = [textField(value, ['type']), textField(value, ['bullet_type', 'kind'])].map((name) =>
    looseKey(name ?? ''),
  );
  return bulletTypes.find((type) => named.includes(looseKey(type))) ?? null;
}
