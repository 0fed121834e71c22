import type { Family } from './family.ts';
import { awards } from './families/awards.ts';
import { credit } from './families/credit.ts';
import { deals } from './families/deals.ts';
import { leases } from './families/leases.ts';
import { losses } from './families/losses.ts';
import { notes } from './families/notes.ts';
import { rates } from './families/rates.ts';
import { revenue } from './families/revenue.ts';

export const families: readonly Family[] = [awards, credit, deals, leases, losses, notes, rates, revenue];
