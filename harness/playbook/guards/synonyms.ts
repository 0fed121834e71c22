import { stemOf } from './words.ts';

// Words that a light rewording exchanges: general English, as instructions use it.
const table = `
use apply employ utilise utilize take
choose pick select prefer take
check verify validate confirm ensure
remove delete drop erase strip
get fetch retrieve read obtain load take
make create build construct generate produce
put place insert write set
show display present print
keep retain preserve leave
change modify alter edit update
call invoke request
find locate search look
begin start commence
end finish stop complete
send submit post
return give yield
error failure fault exception
fix repair correct mend
need require
include contain add
state specify give name mention
calculate compute derive determine
convert transform turn translate
treat consider regard count handle process
divide split
compare match
page paging paginate pagination
answer reply respond response
mail email message
newest latest
oldest earliest
big large
small little
quick fast
often frequently
all every each any
whole entire full complete
parameter argument
field attribute property column
row record entry line
list array
key id identifier
folder directory
file document
user customer client
task job
result output
limit maximum cap
value amount
allow permit
avoid prevent
when if whenever once
after once
before until
because since as
by via through with using
on upon
within inside in
about on
beneath under below
above over
only solely exclusively just
always
must
per each
`;

const groups: ReadonlyMap<string, ReadonlySet<number>> = readTable(table);

/** True where two stems can mean the same in an instruction. */
export function areSynonyms(one: string, other: string): boolean {
  if (one === other) return true;
  const [first, second] = [groups.get(one), groups.get(other)];
  if (first === undefined || second === undefined) return false;
  for (const group of first) if (second.has(group)) return true;
  return false;
}

function readTable(lines: string): ReadonlyMap<string, ReadonlySet<number>> {
  const found = new Map<string, Set<number>>();
  for (const [group, line] of lines.trim().split('\n').entries()) {
    for (const text of line.split(' ')) {
      const stem = stemOf(text);
      const known = found.get(stem);
      if (known === undefined) found.set(stem, new Set([group]));
      else known.add(group);
    }
  }
  return found;
}
