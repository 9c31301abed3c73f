import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { challengeResponse } from '../../../main/notifications/receiver/challenge-response.ts'
import {
  createListening,
  DOUBT_INTERVAL_MS,
  PROBE_INTERVAL_MS,
} from '../../../main/notifications/receiver/listening.ts'
import { type Loopback, loopback } from '../../../main/notifications/receiver/loopback.ts'
import { createScheduler } from '../../../main/scheduler.ts'
import { createFakeClock, settle } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

const URL_REGISTERED = 'https://shop.example.com/notifications'
const TOKEN = 'a token of at least thirty-two characters'
const SYSTEM_PORT = 50_000

/** A receiver on a fake computer, whose ports can be held by other programs. */
const setUp = (wanted = 4711) => {
  const clock = createFakeClock()
  const log = createRecordingLog()
  const scheduler = createScheduler(clock, log)
  /** The ports that can't be opened, with the system's error. */
  const blocked = new Map<number, string>()
  const opened: number[] = []
  const saved: number[] = []
  const asked: { readonly port: number; readonly wasProbe: boolean }[] = []
  const codes: string[] = []
  const state = {
    wanted,
    token: TOKEN as string | undefined,
    isAnswering: true,
    changes: 0,
    port: undefined as number | undefined,
    opening: Promise.resolve(),
    answering: Promise.resolve(),
    systemPort: SYSTEM_PORT,
  }
  const fakeLoopback: Loopback = {
    get: async (port, path) => {
      const code = new URLSearchParams(path.split('?')[1]).get('challenge_code') ?? ''
      codes.push(code)
      asked.push({ port, wasProbe: listening.isProbe(code) })
      await state.answering
      return state.isAnswering && port === state.port
        ? JSON.stringify({ challengeResponse: challengeResponse(code, state.token ?? '', URL_REGISTERED) })
        : undefined
    },
    isFree: async (port) => !blocked.has(port) && state.port !== port,
  }
  const listening = createListening({
    server: {
      open: async (port) => {
        await state.opening
        opened.push(port)
        const code = blocked.get(port)
        if (code !== undefined) throw code === '' ? new Error('no code') : Object.assign(new Error(code), { code })
        state.port = port === 0 ? state.systemPort : port
        return state.port
      },
      close: async () => {
        state.port = undefined
      },
      port: () => state.port,
    },
    loopback: fakeLoopback,
    wantedPort: () => state.wanted,
    savePort: (port) => saved.push(port),
    registeredUrl: () => URL_REGISTERED,
    verificationToken: async () => state.token,
    clock,
    scheduler,
    log,
    changed: () => {
      state.changes += 1
    },
  })
  const { start, stop, view } = listening
  return { listening, start, stop, view, state, blocked, opened, saved, asked, codes, clock, scheduler }
}

const NOTHING_ARRIVES = 'Nothing sent to the public address arrives here.'

