/** Asks the running app through its door. */
import { connect } from 'node:net'
import type { DoorAnswer } from './door-server.ts'

const TIMEOUT_MS = 30_000
export const NOT_RUNNING = 'Stallhand is not running, or no assistant has a key. Open it, then ask again.'

/** Resolves with the app's answer; with a sentence if it isn't running. Nothing is read from the disk. */
export const askDoor = (
  at: string,
  question: { readonly key: string; readonly ask: 'read' | 'propose'; readonly name: string; readonly input: unknown },
): Promise<DoorAnswer> =>
  new Promise((resolve) => {
    const socket = connect(at)
    let text = ''
    const end = (answer: DoorAnswer): void => {
      socket.destroy()
      resolve(answer)
    }
    socket.setEncoding('utf8')
    socket.setTimeout(TIMEOUT_MS, () => end({ ok: false, message: 'Stallhand didn’t answer in time. Ask again.' }))
    socket.once('error', () => end({ ok: false, message: NOT_RUNNING }))
    socket.once('close', () => end({ ok: false, message: NOT_RUNNING }))
    socket.once('connect', () => socket.write(`${JSON.stringify(question)}\n`))
    socket.on('data', (chunk) => {
      text += chunk
      const line = text.indexOf('\n')
      if (line !== -1) end(JSON.parse(text.slice(0, line)) as DoorAnswer)
    })
  })
