/**
 * The connection is cut at every byte of a request and of an answer, and each time the outcome is right (design section 4):
 * never "not carried out" of what the platform did, never "carried out" of what it did not.
 */
import { afterAll, describe, expect, it } from 'vitest'
import { type HttpRequest, type Outcome, outcomeOfStatus, TransportFailure } from '../../../main/http/request.ts'
import { createUndiciSend } from '../../../main/http/undici-send.ts'
import { createInventoryClient } from '../../../main/inventory/client.ts'
import { prepareSave } from '../../../main/inventory/prepared-save.ts'
import { createMessageClient } from '../../../main/messaging/client.ts'
import { practiceCredentials } from '../../../main/practice/credentials.ts'
import { startPracticePlatform } from '../../../main/practice/platform.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import { startEdit, withChange } from '../../../shared/inventory/item-edit.ts'
import { emptyContent } from '../../../shared/messaging/message-text.ts'
import { type Cut, openCuttingProxy } from '../../support/cutting-proxy.ts'

/** A platform allows 250 item changes a day; a stage serves fewer exchanges than that. */
const EXCHANGES_A_STAGE = 200
const STAGES_AT_ONCE = 3

const stages: { readonly close: () => Promise<void> }[] = []
afterAll(async () => {
  await Promise.all(stages.map((stage) => stage.close()))
})

type Heard = { readonly outcome: Outcome; readonly bodyCut: boolean }

/** A practice platform, the proxy before it, and the real clients behind it. */
const openStage = async () => {
  const platform = await startPracticePlatform({ conversations: 2, items: 0 })
  const proxy = await openCuttingProxy(platform.port)
  const wire = createUndiciSend({
    origins: [proxy.url],
    // What the cuts leave hanging must not wait for the usual times; nothing here takes as long.
    timeouts: { connectMs: 5_000, headersMs: 5_000, bodyMs: 5_000, totalMs: 10_000 },
  })
  const profile = completeProfile({ kind: 'practice', name: 'Practice shop' }, proxy.url)
  const signIn = await fetch(`${platform.url}/identity/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${btoa(`${practiceCredentials.clientId}:${practiceCredentials.clientSecret}`)}`,
    },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: practiceCredentials.refreshToken }),
  })
  const { access_token: token } = (await signIn.json()) as { access_token: string }

  let heard: Heard | undefined
  const send = async (request: HttpRequest) => {
    try {
      const answer = await wire.send({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } })
      heard = { outcome: outcomeOfStatus(answer.status), bodyCut: answer.bodyCut }
      return answer
    } catch (error) {
      if (error instanceof TransportFailure) heard = { outcome: error.outcome, bodyCut: false }
      throw error
    }
  }
  const direct = async (path: string): Promise<unknown> => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-svc-c-marketplace-id': 'PRACTICE_US',
    }
    return (await fetch(`${platform.url}${path}`, { headers })).json()
  }
  const stage = {
    messages: createMessageClient({ profile, send }),
    inventory: createInventoryClient({ profile, send, nowMs: () => 0 }),
    direct,
    /** Runs one exchange under a cut and gives how it ended on the wire, and what went over it. */
    under: async (cut: Cut, exchange: () => Promise<unknown>) => {
      heard = undefined
      proxy.cutNext(cut)
      const result = await exchange().catch((error: unknown) => error)
      if (heard === undefined) throw new Error('nothing was sent')
      const { outcome, bodyCut }: Heard = heard
      return { result, outcome, bodyCut, passed: proxy.passed() }
    },
    close: async (): Promise<void> => {
      await wire.close()
      await proxy.close()
      await platform.stop()
    },
  }
  stages.push(stage)
  return stage
}
type Stage = Awaited<ReturnType<typeof openStage>>

/** An operation to cut: what to ask, and which of the asked the platform did, by a name as long for each. */
type Subject = {
  readonly prepare: (stage: Stage) => Promise<string>
  readonly exchange: (stage: Stage, place: string, name: string) => Promise<unknown>
  /** What the client makes of a status whose body broke off. */
  readonly whenBodyCut: RegExp
  /** Null for a read, which does nothing. */
  readonly done: ((stage: Stage, place: string) => Promise<ReadonlySet<string>>) | null
}

/** Found without the proxy, whose connections are for the cuts alone. */
const someConversation = async (stage: Stage): Promise<string> => {
  const answer = await stage.direct('/commerce/message/v1/conversation?conversation_type=FROM_MEMBERS')
  const { conversations } = answer as { conversations: readonly { conversationId: string }[] }
  return conversations[0]?.conversationId ?? ''
}

