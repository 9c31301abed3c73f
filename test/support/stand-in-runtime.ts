/**
 * A folder laid out as Electron's runtime is, as far as electron-builder looks at it: for packing where no runtime is.
 *
 * Its program is no program. It holds the wire of fuses that the real one holds, so that flipping them can be seen.
 */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The marker that @electron/fuses searches a program for, then the wire's version, its length, and one character a fuse. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
/** As the runtime is published, by the order of `FuseV1Options`. */
const wire = '101100011'

export const makeStandInRuntime = (folder: string, version: string): void => {
  mkdirSync(path.join(folder, 'locales'), { recursive: true })
  mkdirSync(path.join(folder, 'resources'))
  const program = Buffer.concat([
    Buffer.from('\x7fELF'),
    Buffer.alloc(64),
    Buffer.from(SENTINEL),
    Buffer.from([1, wire.length]),
    Buffer.from(wire),
    Buffer.alloc(64),
  ])
  writeFileSync(path.join(folder, 'electron'), program)
  chmodSync(path.join(folder, 'electron'), 0o755)
  writeFileSync(path.join(folder, 'locales/en-US.pak'), '')
  writeFileSync(path.join(folder, 'version'), version)
}
