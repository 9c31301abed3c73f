/** `npm run practice`: the practice platform alone, until it is stopped. */
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { CONTROL_KEY_HEADER, practiceCredentials } from './credentials.ts'
import { practicePlatforms } from './names.ts'
import type { PracticeOptions } from './platform.ts'

const usage =
  'Known flags: --port=N (0 picks a free one), --state=FILE, --seed=N, --platform=neutral|ebay, --open-control.'

const parseNumber = (flag: string, text: string | undefined, max: number): number | undefined => {
  if (text === undefined) return undefined
  if (/^\d{1,10}$/.test(text) && Number(text) <= max) return Number(text)
  throw new Error(`--${flag}=${text} is not a whole number from 0 to ${max}.`)
}

const readOptions = (args: readonly string[]): PracticeOptions => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string' },
      state: { type: 'string' },
      seed: { type: 'string' },
      platform: { type: 'string' },
      'open-control': { type: 'boolean', default: false },
    },
    strict: true,
    allowPositionals: false,
  })
  const port = parseNumber('port', values.port, 65_535)
  const seed = parseNumber('seed', values.seed, 4_294_967_295)
  if (values.state === '') throw new Error('--state needs a file name.')
  // Up to 0.2.2 the neutral platform was called `documents`.
  const wanted = values.platform === 'documents' ? 'neutral' : values.platform
  const platform = practicePlatforms.find((id) => id === wanted)
  if (values.platform !== undefined && platform === undefined) {
    throw new Error(`--platform=${values.platform} is not one of ${practicePlatforms.join(', ')}.`)
  }
  return {
    hasVariations: true,
    hasSales: true,
    // SECURITY (SEC-02): printed rather than taken as a flag, which every user of the computer could read.
    ...(values['open-control'] ? {} : { controlKey: randomBytes(32).toString('base64url') }),
    ...(platform === undefined ? {} : { platform }),
    ...(port === undefined ? {} : { port }),
    ...(seed === undefined ? {} : { seed }),
    ...(values.state === undefined ? {} : { stateFile: values.state }),
  }
}

/** Flags that npm took for its own, as in `npm run practice --platform=ebay`; it passes them on in the environment. */
const findLostFlags = (env: NodeJS.ProcessEnv): string | undefined => {
  if (env.npm_lifecycle_event !== 'practice') return undefined
  const lost = ['port', 'state', 'seed', 'platform', 'open-control'].flatMap((name) => {
    const value = env[`npm_config_${name.replace('-', '_')}`]
    // Tools that download binaries set a platform such as linux.
    const isOurs = value !== undefined && (name !== 'platform' || practicePlatforms.some((id) => id === value))
    return isOurs ? [value === 'true' ? `--${name}` : `--${name}=${value}`] : []
  })
  if (lost.length === 0) return undefined
  return `npm kept ${lost.join(' ')} for itself. Write “--” before the flags: npm run practice -- ${lost.join(' ')}`
}

const describeControl = (key: string | undefined): string =>
  key === undefined
    ? 'Every program on this computer can control it under /practice/.'
    : `What is under /practice/ needs this header. To control it in Stallhand, start it with --open-control.\n${CONTROL_KEY_HEADER}: ${key}`

const isFlagError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

const fail = (error: unknown): void => {
  const message = error instanceof Error ? error.message : String(error)
  const sentence = isFlagError(error) ? message.split('. ', 1)[0]?.replace(/\.?$/, '.') : message
  process.stderr.write(`${sentence}${isFlagError(error) || message.startsWith('--') ? ` ${usage}` : ''}\n`)
  process.exitCode = 1
}

try {
  const lost = findLostFlags(process.env)
  if (lost !== undefined) throw new Error(lost)
  const options = readOptions(process.argv.slice(2))
  // Imported late, so that a wrong flag is reported at once.
  const { startPracticePlatform } = await import('./platform.ts')
  const platform = await startPracticePlatform(options)
  process.stdout.write(
    `The practice platform is at ${platform.url} (client ${practiceCredentials.clientId}, ` +
      `secret ${practiceCredentials.clientSecret}, refresh token ${practiceCredentials.refreshToken}). ` +
      `Stop it with Ctrl+C.\n${describeControl(options.controlKey)}\n`,
  )
  let stopping = false
  const stop = (): void => {
    if (stopping) return
    stopping = true
    platform.stop().catch(fail)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
} catch (error) {
  fail(error)
}