describe('opening the port', () => {
  it('RCV-01 uses the wanted port and changes nothing if all is well', async () => {
    const { start, view, state, opened, saved, clock } = setUp()
    await start()
    expect(view()).toEqual({ state: 'listening', why: null, port: 4711, taken: null })
    const { changes } = state
    expect(changes).toBe(1)
    await clock.advance(10 * PROBE_INTERVAL_MS)
    expect([opened, saved, state.changes]).toEqual([[4711], [], changes])
  })

  it('RCV-01 lets the system choose the first port, and keeps that one', async () => {
    const { start, view, saved, opened } = setUp(0)
    await start()
    expect(view()).toEqual({ state: 'listening', why: null, port: SYSTEM_PORT, taken: null })
    expect([opened, saved]).toEqual([[0], [SYSTEM_PORT]])
  })

  it.each([
    ['EADDRINUSE', 'Another program uses the port for instant alerts'],
    ['EACCES', 'This computer doesn’t allow the port for instant alerts'],
    ['EINVAL', 'The port for instant alerts couldn’t be opened'],
    ['', 'The port for instant alerts couldn’t be opened'],
  ])('RCV-01 takes another port for now after %j, and says what that means', async (code, problem) => {
    const { start, view, blocked, saved } = setUp()
    blocked.set(4711, code)
    await start()
    const why = `${problem}, so they use another one until it is free. ${NOTHING_ARRIVES}`
    expect(view()).toEqual({ state: 'listening', why, port: SYSTEM_PORT, taken: 4711 })
    expect(saved).toEqual([])
  })

  it('RCV-01 names what blocks the wanted port if none can be opened, and tries again with each probe', async () => {
    const { start, view, blocked, clock, state } = setUp()
    blocked.set(4711, 'EACCES').set(0, 'EMFILE')
    await start()
    const why = 'This computer doesn’t allow the port for instant alerts. Choose another one in Settings.'
    const failed = { state: 'failed', why, port: null, taken: 4711 }
    expect(view()).toEqual(failed)
    await clock.advance(PROBE_INTERVAL_MS)
    expect(view()).toEqual(failed)
    expect(state.changes).toBe(1)
    blocked.clear()
    await clock.advance(PROBE_INTERVAL_MS)
    expect(view()).toEqual({ state: 'listening', why: null, port: 4711, taken: null })
  })

  it('RCV-01 reports no problem if the system’s choice is the wanted port', async () => {
    const { start, view, blocked, state } = setUp()
    blocked.set(4711, 'EADDRINUSE')
    state.systemPort = 4711
    await start()
    expect(view()).toEqual({ state: 'listening', why: null, port: 4711, taken: null })
  })

  it('RCV-01 returns to the wanted port only once it is free', async () => {
    const { start, view, blocked, opened, clock } = setUp()
    blocked.set(4711, 'EADDRINUSE')
    await start()
    await clock.advance(3 * PROBE_INTERVAL_MS)
    expect(opened).toEqual([4711, 0])
    blocked.clear()
    await clock.advance(PROBE_INTERVAL_MS)
    expect(opened).toEqual([4711, 0, 4711])
    expect(view()).toEqual({ state: 'listening', why: null, port: 4711, taken: null })
  })

  it('RCV-01 a port that is being opened as the receiver stops is closed again', async () => {
    const { start, stop, view, state, scheduler } = setUp()
    const opening = Promise.withResolvers<void>()
    state.opening = opening.promise
    const starting = start()
    await settle()
    const stopping = stop()
    await settle()
    opening.resolve()
    await Promise.all([starting, stopping])
    expect(state.port).toBeUndefined()
    expect(view()).toMatchObject({ state: 'stopped', port: null })
    await scheduler.stop()
  })
})

