import { describe, expect, it } from 'vitest';
import { findSection, sectionKey, sectionSlug, withSection } from '../../harness/playbook/section-key.ts';

describe('findSection()', () => {
  it.each([
    ['problem_solving_heuristics', 'PROBLEM-SOLVING HEURISTICS'],
    ['Problem solving heuristics', 'PROBLEM-SOLVING HEURISTICS'],
    ['formulas_and_calculations', 'FORMULAS & CALCULATIONS'],
    ['R&D', 'R and D'],
    ['troubleshooting_and_pitfalls', 'TROUBLESHOOTING AND PITFALLS:'],
    ['ÜBERSCHRIFT', 'U\u0308berschrift'],
    ['सुझाव', '  सुझाव '],
  ])('meets %s with %s', (name, header) => {
    expect(findSection(['OTHERS', header], name)).toBe(header);
  });

  it('is null for a section that is not there', () => {
    expect(findSection(['OTHERS'], 'other')).toBeNull();
    expect(findSection(['***'], '+++')).toBeNull();
    expect(findSection(['सुझाव'], 'सुझावे')).toBeNull();
    expect(findSection([], '')).toBeNull();
  });
});

describe('sectionKey()', () => {
  it('has words apart by one blank', () => {
    expect(sectionKey(' A_b--C & d! ')).toBe('a b c and d');
  });
});

describe('withSection()', () => {
  it('adds a header once, whatever its spelling', () => {
    expect(withSection(withSection(['A B'], 'a_b'), 'C')).toEqual(['A B', 'C']);
  });
});

describe('sectionSlug()', () => {
  it.each([
    ['STRATEGIES AND INSIGHTS', 'si'],
    ['PROBLEM-SOLVING HEURISTICS', 'psh'],
    ['OTHERS', 'oth'],
    ['THE', 'sec'],
    ['规则', 'sec'],
    ['one two three four five six seven', 'ottff'],
  ])('of %s is %s', (header, slug) => {
    expect(sectionSlug(header)).toBe(slug);
  });
});
