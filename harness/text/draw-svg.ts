import type { TopLevelSpec } from 'vega-lite';

/** A Vega-Lite drawing as SVG text, without a DOM. Both libraries are loaded here, since they are large and few commands draw. */
export async function drawSvg(spec: TopLevelSpec): Promise<string> {
  const [vega, { compile }] = await Promise.all([import('vega'), import('vega-lite')]);
  const view = new vega.View(vega.parse(compile(spec).spec), { renderer: 'none' });
  try {
    return await view.toSVG();
  } finally {
    view.finalize();
  }
}
