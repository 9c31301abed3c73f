/** Starts programs and exchanges messages with them. Relative file names refer to this folder. */
import { type ChildProcess, fork } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))

export type Program = {
  /** Sends a message and resolves with the next one received. */
  readonly ask: <T>(message: object) => Promise<T>
  /** Ends the program as a crash does; resolves once it has exited. */
  readonly kill: () => Promise<void>
}

const next = <T>(child: ChildProcess): Promise<T> =>
  new Promise((resolve, reject) => {
    const onMessage = (message: unknown): void => {
      child.off('exit', onExit)
      resolve(message as T)
    }
    const onExit = (code: number | null): void => {
      child.off('message', onMessage)
      reject(new Error(`A program of the test ended with ${code}`))
    }
    child.once('message', onMessage)
    child.once('exit', onExit)
  })

const toProgram = (child: ChildProcess): Program => ({
  ask: <T>(message: object) => {
    const answer = next<T>(child)
    child.send(message)
    return answer
  },
  kill: () =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) resolve()
      else child.once('exit', () => resolve())
      child.kill('SIGKILL')
    }),
})

/** A compile cache, since programs start up to five hundred times: it cuts the start to a quarter. */
const compiled = join(tmpdir(), 'stallhand-test-compiled')

const begin = (file: string, given: object): ChildProcess =>
  fork(resolve(folder, file), [JSON.stringify(given)], { env: { ...process.env, NODE_COMPILE_CACHE: compiled } })

export type Keys = { readonly kid: string; readonly privatePem: string; readonly publicPem: string }

/** Creates a key pair like the platform's. */
export const newKeys = (): Keys => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    kid: 'key-1',
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }
}

export type Server = Program & { readonly port: number }

/** Starts a program that opens a port, and waits for the port. */
export const startServer = async (file: string, given: object): Promise<Server> => {
  const child = begin(file, given)
  const { port } = await next<{ readonly port: number }>(child)
  return { ...toProgram(child), port }
}

export const startSender = (keys: Keys): Program => toProgram(begin('sender.ts', keys))
