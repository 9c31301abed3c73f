/** Asks the running app through its door. */
import { connect } from 'node:net'
import path from 'node:path'
import { isOwnFolder } from './door-path.ts'
import type { DoorAnswer } from './door-server.ts'

const TIMEOUT_MS = 30_000
export const NOT_RUNNING = 'Stallhand isn’t running, or no assistant has a key. Open it, then ask again.'

const NO_ANSWER = 'Stallhand closed the connection without an answer. Ask again.'
/** A reading is at most some thirty messages. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024

const parseAnswer = (text: string): DoorAnswer => {
  try {
    return JSON.parse(text) as DoorAnswer
  } catch {
    return { ok: false, message: NO_ANSWER }
  }
}

/**
 * Resolves with the app's answer; with a sentence if it isn't running. Nothing is read from the disk.
 *
 * SECURITY: the key goes only to a socket in a folder of this user, never to one that another user put there.
 */
export const askDoor = (
  at: string,
  question: { readonly key: string; readonly ask: 'read' | 'propose'; readonly name: string; readonly input: unknown },
): Promise<DoorAnswer> =>
  new Promise((resolve) => {
    if (!isOwnFolder(path.dirname(at))) {
      resolve({ ok: false, message: NOT_RUNNING })
      return
    }
    const socket = connect(at)
    const chunks: Buffer[] = []
    let bytes = 0
    const end = (answer: DoorAnswer): void => {
      socket.destroy()
      resolve(answer)
    }
    const isConnected = (): boolean => !socket.connecting && socket.bytesWritten > 0
    const fail = (): void => end({ ok: false, message: isConnected() ? NO_ANSWER : NOT_RUNNING })
    socket.setTimeout(TIMEOUT_MS, () => end({ ok: false, message: 'Stallhand didn’t answer in time. Ask again.' }))
    socket.once('error', fail)
    socket.once('close', fail)
    socket.once('connect', () => socket.write(`${JSON.stringify(question)}\n`))
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > MAX_ANSWER_BYTES) fail()
      else if (chunk.includes(0x0a)) end(parseAnswer(Buffer.concat(chunks).toString('utf8')))
    })
  })
