/**
 * A stand-in for Electron's runtime folder, with everything electron-builder checks, for packing without a runtime.
 *
 * Its program can't run. It contains the fuse wire of the real one, so a test can check which fuses were flipped.
 */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The marker that @electron/fuses searches for. The wire's version, its length and one character per fuse follow it. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
/** The published runtime's fuses, in the order of `FuseV1Options`. */
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
