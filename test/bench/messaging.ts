/**
 * Measures the inbox as a window asks for it, through the router: pages of the list, searches and what stands beside them.
 *
 * At 100,000 conversations with 1,000,000 messages and at a tenth of it: design's goals are a page within 3 ms and a search
 * within 20 ms at the 95th percentile, and that both take less than 1.3 times as long as at a tenth.
 * `node test/bench/messaging.ts [conversations] [folder]`; files in a given folder are kept and used again.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createRouter } from '../../main/ipc/router.ts'
import { createMessagingRoom } from '../../main/messaging/room.ts'
import { messagingMigrations } from '../../main/messaging/store.ts'
import { createScheduler } from '../../main/scheduler.ts'
import { completeProfile } from '../../shared/connection/profile.ts'
import { messagingContract } from '../../shared/messaging/contract.ts'
import { type ConversationView, conversationViews } from '../../shared/messaging/conversation.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { commonWords, fillInbox, seededRandom, wordOf } from './messaging-data.ts'

/** One line of the table: what, and how long it takes at both sizes. */
export type InboxMeasure = {
  readonly what: string
  readonly p50Ms: number
  readonly p95Ms: number
  /** How many times as long as at a tenth of the size, by the 50th and the 95th percentile. */
  readonly growth50: number
  readonly growth95: number
  readonly goalMs: number
  readonly met: boolean
}

const PAGE_GOAL_MS = 3
const SEARCH_GOAL_MS = 20
const GROWTH_GOAL = 1.3
/** Times below this are noise of the clock and of the machine: growth among them says nothing. */
const NOISE_MS = 0.5

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

/** The room over a filled database, behind the router as a host calls it. Nothing runs in the background. */
export const openInbox = (file: string, conversations: number) => {
  const { database, connection } = fillInbox(file, conversations)
  const clock = createFakeClock()
  const room = createMessagingRoom({
    profile: completeProfile({ kind: 'practice', name: 'Practice shop' }, 'http://127.0.0.1:4000'),
    database,
    send: () => new Promise(() => undefined),
    scheduler: createScheduler(clock, quiet),
    online: { isOnline: () => false, onChange: () => () => undefined },
    secrets: { get: async () => undefined, set: async () => undefined, delete: async () => undefined },
    clock,
    log: quiet,
    random: () => 0.5,
    emit: () => undefined,
    notify: () => undefined,
    openExternal: async () => undefined,
  })
  const call = createRouter({ messaging: messagingContract }, () => ({ messaging: room.handlers }), {
    log: quiet,
    newReference: () => '',
  })
  return { call, close: () => connection.close() }
}

type Kind = {
  readonly what: string
  readonly goalMs: number
  readonly rounds: number
  readonly ask: () => [string, unknown]
}

const kindsOf = (conversations: number): readonly Kind[] => {
  const random = seededRandom(7)
  const below = (count: number): number => Math.floor(random() * count)
  const common = (): string => commonWords[below(commonWords.length)] ?? ''
  const page = (input: object): [string, unknown] => ['messaging.conversations', { view: 'all', limit: 100, ...input }]
  const list = (what: string, ask: () => object): Kind => ({
    what: `page: ${what}`,
    goalMs: PAGE_GOAL_MS,
    rounds: 200,
    ask: () => page(ask()),
  })
  const search = (what: string, ask: () => string, view: ConversationView = 'all'): Kind => ({
    what: `search: ${what}`,
    goalMs: SEARCH_GOAL_MS,
    rounds: 100,
    ask: () => page({ search: ask(), view }),
  })
  return [
    ...conversationViews.map((view) => list(`top of ${view}`, () => ({ view }))),
    list('next pages', () => ({ offset: below(20) * 100 })),
    list('anywhere', () => ({ offset: below(Math.floor(conversations * 0.68)) })),
    list('of an item', () => ({ itemId: String(100_000 + below(conversations / 20)) })),
    list('of a buyer', () => ({ otherParty: `buyer${below(conversations)}` })),
    search('common word', common),
    search('being typed, 2 letters', () => common().slice(0, 2)),
    search('being typed, 4 letters', () => common().slice(0, 4)),
    search('middling word', () => wordOf(50 + below(500))),
    search('rare word', () => wordOf(5_000 + below(10_000))),
    search('two words', () => `${common()} ${wordOf(50 + below(500))}`),
    search('two middling words', () => `${wordOf(50 + below(500))} ${wordOf(50 + below(500))}`),
    search('buyer', () => `buyer${below(conversations)}`),
    search('nothing like it', () => `xyzzy${below(1_000)}`),
    search('common word in unread', common, 'unread'),
    search('common word in drafts', common, 'hasDraft'),
    search('middling word in archived', () => wordOf(50 + below(500)), 'archived'),
    { what: 'counts', goalMs: PAGE_GOAL_MS, rounds: 100, ask: () => ['messaging.counts', {}] },
    {
      what: 'next unanswered',
      goalMs: PAGE_GOAL_MS,
      rounds: 100,
      ask: () => ['messaging.nextUnanswered', { view: 'all', conversationId: `c${below(conversations)}` }],
    },
    {
      what: 'place of a conversation',
      goalMs: PAGE_GOAL_MS,
      rounds: 100,
      ask: () => ['messaging.conversationOffset', { view: 'all', conversationId: `c${below(conversations)}` }],
    },
    {
      what: 'buyers of a view',
      goalMs: SEARCH_GOAL_MS,
      rounds: 40,
      ask: () => ['messaging.facets', { kind: 'otherParty', view: 'all' }],
    },
    {
      what: 'buyers by a part of the name',
      goalMs: SEARCH_GOAL_MS,
      rounds: 40,
      ask: () => ['messaging.facets', { kind: 'otherParty', view: 'all', search: `r${below(900)}` }],
    },
    {
      what: 'open a thread',
      goalMs: PAGE_GOAL_MS,
      rounds: 100,
      ask: () => ['messaging.thread', { conversationId: `c${below(conversations)}` }],
    },
  ]
}

