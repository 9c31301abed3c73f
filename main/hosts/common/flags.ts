/**
 * The flags both hosts and the launcher understand, and the one place where they are read.
 *
 * `--flag=value` and `--flag value` mean the same. Nothing is started and nothing is written on a wrong flag: whoever
 * mistyped `--data-dir` must not find a second shop in the default folder.
 */
import path from 'node:path'

export type HostKind = 'electron' | 'local'

export type Flags = {
  readonly host: HostKind | undefined
  /** The port of the local host; 0 picks a free one. */
  readonly port: number
  /** Absolute, or undefined for the usual folder of this system. */
  readonly dataDir: string | undefined
  /** A profile file (JSON, without secrets), absolute; undefined opens the practice shop. */
  readonly connection: string | undefined
  /** Whether the local host opens the browser by itself. */
  readonly open: boolean
  readonly help: boolean
}

export type ParsedFlags =
  | { readonly ok: true; readonly flags: Flags }
  | { readonly ok: false; readonly sentence: string }

export const usage = `Usage: npm start -- [flags]

  --host=electron|local  the desktop window, or the same app in your browser; without it, what can be had
  --port=N               the port of the local host; 0 picks a free one (default 0)
  --data-dir=DIR         the folder that holds everything Stallhand keeps
  --connection=FILE      a connection profile (JSON, without secrets); without it, the practice shop
  --no-open              do not open the browser, only print the address
  --help                 this text`

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** How one flag takes its value: a sentence when the value is wrong, undefined when it was taken. */
type Take = (flags: Mutable<Flags>, value: string, cwd: string) => string | undefined

const withValue: Readonly<Record<string, Take>> = {
  '--host': (flags, value) => {
    if (value !== 'electron' && value !== 'local') {
      return `--host is "${value}". Use --host=electron for the desktop window or --host=local for the browser.`
    }
    flags.host = value
    return undefined
  },
  '--port': (flags, value) => {
    if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) {
      return `--port is "${value}". Use a whole number from 0 to 65535, such as --port=8484; 0 picks a free one.`
    }
    flags.port = Number(value)
    return undefined
  },
  '--data-dir': (flags, value, cwd) => {
    if (value === '') return '--data-dir is empty. Name a folder, such as --data-dir=./my-shop.'
    flags.dataDir = path.resolve(cwd, value)
    return undefined
  },
  '--connection': (flags, value, cwd) => {
    if (value === '') return '--connection is empty. Name a profile file, such as --connection=./my-shop.json.'
    flags.connection = path.resolve(cwd, value)
    return undefined
  },
}

const withoutValue: Readonly<Record<string, (flags: Mutable<Flags>) => void>> = {
  '--no-open': (flags) => {
    flags.open = false
  },
  '--help': (flags) => {
    flags.help = true
  },
}

const known = [...Object.keys(withValue), ...Object.keys(withoutValue)].join(', ')

/**
 * Reads the arguments after the program's name.
 *
 * `unknown: 'ignore'` is for Electron alone, whose command line also holds switches of Chromium. Relative paths are taken
 * from `cwd`. A flag given twice is refused: the reader and the writer of such a line may mean different ones.
 */
export const parseFlags = (
  argv: readonly string[],
  options: { readonly cwd: string; readonly unknown: 'reject' | 'ignore' },
): ParsedFlags => {
  const flags: Mutable<Flags> = {
    host: undefined,
    port: 0,
    dataDir: undefined,
    connection: undefined,
    open: true,
    help: false,
  }
  const seen = new Set<string>()
  const wrong = (sentence: string): ParsedFlags => ({ ok: false, sentence })

  for (let index = 0; index < argv.length; index += 1) {
    const argument = argv[index] ?? ''
    const equals = argument.indexOf('=')
    const name = argument.startsWith('--') && equals > 0 ? argument.slice(0, equals) : argument
    const take = Object.hasOwn(withValue, name) ? withValue[name] : undefined
    const set = Object.hasOwn(withoutValue, name) ? withoutValue[name] : undefined
    if (take === undefined && set === undefined) {
      if (options.unknown === 'ignore') continue
      return wrong(`Stallhand does not know "${argument}". It takes ${known}.`)
    }
    if (seen.has(name)) return wrong(`${name} is given twice. Give it once.`)
    seen.add(name)
    if (set !== undefined) {
      if (equals > 0) return wrong(`${name} takes no value. Write it alone, as ${name}.`)
      set(flags)
    } else if (take !== undefined) {
      let value: string | undefined
      if (equals > 0) value = argument.slice(equals + 1)
      else {
        const next = argv[index + 1]
        if (next === undefined || next.startsWith('--')) return wrong(`${name} needs a value, as in ${name}=….`)
        value = next
        index += 1
      }
      const problem = take(flags, value, options.cwd)
      if (problem !== undefined) return wrong(problem)
    }
  }
  return { ok: true, flags }
}
