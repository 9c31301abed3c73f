/**
 * Collects the licences of the packages in a bundle while it is built: each licence must go wherever the code goes.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { licenceTerms } from './licence-terms.ts'

/** The folder of the package that contains a module; undefined for Stallhand's own modules. */
export const findPackageFolder = (moduleId: string): string | undefined => {
  const id = moduleId.replaceAll('\\', '/').replace(/^\0/, '').split('?')[0] ?? ''
  const at = id.lastIndexOf('/node_modules/')
  if (at < 0) return undefined
  const rest = id.slice(at + '/node_modules/'.length).split('/')
  const name = rest[0]?.startsWith('@') ? rest.slice(0, 2) : rest.slice(0, 1)
  return `${id.slice(0, at)}/node_modules/${name.join('/')}`
}

/**
 * The licence of the package in `folder`: its own text, else the standard terms of the licence that it names.
 *
 * Throws if there is neither: no package is shipped without its licence.
 */
export const readLicence = (folder: string): string => {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    readonly name: string
    readonly version: string
    readonly license?: string
    readonly author?: string | { readonly name: string }
  }
  const { name, version, license, author } = manifest
  const title = `${name} ${version} (${license ?? 'see below'})`
  const file = readdirSync(folder).find((each) => /^(licen[cs]e|copying)(\.|-|$)/i.test(each))
  const readTerms = (): string => {
    const terms = licenceTerms[license ?? '']
    if (terms === undefined) throw new Error(`${title} holds no licence text. Add its terms to licence-terms.ts.`)
    const holder = (typeof author === 'object' ? author.name : author) ?? `the authors of ${name}`
    return `Copyright (c) ${holder}\n\n${terms}`
  }
  const text = file === undefined ? readTerms() : readFileSync(path.join(folder, file), 'utf8').trim()
  return `${title}\n${'-'.repeat(title.length)}\n${text}\n`
}

/** Writes `licences.txt` beside the bundle. */
export const licences = (): Plugin => {
  let root = ''
  return {
    name: 'stallhand-licences',
    configResolved(config) {
      root = config.root
    },
    generateBundle(_options, bundle) {
      const folders = new Set<string>()
      // Only style sheets name fonts, so fonts aren't modules. Their original file, relative to vite's root, leads to the package.
      const files = Object.values(bundle).flatMap((part) => (part.type === 'asset' ? part.originalFileNames : []))
      for (const id of [...this.getModuleIds(), ...files.map((file) => path.resolve(root, file))]) {
        const folder = findPackageFolder(id)
        if (folder !== undefined && existsSync(path.join(folder, 'package.json'))) folders.add(folder)
      }
      const source = [...folders].map(readLicence).toSorted().join('\n\n')
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source })
    },
  }
}
