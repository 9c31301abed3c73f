/** Serves or builds the gallery of components. */
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { cssLayers } from '../../packaging/css-layers.ts'

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [cssLayers(path.join(import.meta.dirname, '../../renderer')), react()],
  server: { host: '127.0.0.1', open: false },
  preview: { host: '127.0.0.1' },
  build: { outDir: '../../out/gallery', emptyOutDir: true, reportCompressedSize: false },
})
