import { stemOf } from './words.ts';

// Each entry is two words of opposite meaning, or several of the same side with `|`: general English, as instructions use it.
const table = `
include|contain exclude|omit|skip
before after|afterwards
always never
all|every|each|any none|no
all|every|each some
all|every|each only
ascending descending
ascend descend
first last
earliest|oldest latest|newest
earlier|sooner later
older newer
old new
early late
previous|preceding|prior next|following|subsequent
enable disable
enabled disabled
above|over below|under
above beneath
at-least at-most
least most
more less|fewer
minimum maximum
minimal maximal
min max
lowest|smallest|fewest highest|largest|greatest|most
lower|smaller higher|larger|greater|bigger
lower|reduce|decrease|shrink raise|increase|grow
decrement increment
low high
small|little large|big
short long
shorter longer
shortest longest
add|insert remove|delete|drop|subtract|deduct
attach detach
allow|permit|accept deny|forbid|prohibit|refuse|reject|block
allowed|permitted forbidden|prohibited
approve reject
success failure|error
succeed fail
successful failed
pass fail
open close|closed
opening closing
opened closed
start|begin end|stop|finish
beginning end
inner outer
internal external
inside outside
inward outward
required|mandatory|obligatory optional
require forbid
same|equal|identical different|unequal|distinct
local remote
read write
reader writer
import export
input output
incoming outgoing
inbound outbound
upload download
push pull
send receive
sender recipient|receiver
send fetch
buy sell
buyer seller
purchase sale
debit credit
asset liability
income|revenue|gain|profit expense|cost|loss
payable receivable
borrow lend
deposit withdraw
gross net
fixed variable
positive negative
plus minus
multiply divide
multiplied divided
numerator denominator
up down
upper lower
uppercase lowercase
top bottom
left right
front back
forward|forwards backward|backwards
vertical horizontal
row column
parent child
ancestor descendant
superclass subclass
client server
producer consumer
primary secondary
public private
visible|shown hidden|invisible
show hide
display hide
known unknown
valid invalid
complete incomplete|partial
correct incorrect|wrong
right wrong
true false
yes no
on off
active inactive
active passive
online offline
synchronous asynchronous
sync async
static dynamic
mutable immutable
stateful stateless
sorted unsorted
ordered unordered
signed unsigned
paid unpaid
empty full|nonempty
present absent|missing
with without
lock unlock
encrypt decrypt
encode decode
compress decompress|expand
serialize deserialize
connect disconnect
install uninstall
mount unmount
subscribe unsubscribe
follow unfollow
load unload
commit rollback
upgrade downgrade
accelerate slow
fast|quick slow
faster|quicker slower
hot cold
warm cold
light dark
strong weak
strict lenient
strict loose
hard soft
deep shallow
wide narrow
broad narrow
thick thin
safe unsafe|dangerous
easy hard|difficult
simple complex
single multiple|several
single double
singular plural
once repeatedly
unique duplicate
often rarely|seldom
frequent rare
sequential|serial parallel|concurrent
continue stop
continue abort
proceed abort
resume pause
keep|retain|preserve|store discard|remove|delete|drop
keep overwrite|replace
save discard
create|make delete|destroy
join|combine|merge split|separate
together separately
union intersection
expand collapse
grant revoke
trust distrust
ignore|disregard consider|heed|respect
use avoid
agree disagree
confirm cancel
question answer
ask tell
human machine
manual|manually automatic|automatically
explicit implicit
direct|directly indirect|indirectly
absolute relative
domestic|national foreign|international
inclusive exclusive
including excluding|except
greater less
gt lt
actual|actually estimated
real fake
actual expected
source destination|target
origin destination
head tail
prefix suffix
leading trailing
prepend append
past future
yesterday tomorrow
morning evening
day night
weekday weekend
daily weekly
daily monthly
monthly yearly|annually
temporary permanent
current former
current previous
debug release
staging production
test production
eager lazy
blacklist whitelist
allowlist denylist
ceiling floor
ceil floor
formal informal
if|when unless
`;

/** For each stem its opposites. */
const opposites: ReadonlyMap<string, ReadonlySet<string>> = readTable(table);

/** True for a stem that has an opposite. */
export function hasOpposite(stem: string): boolean {
  return opposites.has(stem);
}

/** True where each of two stems means the opposite of the other. */
export function areOpposites(one: string, other: string): boolean {
  return opposites.get(one)?.has(other) ?? false;
}

function readTable(lines: string): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const add = (from: string, to: string) => {
    const known = found.get(from);
    if (known === undefined) found.set(from, new Set([to]));
    else known.add(to);
  };
  for (const line of lines.trim().split('\n')) {
    const [left, right] = line.split(' ').map((side) => side.split('|').map((text) => stemOf(text)));
    for (const one of left!) {
      for (const other of right!) {
        add(one, other);
        add(other, one);
      }
    }
  }
  return found;
}
