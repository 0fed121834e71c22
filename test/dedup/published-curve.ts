/**
 * Share of its bullets that a bare threshold merges in one pass, of ACE's published offline playbook for AppWorld without ground truth
 * (github.com/ace-agent/ace-appworld, Apache-2.0), in its own order: what `dedup curve` says of the file.
 */
export const publishedCurve = {
  bullets: 318,
  thresholds: [0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.6],
  shares: {
    minilm: [0.129, 0.204, 0.358, 0.469, 0.56, 0.667, 0.777],
    hash: [0.079, 0.157, 0.22, 0.346, 0.415, 0.503, 0.67],
  },
} as const;
