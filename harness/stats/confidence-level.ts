/** Of every interval that ace-bench prints. */
export const confidenceLevel = 0.95;
