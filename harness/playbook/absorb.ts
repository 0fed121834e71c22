import type { Bullet } from './playbook.ts';

/** The bullet with the other's counters and lineage added: nothing that was counted is lost when two bullets become one. */
export function absorb(bullet: Bullet, other: Bullet): Bullet {
  return {
    ...bullet,
    helpful: bullet.helpful + other.helpful,
    harmful: bullet.harmful + other.harmful,
    used: bullet.used + other.used,
    lineage: [...bullet.lineage, ...other.lineage],
  };
}
