/** Lists the imports of every source file from its text. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

export type Import = {
  readonly file: string
  readonly specifier: string
  readonly ours: boolean
  readonly target: string
}

/** All source files below the given top-level folders, as paths from the root with forward slashes. */
export const sourceFiles = (...folders: readonly string[]): readonly string[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
  )

/** Removes comments, so that imports named in them don't count. */
const stripComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/[^\n]*/g, '$1')

const importPattern =
  /(?:^|[;\n])\s*(?:import|export)\s[^'"`;]*?\sfrom\s*['"]([^'"]+)['"]|(?:^|[;\n])\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g

const packageName = (specifier: string): string =>
  specifier.startsWith('@') ? specifier.split('/').slice(0, 2).join('/') : (specifier.split('/')[0] ?? specifier)

const known = new Map<string, readonly Import[]>()

export const listImports = (file: string): readonly Import[] => {
  const imports = known.get(file) ?? readImports(file)
  known.set(file, imports)
  return imports
}

const readImports = (file: string): readonly Import[] =>
  [...stripComments(readFileSync(join(root, file), 'utf8')).matchAll(importPattern)].map((match) => {
    const specifier = match[1] ?? match[2] ?? match[3] ?? ''
    const ours = specifier.startsWith('.')
    const target = ours ? normalize(join(dirname(file), specifier)).replaceAll('\\', '/') : packageName(specifier)
    return { file, specifier, ours, target }
  })

export const isThere = (path: string): boolean => existsSync(join(root, path))
