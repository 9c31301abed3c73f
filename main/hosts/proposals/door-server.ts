/**
 * The door for assistants' programs: one line of JSON in, one line out, on a socket that only this user can open (SEC-19).
 *
 * SECURITY: no port is opened, so no web page and no other computer reaches it. It gets nothing but `ProposalDoor`. Lines are bounded
 * while they arrive, and a connection has one question at a time.
 */
import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import path from 'node:path'
import * as z from 'zod'
import { Failure } from '../../../shared/result.ts'
import type { Log } from '../../ports.ts'
import type { ProposalDoor } from '../../proposals/door.ts'
import { doorPath } from './door-path.ts'

const MAX_LINE_BYTES = 256 * 1024
const MAX_CONNECTIONS = 16
const IDLE_MS = 10 * 60_000

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

const serve = (socket: Socket, door: () => ProposalDoor, log: Log): void => {
  let pending = ''
  let isAnswering = false
  socket.setEncoding('utf8')
  socket.setTimeout(IDLE_MS, () => socket.destroy())
  socket.on('error', () => socket.destroy())
  const next = async (): Promise<void> => {
    const end = pending.indexOf('\n')
    if (isAnswering || end === -1) return
    isAnswering = true
    const line = pending.slice(0, end)
    pending = pending.slice(end + 1)
    const said = await answer(door(), log, line)
    if (!socket.destroyed) socket.write(`${JSON.stringify(said)}\n`)
    isAnswering = false
    await next()
  }
  socket.on('data', (chunk) => {
    pending += chunk
    if (Buffer.byteLength(pending) > MAX_LINE_BYTES) socket.destroy()
    else void next()
  })
}

export type DoorServer = { readonly close: () => Promise<void> }

/** `door`: that of the connection that is shown at the moment. Rejects if the socket can't be opened. */
export const openDoor = async (dataDir: string, door: () => ProposalDoor, log: Log): Promise<DoorServer> => {
  const at = doorPath(dataDir)
  if (process.platform !== 'win32') {
    mkdirSync(path.dirname(at), { recursive: true, mode: 0o700 })
    // One app runs on a data folder, so a socket that is there is left from a crash.
    rmSync(at, { force: true })
  }
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    serve(socket, door, log)
  })
  server.maxConnections = MAX_CONNECTIONS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(at, resolve)
  })
  // SECURITY: this user's alone, in a shared folder too.
  if (process.platform !== 'win32') chmodSync(at, 0o600)
  return {
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
