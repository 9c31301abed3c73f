/**
 * The door for assistants' programs: one line of JSON in, one line out, on a socket that only this user can open (SEC-19).
 *
 * SECURITY: no port is opened, so no web page and no other computer reaches it. It gets nothing but `ProposalDoor`. A connection has one
 * question, which is bounded in size and time while it arrives.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import path from 'node:path'
import * as z from 'zod'
import { conflict, Failure } from '../../../shared/result.ts'
import type { Log } from '../../ports.ts'
import type { ProposalDoor } from '../../proposals/door.ts'
import { doorPath, isOwnFolder } from './door-path.ts'

const MAX_LINE_BYTES = 256 * 1024
const MAX_CONNECTIONS = 16
const QUESTION_MS = 5_000

const questionSchema = z.strictObject({
  key: z.string().max(200),
  ask: z.enum(['read', 'propose']),
  name: z.string().max(100),
  input: z.unknown(),
})

export type DoorAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string }

const refuse = (message: string): DoorAnswer => ({ ok: false, message })

const answer = async (door: ProposalDoor, log: Log, line: string): Promise<DoorAnswer> => {
  try {
    const question = questionSchema.safeParse(JSON.parse(line))
    if (!question.success) return refuse('This isn’t a question that Stallhand knows.')
    const { key, ask, name, input } = question.data
    return { ok: true, value: await door[ask](key, name, input ?? {}) }
  } catch (error) {
    if (error instanceof Failure) return refuse(error.message)
    if (error instanceof SyntaxError) return refuse('This isn’t a question that Stallhand knows.')
    log.error('an assistant could not be answered', { error })
    return refuse('Stallhand couldn’t answer. Try again.')
  }
}

/**
 * SECURITY: the whole question must come within `QUESTION_MS`, however slowly it arrives, so that no one holds a connection that another
 * needs. Whoever doesn't take the answer in that time loses it.
 */
const serve = (socket: Socket, door: () => ProposalDoor, log: Log): void => {
  const chunks: Buffer[] = []
  let bytes = 0
  let late = setTimeout(() => socket.destroy(), QUESTION_MS)
  const end = (said: DoorAnswer): void => {
    clearTimeout(late)
    if (socket.destroyed) return
    late = setTimeout(() => socket.destroy(), QUESTION_MS)
    socket.end(`${JSON.stringify(said)}\n`)
  }
  const read = (chunk: Buffer): void => {
    const newline = chunk.indexOf(0x0a)
    chunks.push(newline === -1 ? chunk : chunk.subarray(0, newline))
    bytes += chunk.length
    if (bytes > MAX_LINE_BYTES) {
      socket.off('data', read)
      end(refuse('This question is too long.'))
    } else if (newline !== -1) {
      socket.off('data', read)
      clearTimeout(late)
      void answer(door(), log, Buffer.concat(chunks).toString('utf8')).then(end)
    }
  }
  socket.on('data', read)
  socket.on('error', () => socket.destroy())
  socket.once('close', () => clearTimeout(late))
}

export type DoorServer = { readonly close: () => Promise<void> }

/** `door`: the door of the connection that is shown. Rejects if the socket can't be opened. */
export const openDoor = async (dataDir: string, door: () => ProposalDoor, log: Log): Promise<DoorServer> => {
  const at = doorPath(dataDir)
  const isFile = process.platform !== 'win32'
  if (isFile) {
    mkdirSync(path.dirname(at), { recursive: true, mode: 0o700 })
    // SECURITY: below the system's folder for temporary files, another user could have made this folder first, and could put a socket
    // of their own there that learns the keys.
    if (!isOwnFolder(path.dirname(at))) throw conflict(`The folder ${path.dirname(at)} belongs to another user.`)
    // One app runs on a data folder, so a socket that is there is left from a crash.
    rmSync(at, { force: true })
  }
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    // Above the limit one sentence says so. Node's own limit would close the connection without a word.
    if (sockets.size >= MAX_CONNECTIONS) {
      socket.on('error', () => socket.destroy())
      socket.end(`${JSON.stringify(refuse('Too many questions at once. Ask again.'))}\n`)
      socket.resume()
      return
    }
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    serve(socket, door, log)
  })
  server.maxConnections = 4 * MAX_CONNECTIONS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    // SECURITY: the socket is made for this user alone, also in a folder that others may enter. A change of its mode afterwards would
    // leave a moment in between. Node makes the socket within the call.
    const mask = isFile ? process.umask(0o177) : undefined
    try {
      server.listen(at, resolve)
    } finally {
      if (mask !== undefined) process.umask(mask)
    }
  })
  return {
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