const timesOf = async (folder: string, conversations: number): Promise<ReadonlyMap<string, readonly number[]>> => {
  const inbox = openInbox(
    join(folder, `inbox-${messagingMigrations.at(-1)?.version}-${conversations}.sqlite`),
    conversations,
  )
  const times = new Map<string, number[]>()
  const kinds = kindsOf(conversations)
  const run = async (kind: Kind): Promise<number> => {
    const [method, input] = kind.ask()
    const beganAt = performance.now()
    const answer = await inbox.call(method, input)
    const tookMs = performance.now() - beganAt
    if (!answer.ok) throw new Error(`${kind.what}: ${JSON.stringify(answer.error)}`)
    return tookMs
  }
  // What a program does after it has run for a minute: code is warm, the most used pages are in memory.
  for (const kind of kinds) for (let round = 0; round < 10; round += 1) await run(kind)
  for (const kind of kinds) {
    const taken: number[] = []
    for (let round = 0; round < kind.rounds; round += 1) taken.push(await run(kind))
    times.set(kind.what, taken)
  }
  inbox.close()
  return times
}

/** Measures at `conversations` (ten messages each) and at a tenth. Fills files in `folder`, or in one that goes again. */
export const measureInbox = async (conversations: number, folder?: string): Promise<readonly InboxMeasure[]> => {
  const place = folder ?? mkdtempSync(join(tmpdir(), 'stallhand-bench-'))
  mkdirSync(place, { recursive: true })
  try {
    const tenth = await timesOf(place, Math.floor(conversations / 10))
    const whole = await timesOf(place, conversations)
    const measure = (what: string, goalMs: number, all: readonly number[], few: readonly number[]): InboxMeasure => {
      const p50Ms = percentile(all, 0.5)
      const p95Ms = percentile(all, 0.95)
      const growth50 = p50Ms / percentile(few, 0.5)
      const growth95 = p95Ms / percentile(few, 0.95)
      const grows = growth50 >= GROWTH_GOAL && p50Ms > NOISE_MS
      return { what, p50Ms, p95Ms, growth50, growth95, goalMs, met: p95Ms <= goalMs && !grows }
    }
    const together = (what: string, goalMs: number, begin: string): InboxMeasure => {
      const pick = (times: ReadonlyMap<string, readonly number[]>) =>
        [...times].filter(([name]) => name.startsWith(begin)).flatMap(([, values]) => values)
      return measure(what, goalMs, pick(whole), pick(tenth))
    }
    return [
      together('pages, all together', PAGE_GOAL_MS, 'page: '),
      together('searches, all together', SEARCH_GOAL_MS, 'search: '),
      ...kindsOf(conversations).map(({ what, goalMs }) =>
        measure(what, goalMs, whole.get(what) ?? [], tenth.get(what) ?? []),
      ),
    ]
  } finally {
    if (folder === undefined) rmSync(place, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const conversations = Number(process.argv[2] ?? 100_000)
  const measures = await measureInbox(conversations, process.argv[3])
  for (const { what, p50Ms, p95Ms, growth50, growth95, goalMs, met } of measures) {
    console.log(
      `${met ? ' ' : '!'} ${what.padEnd(30)} p50 ${p50Ms.toFixed(2).padStart(7)} ms  p95 ${p95Ms.toFixed(2).padStart(7)} ms  (goal ${goalMs})  ×${growth50.toFixed(2)} at p50, ×${growth95.toFixed(2)} at p95 of a tenth`,
    )
  }
}
