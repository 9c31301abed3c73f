/**
 * Puts each style sheet of the window into the layer of its folder: base, then ui, then feature. So a feature's rule wins over
 * a component's, whatever chunk loads first and however specific the selectors are.
 */
import path from 'node:path'
import type { Plugin } from 'vite'

const layerFor = (file: string): string | undefined => {
  const name = path.relative(path.join(import.meta.dirname, '../renderer'), file).replaceAll('\\', '/')
  if (name.startsWith('..') || name === 'ui/tokens.css') return undefined
  if (name === 'ui/base.css') return 'base'
  return name.startsWith('ui/') ? 'ui' : 'feature'
}

export const cssLayers = (): Plugin => ({
  name: 'css-layers',
  enforce: 'pre',
  transform: (code, id) => {
    const file = id.split('?')[0] ?? id
    const layer = file.endsWith('.css') ? layerFor(file) : undefined
    return layer === undefined ? undefined : { code: `@layer ${layer} {\n${code}\n}`, map: null }
  },
})