describe('the probe', () => {
  it('RCV-01 asks the open port, with a code that counts as no challenge of the platform until it is answered', async () => {
    const { listening, start, asked, codes } = setUp()
    expect(await listening.probe()).toBe(true)
    await start()
    expect(asked.every(({ wasProbe }) => wasProbe)).toBe(true)
    expect(asked.at(-1)?.port).toBe(4711)
    expect(codes.filter((code) => listening.isProbe(code))).toEqual([])
    expect(new Set(codes).size).toBe(codes.length)
  })

  it('RCV-01 opens a port that stopped answering again, at the same address', async () => {
    const { start, view, state, blocked, opened, listening } = setUp()
    blocked.set(4711, 'EADDRINUSE')
    await start()
    // The socket is gone without an error, as after sleep, and the system would choose another port.
    state.port = undefined
    state.systemPort = 50_001
    expect(await listening.probe()).toBe(true)
    expect(opened).toEqual([4711, 0, 4711, SYSTEM_PORT])
    expect(view()).toMatchObject({ state: 'listening', port: SYSTEM_PORT, taken: 4711 })
  })

  it('RCV-01 reports another address, even if the reason stays the same', async () => {
    const { listening, start, view, state, blocked } = setUp()
    blocked.set(4711, 'EADDRINUSE')
    await start()
    const { changes } = state
    blocked.set(SYSTEM_PORT, 'EADDRINUSE')
    state.port = undefined
    state.systemPort = 50_001
    await listening.probe()
    expect(view()).toMatchObject({ state: 'listening', port: 50_001, taken: 4711 })
    expect(state.changes).toBe(changes + 1)
  })

  it('RCV-01 reports a receiver that does not answer once, and that it answers again', async () => {
    const { listening, start, view, state, opened } = setUp()
    await start()
    state.isAnswering = false
    const { changes } = state
    for (let count = 0; count < 3; count += 1) expect(await listening.probe()).toBe(false)
    expect(view()).toEqual({
      state: 'notAnswering',
      why: 'Instant alerts don’t answer on this computer. Stallhand opens them again every 30 seconds.',
      port: 4711,
      taken: null,
    })
    expect(opened).toEqual([4711, 4711])
    expect(state.changes).toBe(changes + 1)
    state.isAnswering = true
    expect(await listening.probe()).toBe(true)
    expect(view()).toMatchObject({ state: 'listening', why: null })
    expect(state.changes).toBe(changes + 2)
  })

  it.each([1, 2, 3])('RCV-01 closes a port only after three probes without an answer: %d', async (missed) => {
    const { start, view, state, opened, clock } = setUp()
    await start()
    state.isAnswering = false
    await clock.advance(PROBE_INTERVAL_MS + (missed - 1) * DOUBT_INTERVAL_MS)
    expect(view().state).toBe(missed < 3 ? 'listening' : 'notAnswering')
    state.isAnswering = true
    await clock.advance(2 * PROBE_INTERVAL_MS)
    expect(view().state).toBe('listening')
    expect(opened).toEqual(missed < 3 ? [4711] : [4711, 4711])
  })

  it('RCV-01 counts a receiver without a verification token as not answering', async () => {
    const { listening, start, state, asked } = setUp()
    await start()
    const before = asked.length
    state.token = undefined
    expect(await listening.probe()).toBe(false)
    expect(asked).toHaveLength(before)
  })

  it('RCV-01 opens nothing after the receiver stopped, even if the probe began before', async () => {
    const { listening, start, stop, view, state, opened, clock } = setUp()
    await start()
    const answer = Promise.withResolvers<void>()
    state.answering = answer.promise
    state.isAnswering = false
    const probing = listening.probe()
    await settle()
    const stopping = stop()
    const { changes } = state
    answer.resolve()
    expect(await probing).toBe(false)
    await stopping
    expect(await listening.probe()).toBe(false)
    await clock.advance(3 * PROBE_INTERVAL_MS)
    expect(opened).toEqual([4711])
    expect(state.port).toBeUndefined()
    expect(view()).toMatchObject({ state: 'stopped', port: null })
    expect(state.changes).toBe(changes)
  })
})

describe('keeping the port', () => {
  it('RCV-01 makes the open port the wanted one, and then leaves it open', async () => {
    const { listening, start, view, state, blocked, opened, saved, clock } = setUp()
    blocked.set(4711, 'EADDRINUSE')
    await start()
    const { changes } = state
    await listening.keepPort()
    expect(saved).toEqual([SYSTEM_PORT])
    expect(view()).toEqual({ state: 'listening', why: null, port: SYSTEM_PORT, taken: null })
    expect(state.changes).toBe(changes + 1)
    blocked.clear()
    await clock.advance(PROBE_INTERVAL_MS)
    expect(opened).toEqual([4711, 0])
  })

  it('RCV-01 is refused while no port is open', async () => {
    const { listening, saved } = setUp()
    await expect(listening.keepPort()).rejects.toMatchObject({ detail: { kind: 'conflict' } })
    expect(saved).toEqual([])
  })
})

describe('what another program answers on the loopback interface', () => {
  const serve = async (onRequest: RequestListener) => {
    const server = createServer(onRequest)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return (server.address() as AddressInfo).port
  }

  it('RCV-01 is right only with status 200, and is read whole', async () => {
    const port = await serve(({ url }, response) => {
      response.writeHead(url === '/right' ? 200 : 404)
      response.write('größe')
      response.end(' €')
    })
    expect(await loopback.get(port, '/right')).toBe('größe €')
    expect(await loopback.get(port, '/wrong')).toBeUndefined()
  })

  it.each<[string, RequestListener]>([
    ['never ends', (_, response) => void response.writeHead(200).write('x'.repeat(2000))],
    ['breaks off', (_, response) => void response.writeHead(200).write('{', () => response.destroy())],
    ['is none', (_, response) => void response.destroy()],
  ])('RCV-01 is wrong if it %s', async (_, onRequest) => {
    expect(await loopback.get(await serve(onRequest), '/')).toBeUndefined()
  })

  it('RCV-01 shows that it holds its port', async () => {
    const port = await serve(() => undefined)
    expect(await loopback.isFree(port)).toBe(false)
    expect(await loopback.isFree(0)).toBe(true)
  })
})
