/**
 * Puts each style sheet of the window into the layer of its folder: base, then ui, then feature. So a feature's rule wins over
 * a component's, whatever chunk loads first and however specific the selectors are.
 */
import path from 'node:path'
import type { Plugin } from 'vite'

const layerFor = (name: string): string | undefined => {
  if (name.startsWith('..') || name === 'ui/base/tokens.css') return undefined
  if (name === 'ui/base/base.css') return 'base'
  return name.startsWith('ui/') ? 'ui' : 'feature'
}

/** `folder` is the renderer's. The caller passes it, because a bundled configuration doesn't know where this file was. */
export const cssLayers = (folder: string): Plugin => ({
  name: 'css-layers',
  enforce: 'pre',
  transform: (code, id) => {
    const file = id.split('?')[0] ?? id
    const layer = file.endsWith('.css') ? layerFor(path.relative(folder, file).replaceAll('\\', '/')) : undefined
    return layer === undefined ? undefined : { code: `@layer ${layer} {\n${code}\n}`, map: null }
  },
})
