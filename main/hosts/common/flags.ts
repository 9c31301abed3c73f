/**
 * The command-line flags of both hosts and the launcher.
 *
 * A wrong flag starts nothing and writes nothing: a typo in `--data-dir` must not create a second shop in the default
 * folder.
 */
import path from 'node:path'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'

type HostKind = 'electron' | 'local'

export type Flags = {
  readonly host: HostKind | undefined
  /** The local host's port; 0 picks a free one. */
  readonly port: number
  /** Absolute; undefined for the system's usual folder. */
  readonly dataDir: string | undefined
  /** The absolute path of a profile file; undefined for the last open connection. */
  readonly connection: string | undefined
  /** Whether the local host opens the browser. */
  readonly open: boolean
  /** Whether the local host keeps secrets in the system's key ring. */
  readonly keyRing: boolean
  readonly help: boolean
}

/** Whether the program was started by an assistant, to ask the running app: `stallhand mcp`. */
export const isMcpRun = (args: readonly string[]): boolean => args.find((arg) => !arg.startsWith('-')) === 'mcp'

type ParsedFlags = { readonly ok: true; readonly flags: Flags } | { readonly ok: false; readonly sentence: string }

export const usage = `Usage: npm start -- [flags]
       stallhand mcp    what an assistant starts, see docs/assistants.md

  --host=electron|local  the desktop window, or the same app in your browser (default: what is available)
  --port=N               the port of the local host; 0 picks a free one (default 0)
  --data-dir=DIR         the folder that holds all of Stallhand’s data
  --connection=FILE      a connection profile (JSON, without secrets)
  --no-open              don’t open the browser, only print the address
  --no-key-ring          in a browser, keep secrets in memory only, not with the system’s key ring
  --help                 this text`

const options: ParseArgsOptionsConfig = {
  host: { type: 'string' },
  port: { type: 'string' },
  'data-dir': { type: 'string' },
  connection: { type: 'string' },
  'no-open': { type: 'boolean' },
  'no-key-ring': { type: 'boolean' },
  help: { type: 'boolean' },
}
const knownFlags = Object.keys(options)
  .map((name) => `--${name}`)
  .join(', ')

/** What to do instead of a flag that a new user may try, by its name. */
const practiceOnEbay = 'For a practice shop on eBay, start without it and choose “Add eBay practice shop” in Settings.'
const remedies: Readonly<Record<string, string>> = { platform: practiceOnEbay, practice: practiceOnEbay }

/**
 * The flags that npm took for its own because `--` was missing, as in `npm start --port=8484`. npm passes them on as
 * `npm_config_port`: https://docs.npmjs.com/cli/v11/using-npm/config#environment-variables
 */
const findFlagsKeptByNpm = (env: Readonly<Record<string, string | undefined>>): readonly string[] =>
  Object.entries(options).flatMap(([name, { type }]) => {
    if (name === 'help') return []
    const value = env[`npm_config_${name.replace(/^no-/, '').replaceAll('-', '_')}`]
    if (value === undefined) return []
    if (type === 'boolean') return value === '' ? [`--${name}`] : []
    return [value === 'true' ? `--${name}=…` : `--${name}=${value}`]
  })

/** The sentence about flags that never reached Stallhand; undefined if there are none. */
export const findLostFlags = (env: Readonly<Record<string, string | undefined>>): string | undefined => {
  const lost = findFlagsKeptByNpm(env)
  if (env.npm_lifecycle_event === undefined || lost.length === 0) return undefined
  return `npm kept ${lost.join(' ')} for itself, so Stallhand did not start. Write “--” before the flags: npm start -- ${lost.join(' ')}`
}

/** The problem with a flag's value; undefined if it is valid. */
const findProblem = (name: string, value: string): string | undefined => {
  if (name === 'host' && value !== 'electron' && value !== 'local') {
    return `--host is “${value}”. Use --host=electron for the desktop window or --host=local for the browser.`
  }
  if (name === 'port' && (!/^\d{1,5}$/.test(value) || Number(value) > 65_535)) {
    return `--port is “${value}”. Use a whole number from 0 to 65535, such as --port=8484; 0 picks a free one.`
  }
  if (name === 'data-dir' && value === '') return '--data-dir is empty. Name a folder, such as --data-dir=./my-shop.'
  if (name === 'connection' && value === '') {
    return '--connection is empty. Name a profile file, such as --connection=./my-shop.json.'
  }
  return undefined
}

/**
 * Parses the arguments after the program's name. Resolves relative paths against `cwd`.
 *
 * `unknown: 'ignore'` is for Electron, whose command line also contains Chromium's switches. Refuses a flag given
 * twice.
 */
export const parseFlags = (
  argv: readonly string[],
  { cwd, unknown }: { readonly cwd: string; readonly unknown: 'reject' | 'ignore' },
): ParsedFlags => {
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, tokens: true })
  const values = new Map<string, string>()
  for (const token of tokens) {
    const isKnown = token.kind === 'option' && Object.hasOwn(options, token.name) && token.rawName.startsWith('--')
    if (!isKnown) {
      if (unknown === 'ignore') continue
      const remedy = token.kind === 'option' ? remedies[token.name] : undefined
      const sentence = [`Stallhand doesn’t know “${argv[token.index]}”.`, remedy, `Known flags: ${knownFlags}.`]
      return { ok: false, sentence: sentence.filter((each) => each !== undefined).join(' ') }
    }
    const { name, value, rawName } = token
    if (values.has(name)) return { ok: false, sentence: `${rawName} is given twice. Give it once.` }
    if (options[name]?.type === 'boolean') {
      if (value !== undefined) return { ok: false, sentence: `${rawName} takes no value. Write only ${rawName}.` }
    } else if (value === undefined || (!token.inlineValue && value.startsWith('--'))) {
      return { ok: false, sentence: `${rawName} needs a value, as in ${rawName}=….` }
    }
    const problem = value === undefined ? undefined : findProblem(name, value)
    if (problem !== undefined) return { ok: false, sentence: problem }
    values.set(name, value ?? '')
  }
  const resolve = (file: string | undefined): string | undefined =>
    file === undefined ? undefined : path.resolve(cwd, file)
  return {
    ok: true,
    flags: {
      host: values.get('host') as HostKind | undefined,
      port: Number(values.get('port') ?? 0),
      dataDir: resolve(values.get('data-dir')),
      connection: resolve(values.get('connection')),
      open: !values.has('no-open'),
      keyRing: !values.has('no-key-ring'),
      help: values.has('help'),
    },
  }
}
