import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isThere, listImports, root, sourceFiles } from './imports.ts'
import { type Layer, layers } from './layers.ts'

const files = sourceFiles('shared', 'main', 'preload', 'renderer')

const covers = (folder: string, path: string): boolean => path === folder || path.startsWith(`${folder}/`)

const findLayer = (file: string): Layer | undefined =>
  layers.filter((layer) => covers(layer.folder, file)).sort((a, b) => b.folder.length - a.folder.length)[0]

const allowed = ({ ground = [], mayImport }: Layer): readonly string[] => [...ground, ...mayImport]

/** Everything that a layer's files import, except the layer itself. */
const importsBy = (layer: Layer): readonly string[] =>
  files
    .filter((file) => findLayer(file) === layer)
    .flatMap(listImports)
    .filter((one) => !one.ours || !covers(layer.folder, one.target))
    .map((one) => one.target)

const isNode = (specifier: string): boolean => specifier.startsWith('node:')

/** Files of renderer and shared, which run in a window and may not use Node. */
const mayUseNode = (file: string): boolean => file.startsWith('main/')

describe('the layers', () => {
  it('reads the files it checks', () => {
    expect(files.length).toBeGreaterThan(50)
    expect(files.flatMap(listImports).filter((one) => one.ours).length).toBeGreaterThan(100)
  })

  it('has a layer for every file', () => {
    expect(files.filter((file) => findLayer(file) === undefined)).toEqual([])
  })

  it('has no layer without a layers folder', () => {
    expect(layers.filter((layer) => !isThere(layer.folder)).map((layer) => layer.folder)).toEqual([])
  })

  it('lets a layer import what is below it and never a neighbour', () => {
    const wrong = files.flatMap((file) => {
      const layer = findLayer(file)
      if (layer === undefined) return []
      return listImports(file)
        .filter((one) => one.ours)
        .filter(
          (one) => !covers(layer.folder, one.target) && !allowed(layer).some((folder) => covers(folder, one.target)),
        )
        .map((one) => `${file} imports ${one.target}`)
    })
    expect(wrong).toEqual([])
  })

  it('has no unused allowance', () => {
    const unused = layers.flatMap((layer) => {
      const targets = importsBy(layer)
      const paths = layer.mayImport.filter((path) => !targets.some((target) => covers(path, target)))
      const packages = layer.packages.filter((name) => name !== '*' && !targets.includes(name))
      return [...paths, ...packages].map((name) => `${layer.folder} does not use ${name}`)
    })
    const grounds = [...new Set(layers.flatMap(({ ground }) => (ground === undefined ? [] : [ground])))]
    const unusedGround = grounds.flatMap((ground) => {
      const targets = layers.filter((layer) => layer.ground === ground).flatMap(importsBy)
      return ground.filter((path) => !targets.some((target) => covers(path, target))).map((path) => `a ground: ${path}`)
    })
    expect([...unused, ...unusedGround]).toEqual([])
  })

  it('has no cycle and no import upwards', () => {
    const order = layers.map(({ folder }) => folder)
    const upward = layers.flatMap((layer) =>
      importsBy(layer)
        .map(findLayer)
        .filter((other) => other !== undefined && order.indexOf(other.folder) > order.indexOf(layer.folder))
        .map((other) => `${layer.folder} imports ${other?.folder}`),
    )
    expect(upward).toEqual([])
  })

  it('lets each layer use its own npm packages and no others', () => {
    const wrong = files.flatMap((file) => {
      const layer = findLayer(file)
      if (layer === undefined || layer.packages.includes('*')) return []
      return listImports(file)
        .filter((one) => !one.ours && !isNode(one.specifier))
        .filter((one) => !layer.packages.includes(one.target))
        .map((one) => `${file} uses ${one.target}`)
    })
    expect(wrong).toEqual([])
  })

  it('keeps Node out of the window and of shared', () => {
    const wrong = files
      .filter((file) => !mayUseNode(file))
      .flatMap(listImports)
      .filter((one) => isNode(one.specifier))
      .map((one) => `${one.file} imports ${one.specifier}`)
    expect(wrong).toEqual([])
  })

  it('imports electron and electron-store only in the Electron host and the preload', () => {
    const users = files
      .flatMap(listImports)
      .filter((one) => one.target === 'electron' || one.target === 'electron-store')
      .map((one) => one.file)
    expect(users.filter((file) => !covers('main/hosts/electron', file) && !covers('preload', file))).toEqual([])
  })

  it('sends only through undici: Node’s own clients call only this computer', () => {
    const ownClient = /import \{[^}]*\b(?:request|get|Agent)\b[^}]*\} from 'node:https?'|(?<![\w.])fetch\(/
    const users = files
      .filter((file) => covers('main', file) && !covers('main/practice', file))
      .filter((file) => ownClient.test(readFileSync(join(root, file), 'utf8')))
    expect(users.toSorted()).toEqual([
      // Requests an address from the Stallhand that is already running.
      'main/hosts/local/second-start.ts',
      // Replays a notification to the receiver.
      'main/notifications/log/replayer.ts',
      // Checks that the receiver answers on its own port.
      'main/notifications/receiver/loopback.ts',
    ])
    const undici = files.flatMap(listImports).filter(({ target }) => target === 'undici')
    expect(undici.map(({ file }) => file)).toEqual(['main/http/undici-send.ts'])
  })

  it('waits in main only by the clock, so that what waits ends with the run', () => {
    const ownTimer =
      /(?<!\.)\bset(?:Timeout|Interval)\(|import \{[^}]*\bset(?:Timeout|Interval)\b[^}]*\} from 'node:timers/
    const users = files
      .filter((file) => covers('main', file) && !covers('main/practice', file) && !covers('main/hosts', file))
      .filter((file) => ownTimer.test(readFileSync(join(root, file), 'utf8')))
    // The deadline of a request, which the request clears.
    expect(users).toEqual(['main/http/undici-send.ts'])
  })

  it('names every package it uses in package.json', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>
      devDependencies: Record<string, string>
      optionalDependencies: Record<string, string>
    }
    const { dependencies, devDependencies, optionalDependencies } = manifest
    const known = new Set(Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }))
    const unknown = files
      .flatMap(listImports)
      .filter((one) => !one.ours && !isNode(one.specifier) && !known.has(one.target))
      .map((one) => `${one.file} uses ${one.target}`)
    expect(unknown).toEqual([])
  })

  it('formats numbers and dates in the chosen language', () => {
    const unchosen = /\.toLocale(?:Date|Time)?String\(\)|new Intl\.\w+Format\((?:undefined|\))/
    const wrong = files
      .filter((file) => file.startsWith('renderer/'))
      .filter((file) => unchosen.test(readFileSync(join(root, file), 'utf8')))
    expect(wrong, 'renderer/ui/format/locale-format.ts formats them').toEqual([])
  })

  it('shows the failure of every command in the window', () => {
    const silent = files
      .filter((file) => file.startsWith('renderer/'))
      .flatMap((file) => {
        const text = readFileSync(join(root, file), 'utf8')
        return [...text.matchAll(/const (\w+) = useApiMutation\('(\w+)', '(\w+)'\)/g)]
          .filter(([, name]) => {
            const isRead = new RegExp(`\\b${name}\\.(?:error|isError|mutateAsync)\\b`).test(text)
            const isHandled = new RegExp(`\\b${name}\\.mutate\\([^;]*\\bonError:`).test(text)
            const isHandedOn = new RegExp(`(?:[[,({]\\s*|=\\{)${name}\\s*[\\],})]`).test(text)
            return !isRead && !isHandled && !isHandedOn
          })
          .map(
            ([, , feature, command]) =>
              `${file} does not show why ${feature}.${command} failed: useReportedMutation does`,
          )
      })
    expect(silent).toEqual([])
  })

  it('has wire names only where they are derived', () => {
    const features = 'app|connection|inventory|mapping|messaging|notifications|practice'
    const typed = files
      .filter((file) => !file.startsWith('renderer/api/') && !file.startsWith('main/practice/'))
      .filter((file) =>
        new RegExp(`\\.call\\(\\s*['"\`](?:${features})\\.`).test(readFileSync(join(root, file), 'utf8')),
      )
    expect(typed).toEqual([])
  })

  it('checks which platform it is only in the platform records and the adapters', () => {
    const mayKnow =
      /^shared\/connection\/platforms\.ts$|^main\/connection\/old-profiles\.ts$|^main\/practice\/|\/platform\//
    // A tone of the window is called `neutral` too.
    const asks = /['"`]ebay['"`]|platform.*['"`]neutral['"`]|\bplatforms\.(?:ebay|neutral)\b/i
    const wrong = files
      .filter((file) => !mayKnow.test(file))
      .filter((file) => asks.test(readFileSync(join(root, file), 'utf8')))
    expect(wrong, 'put what differs into the record of the platform').toEqual([])
  })
})