const subjects: Readonly<Record<string, Subject>> = {
  sendMessage: {
    prepare: someConversation,
    exchange: ({ messages }, conversationId, name) =>
      messages.sendMessage({ conversationId }, { ...emptyContent, messageText: name }),
    whenBodyCut: /"sent"/,
    done: async ({ direct }, conversationId) => {
      const { messages } = (await direct(`/practice/conversations/${conversationId}`)) as {
        messages: { text: string }[]
      }
      return new Set(messages.map(({ text }) => text))
    },
  },
  createOrReplaceInventoryItem: {
    prepare: async () => '',
    exchange: async ({ inventory }, _, name) =>
      inventory.createOrReplaceInventoryItem(
        await prepareSave(
          name,
          async () => undefined,
          () => withChange(startEdit(undefined), undefined, ['condition'], 'NEW'),
        ),
      ),
    whenBodyCut: /created/,
    done: async ({ direct }) => new Set(((await direct('/practice/skus')) as { sku: string }[]).map(({ sku }) => sku)),
  },
  getConversation: {
    prepare: someConversation,
    exchange: ({ messages }, conversationId) =>
      messages.getConversation({ conversationId, conversationType: 'FROM_MEMBERS', limit: 1 }),
    whenBodyCut: /did not arrive whole/,
    done: null,
  },
}

const nameOf = (at: number): string => `cut-${String(at).padStart(5, '0')}`

type Trial = { readonly cut: Exclude<Cut, undefined>; readonly name: string }

/** Cuts one operation at every byte, and holds each end against the rule and against what the platform holds. */
const cutEverywhere = async (subject: Subject): Promise<number> => {
  const first = await openStage()
  const place = await subject.prepare(first)
  const whole = await first.under(undefined, () => subject.exchange(first, place, nameOf(99_999)))
  expect(whole).toMatchObject({ outcome: 'carriedOut', bodyCut: false })
  const headLength = whole.passed.answer.indexOf('\r\n\r\n') + 4
  const answerLength = whole.passed.answer.length
  const trials: readonly Trial[] = [
    ...Array.from({ length: whole.passed.request }, (_, at) => ({ side: 'request' as const, at })),
    ...Array.from({ length: answerLength }, (_, at) => ({ side: 'answer' as const, at })),
  ].map((cut, index) => ({ cut, name: nameOf(index) }))

  const runOne = async (stage: Stage, where: string, { cut, name }: Trial) => {
    const end = await stage.under(cut, () => subject.exchange(stage, where, name))
    const told = `${cut.side} cut at ${cut.at}`
    if (cut.side === 'request' || cut.at < headLength) {
      // Once a byte may have left, and until the status is known, nobody knows.
      expect(end.outcome, told).toBe('uncertain')
      expect(JSON.stringify(end.result), told).toMatch(/noAnswer|uncertain/)
    } else {
      expect(end.outcome, told).toBe('carriedOut')
      expect(end.bodyCut, told).toBe(true)
      expect(JSON.stringify(end.result), told).toMatch(subject.whenBodyCut)
    }
    return end
  }

  const batches: Trial[][] = []
  for (let start = 0; start < trials.length; start += EXCHANGES_A_STAGE) {
    batches.push(trials.slice(start, start + EXCHANGES_A_STAGE))
  }
  const runBatches = async (): Promise<void> => {
    for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
      const stage = await openStage()
      const where = await subject.prepare(stage)
      const ends = new Map<string, { readonly trial: Trial; readonly outcome: Outcome }>()
      for (const trial of batch) {
        const { outcome } = await runOne(stage, where, trial)
        ends.set(trial.name, { trial, outcome })
      }
      if (subject.done === null) continue
      const done = await subject.done(stage, where)
      for (const [name, { trial, outcome }] of ends) {
        const told = `${trial.cut.side} cut at ${trial.cut.at}`
        // A whole request was acted upon, a part of one was not; so the cuts prove something.
        expect(done.has(name), told).toBe(trial.cut.side === 'answer')
        if (outcome === 'notCarriedOut') expect(done.has(name), told).toBe(false)
        if (outcome === 'carriedOut') expect(done.has(name), told).toBe(true)
      }
    }
  }
  await Promise.all(Array.from({ length: STAGES_AT_ONCE }, runBatches))
  return trials.length
}

describe('a connection cut at every byte', () => {
  for (const [operation, subject] of Object.entries(subjects)) {
    it(`MSG-13 ${operation}: its outcome is known exactly as far as it can be`, { timeout: 60_000 }, async () => {
      expect(await cutEverywhere(subject)).toBeGreaterThan(300)
    })
  }

  it('MSG-13 a connection that is refused carried nothing out, and says so', async () => {
    const stage = await openStage()
    const closed = await openCuttingProxy(1)
    await closed.close()
    const profile = completeProfile({ kind: 'practice', name: 'Practice shop' }, closed.url)
    const wire = createUndiciSend({ origins: [closed.url] })
    const messages = createMessageClient({ profile, send: wire.send })
    const conversationId = await someConversation(stage)
    const end = await messages.sendMessage({ conversationId }, { ...emptyContent, messageText: 'refused' })
    expect(end).toMatchObject({ end: 'notReached', error: { kind: 'offline' } })
    await wire.close()
  })
})
