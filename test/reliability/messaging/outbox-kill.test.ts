/**
 * Kills the outbox with SIGKILL at each of its steps and restarts it on the same disk. The short form kills it only where the
 * platform and the disk may differ.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { isLong } from '../long.ts'

const programFolder = inject('programFolder')
const program = join(programFolder, 'outbox.js')
const TEXT = 'It leaves tomorrow morning.'

/** The steps of the short form: the first has not asked the platform yet, and the others don't know what it did. */
const SHORT = ['after commit of queued', 'before the request', 'after the answer', 'after commit of unknown']
const isKilledAt = (step = ''): boolean => isLong || SHORT.includes(step)

/** The texts that the message service received. It stores each before it answers. */
let arrived: string[] = []
/** Carries out the next send and drops the connection. */
let dropsNext = false
/** Hides the seller's messages from the platform's threads. */
let hidesOwn = false
let server: Server
let address = ''
let folder = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stallhand-kill-'))
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      response.setHeader('content-type', 'application/json')
      const { pathname } = new URL(request.url ?? '/', 'http://localhost')
      if (pathname.endsWith('/send_message')) {
        arrived.push((JSON.parse(Buffer.concat(chunks).toString()) as { messageText: string }).messageText)
        if (dropsNext) {
          dropsNext = false
          request.socket.destroy()
        } else response.end('{}')
      } else if (pathname.endsWith('/conversation')) {
        const buyer = { username: 'anna' }
        const isMembers = request.url?.includes('FROM_MEMBERS') === true
        const isFiltered = request.url?.includes('conversation_status') === true
        const conversations = isMembers && !isFiltered ? [{ conversationId: 'c1', buyer, subject: 'Parcel' }] : []
        response.end(JSON.stringify({ total: conversations.length, conversations }))
      } else {
        const messages = [
          { messageId: 'b1', text: 'When does it leave', senderUsername: 'anna' },
          ...(hidesOwn
            ? []
            : arrived.map((text, index) => ({ messageId: `s${index}`, text, senderUsername: 'seller' }))),
        ]
        response.end(JSON.stringify({ total: messages.length, messages }))
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  rmSync(folder, { recursive: true, force: true })
})

beforeEach(() => {
  arrived = []
  dropsNext = false
  hidesOwn = false
})

// The compile cache of the first run makes the many later ones start sooner.
const start = (file: string, hand: 'delayed' | 'free'): ChildProcessWithoutNullStreams =>
  spawn(process.execPath, ['--no-warnings', program, file, address, TEXT, hand], {
    env: { ...process.env, NODE_COMPILE_CACHE: programFolder },
  })

/** Runs the child step by step and kills it at step `killAt`, counted from 0. Resolves with the steps and the ending. */
const run = (file: string, killAt: number, hand: 'delayed' | 'free' = 'delayed') =>
  new Promise<{ readonly steps: readonly string[]; readonly end: string }>((resolve, reject) => {
    const child = start(file, hand)
    const steps: string[] = []
    let end = ''
    let errors = ''
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString()
    })
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('end ')) end = line.slice(4)
      if (!line.startsWith('step ')) return
      steps.push(line.slice(5))
      if (steps.length - 1 === killAt) child.kill('SIGKILL')
      else if (hand === 'delayed') child.stdin.write('.')
    })
    child.stdin.on('error', () => undefined)
    child.on('exit', (code, signal) => {
      if (signal === 'SIGKILL' || code === 0) resolve({ steps, end: signal === 'SIGKILL' ? 'killed' : end })
      else reject(new Error(`the child ended with ${code}: ${errors}`))
    })
  })

const stateIn = (file: string): string => {
  const database = new DatabaseSync(file, { readOnly: true })
  const row = database.prepare('SELECT state FROM outbound ORDER BY ordinal DESC LIMIT 1').get()
  const draft = database.prepare('SELECT content FROM drafts').get()
  database.close()
  return row === undefined ? (draft === undefined ? 'nothing' : 'draft') : String(row.state)
}

describe('SIGKILL', () => {
  it('MSG-13 at every step of the outbox loses no message and sends none twice', async () => {
    const { steps, end } = await run(join(folder, 'whole.sqlite'), -1)
    expect(end).toBe('sent')
    expect(arrived).toEqual([TEXT])
    expect(steps).toEqual([
      'before commit of delayed',
      'after commit of delayed',
      'before commit of queued',
      'after commit of queued',
      'before commit of sending',
      'after commit of sending',
      'before the request',
      'after the answer',
      'before commit of sent',
      'after commit of sent',
    ])

    for (const [place, name] of steps.entries()) {
      if (!isKilledAt(name)) continue
      arrived = []
      const file = join(folder, `${place}.sqlite`)
      const killed = await run(file, place)
      expect(killed.end, name).toBe('killed')
      const left = stateIn(file)
      expect(left, `${name}: something is on disk`).not.toBe('nothing')
      const sentBefore = arrived.length

      const again = await run(file, -1, 'free')
      expect(arrived.length, `${name}: sent ${arrived.length} times`).toBeLessThanOrEqual(1)
      if (left === 'sending') {
        expect(arrived.length, `${name}: sending is never queued again by itself`).toBe(sentBefore)
        expect(again.end, name).toBe(sentBefore === 1 ? 'sent' : 'notFound')
      } else {
        expect(arrived, `${name}: it goes on`).toEqual([TEXT])
      }
    }
  })

  it('MSG-13 while a send is uncertain leaves it uncertain, and reading the thread settles it', async () => {
    dropsNext = true
    const { steps, end } = await run(join(folder, 'dropped.sqlite'), -1)
    expect(end).toBe('sent')
    const unknown = steps.indexOf('before commit of unknown')
    expect(steps.slice(unknown)).toEqual([
      'before commit of unknown',
      'after commit of unknown',
      'before commit of sent',
      'after commit of sent',
    ])
    for (let place = unknown; place < steps.length; place += 1) {
      if (!isKilledAt(steps[place])) continue
      arrived = []
      dropsNext = true
      const file = join(folder, `dropped-${place}.sqlite`)
      await run(file, place)
      const again = await run(file, -1, 'free')
      expect(arrived, steps[place]).toEqual([TEXT])
      expect(again.end, steps[place]).toBe('sent')
    }
  })

  it('null control: an outbox that requeues messages in progress is detected', async () => {
    const file = join(folder, 'queued-again.sqlite')
    const isAnswered = 7
    expect((await run(file, isAnswered)).steps.at(-1)).toBe('after the answer')
    const database = new DatabaseSync(file)
    const detail = JSON.stringify({ state: 'queued', nextTryAtMs: 0, error: null, earlier: null })
    database.prepare("UPDATE outbound SET state = 'queued', detail = ?").run(detail)
    database.close()
    // Otherwise the outbox would find its text in the thread and ask first.
    hidesOwn = true
    await run(file, -1, 'free')
    expect(arrived).toEqual([TEXT, TEXT])
  })
})
