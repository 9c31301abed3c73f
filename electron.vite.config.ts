/**
 * How the sources become `out/`: two entries of main and a program of the local host, one preload, one renderer.
 *
 * Everything is bundled but Electron and what Node brings, so that the packaged archive holds no node_modules: what runs
 * is what was built and tested.
 */
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { cssLayers } from './packaging/css-layers.ts'
import { licences } from './packaging/licences.ts'

const here = import.meta.dirname

export default defineConfig({
  main: {
    plugins: [licences()],
    build: {
      outDir: path.join(here, 'out/main'),
      externalizeDeps: false,
      target: 'node24',
      minify: false,
      sourcemap: true,
      reportCompressedSize: false,
      rolldownOptions: {
        input: {
          electron: path.join(here, 'main/hosts/electron/index.ts'),
          local: path.join(here, 'main/hosts/local/index.ts'),
          'key-ring': path.join(here, 'main/hosts/local/key-ring-program.ts'),
        },
        // A native module. Only the key ring's program asks for it, which is not packaged.
        external: ['@napi-rs/keyring'],
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          // What both hosts use goes into one file, named after its content.
          codeSplitting: { groups: [{ name: 'core', minShareCount: 2 }] },
        },
      },
    },
  },
  preload: {
    build: {
      outDir: path.join(here, 'out/preload'),
      externalizeDeps: false,
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: { index: path.join(here, 'preload/index.ts') },
        // A sandboxed preload is one CommonJS file that can ask for nothing but `electron`.
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  },
  renderer: {
    root: path.join(here, 'renderer'),
    base: './',
    plugins: [cssLayers(path.join(here, 'renderer')), react(), licences()],
    build: {
      outDir: path.join(here, 'out/renderer'),
      // The policy allows no inline script and no inline style: whatever is loaded is a file of our own.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      target: 'chrome140',
      minify: true,
      reportCompressedSize: false,
      rolldownOptions: {
        input: path.join(here, 'renderer/index.html'),
        output: {
          // Every file costs a request: one for what the window starts with, one for what several screens share.
          codeSplitting: {
            groups: [
              { name: 'start', tags: ['$initial'], priority: 2 },
              { name: 'editor', test: /[\\/]@(codemirror|lezer)[\\/]/, minShareCount: 2, priority: 1 },
              // Loaded with an item; the first screens need no HTML parser.
              {
                name: 'description',
                test: /[\\/](htmlparser2|entities)[\\/]|description-tree/,
                minShareCount: 2,
                priority: 1,
              },
              { name: 'shared', minShareCount: 2 },
            ],
          },
        },
      },
    },
  },
})
