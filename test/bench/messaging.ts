/**
 * The inbox as a window reads it, through the router: pages of the list, searches and counts.
 *
 * The limit of a page and of a search is the very SQL that the app runs for it, by hand: the same statements with the same
 * values, prepared, on the same file, and nothing done with what they give. Growth is measured at 100,000 conversations
 * with 1,000,000 messages and at a tenth of it, by questions whose answers are of one size: a page of 100 rows is one at
 * both sizes, and a rare word is one that as many conversations hold.
 * `node test/bench/messaging.ts [conversations]`: every kind of question, one a line.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { createDatabase, type SqlParams } from '../../main/database/database.ts'
import { CONNECTION_SETTINGS } from '../../main/database/open-database.ts'
import { createRouter } from '../../main/ipc/router.ts'
import { createMessagingFeature } from '../../main/messaging/feature.ts'
import { createScheduler } from '../../main/scheduler.ts'
import { completeProfile } from '../../shared/connection/profile.ts'
import { messagingContract } from '../../shared/messaging/contract.ts'
import { type ConversationView, conversationViews } from '../../shared/messaging/conversation.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { createTestOutbound } from '../support/test-outbound.ts'
import { filledShop } from './filled-shop.ts'
import { type Measure, median, percentile, type Row } from './measure.ts'
import { commonWords, makeWord, seededRandom } from './messaging-data.ts'

const CONVERSATIONS = 100_000
const PAGE_GOAL_MS = 3
const SEARCH_GOAL_MS = 20
const GROWTH_GOAL = 1.3
const HAND_GOAL = 1.3
/** Times below this are noise of the clock and of the machine: growth among them says nothing. */
const NOISE_MS = 0.5

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

type Name = Exclude<keyof typeof messagingContract, keyof typeof messagingContract & `${string}Changed`>

const toName = (method: string): Name => method.slice('messaging.'.length) as Name

type Read = { readonly sql: string; readonly params: SqlParams | undefined; readonly isOne: boolean }

/** Runs statements as a program would that has nothing but SQLite. */
const byHand = (connection: DatabaseSync) => {
  const prepared = new Map<string, StatementSync>()
  return (reads: readonly Read[]): void => {
    for (const { sql, params, isOne } of reads) {
      let statement = prepared.get(sql)
      if (statement === undefined) {
        statement = connection.prepare(sql)
        prepared.set(sql, statement)
      }
      if (params === undefined || Array.isArray(params)) {
        const values = (params ?? []) as SQLInputValue[]
        isOne ? statement.get(...values) : statement.all(...values)
      } else {
        const values = params as Record<string, SQLInputValue>
        isOne ? statement.get(values) : statement.all(values)
      }
    }
  }
}

/** The feature over a filled database, behind the router as a host calls it. Nothing runs in the background. */
const openInbox = (conversations: number) => {
  const connection = new DatabaseSync(filledShop(conversations).file)
  connection.exec(CONNECTION_SETTINGS)
  const database = createDatabase(connection)
  /** What is read from here on, while somebody wants to know. */
  let reads: Read[] | undefined
  const clock = createFakeClock()
  const deps: Omit<Parameters<typeof createMessagingFeature>[0], 'outbound'> = {
    profile: completeProfile({ kind: 'practice', name: 'Practice shop' }, 'http://127.0.0.1:4000'),
    database: {
      ...database,
      all: (sql, params) => {
        reads?.push({ sql, params, isOne: false })
        return database.all(sql, params)
      },
      get: (sql, params) => {
        reads?.push({ sql, params, isOne: true })
        return database.get(sql, params)
      },
    },
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
  }
  const feature = createMessagingFeature({ ...deps, outbound: createTestOutbound(deps) })
  const call = createRouter({ messaging: messagingContract }, () => ({ messaging: feature.handlers }), {
    log: quiet,
    newReference: () => '',
  })
  return {
    call,
    /** The feature's own answer, without the router. */
    answer: async (method: string, input: unknown): Promise<unknown> => {
      return (feature.handlers[toName(method)] as (input: unknown) => unknown)(input)
    },
    runByHand: byHand(connection),
    /** The reads that a question makes. */
    readsOf: async (method: string, input: unknown): Promise<readonly Read[]> => {
      const made: Read[] = []
      reads = made
      await call(method, input)
      reads = undefined
      return made
    },
    close: () => connection.close(),
  }
}

type Kind = {
  readonly what: string
  readonly goalMs: number
  /** Whether its time may follow the size of the inbox: what looks through all names does. */
  readonly mayGrow?: boolean
  readonly rounds: number
  readonly ask: () => [string, unknown]
}

const createKinds = (conversations: number): readonly Kind[] => {
  const random = seededRandom(7)
  // The rarer a word, the fewer hold it: a word of a tenth of the rank is held by as many in a tenth of the conversations.
  const share = conversations / CONVERSATIONS
  const word = (least: number, span: number): string => makeWord(Math.round((least + below(span)) * share))
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
    search('middling word', () => word(500, 1_000)),
    search('rare word', () => word(5_000, 10_000)),
    search('two words', () => `${common()} ${word(500, 1_000)}`),
    search('two middling words', () => `${word(100, 200)} ${word(100, 200)}`),
    search('buyer', () => `buyer${below(conversations)}`),
    search('nothing like it', () => `xyzzy${below(1_000)}`),
    search('common word in unread', common, 'unread'),
    search('common word in drafts', common, 'hasDraft'),
    search('middling word in archived', () => word(500, 1_000), 'archived'),
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
      mayGrow: true,
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

/** Milliseconds of the whole call, of the feature's answer without the router, and of its SQL by hand, for each question. */
type Times = { readonly ours: number[]; readonly feature: number[]; readonly hand: number[] }

/** The input as the router parses it. */
const parsedInput = (method: string, input: unknown): unknown => {
  const { input: schema } = messagingContract[toName(method)] as {
    readonly input: { parse: (input: unknown) => unknown }
  }
  return schema.parse(input)
}

const timesOf = async (conversations: number): Promise<ReadonlyMap<string, Times>> => {
  const inbox = openInbox(conversations)
  const times = new Map<string, Times>()
  const kinds = createKinds(conversations)
  const run = async (
    kind: Kind,
  ): Promise<{ readonly ours: number; readonly feature: number; readonly hand: number }> => {
    const [method, input] = kind.ask()
    // The pages of the file that an answer needs are in memory for both.
    const reads = await inbox.readsOf(method, input)
    inbox.runByHand(reads)
    const msOf = async (work: () => unknown): Promise<number> => {
      const beganAt = performance.now()
      await work()
      return performance.now() - beganAt
    }
    const hand = await msOf(() => inbox.runByHand(reads))
    const feature = await msOf(() => inbox.answer(method, parsedInput(method, input)))
    const beganAt = performance.now()
    const answer = await inbox.call(method, input)
    const ours = performance.now() - beganAt
    if (!answer.ok) throw new Error(`${kind.what}: ${JSON.stringify(answer.error)}`)
    return { ours, feature, hand }
  }
  // What a program does after it has run for a minute: code is warm.
  for (const kind of kinds) for (let round = 0; round < 10; round += 1) await run(kind)
  for (const kind of kinds) {
    const taken: Times = { ours: [], feature: [], hand: [] }
    for (let round = 0; round < kind.rounds; round += 1) {
      const { ours, feature, hand } = await run(kind)
      taken.ours.push(ours)
      taken.feature.push(feature)
      taken.hand.push(hand)
    }
    times.set(kind.what, taken)
  }
  inbox.close()
  return times
}

/** How long a kind of question takes at both sizes. */
type InboxMeasure = {
  readonly what: string
  readonly p50Ms: number
  readonly p95Ms: number
  /** Without the router. */
  readonly featureMs: number
  readonly handMs: number
  /** How many times as long as its SQL by hand the feature takes: the median over all questions. */
  readonly ratio: number
  /** How many times as long as at a tenth of the size, by the median. */
  readonly growth: number
  readonly goalMs: number
  readonly grows: boolean
}

const compare = (what: string, goalMs: number, mayGrow: boolean, all: Times, few: Times): InboxMeasure => {
  const p50Ms = median(all.ours)
  const growth = p50Ms / median(few.ours)
  return {
    what,
    p50Ms,
    p95Ms: percentile(all.ours, 0.95),
    handMs: median(all.hand),
    featureMs: median(all.feature),
    ratio: median(all.feature.map((ms, at) => ms / (all.hand[at] ?? Number.NaN))),
    growth,
    goalMs,
    grows: !mayGrow && growth > GROWTH_GOAL && p50Ms > NOISE_MS,
  }
}

const none: Times = { ours: [], feature: [], hand: [] }

/** Measures at `conversations` (ten messages each) and at a tenth. */
const measureInbox = async (conversations: number): Promise<readonly InboxMeasure[]> => {
  const tenth = await timesOf(Math.floor(conversations / 10))
  const whole = await timesOf(conversations)
  const together = (what: string, goalMs: number, begin: string): InboxMeasure => {
    const pick = (times: ReadonlyMap<string, Times>): Times => {
      const picked = [...times].filter(([name]) => name.startsWith(begin)).map(([, values]) => values)
      return {
        ours: picked.flatMap(({ ours }) => ours),
        feature: picked.flatMap(({ feature }) => feature),
        hand: picked.flatMap(({ hand }) => hand),
      }
    }
    return compare(what, goalMs, false, pick(whole), pick(tenth))
  }
  return [
    together('pages', PAGE_GOAL_MS, 'page: '),
    together('searches', SEARCH_GOAL_MS, 'search: '),
    ...createKinds(conversations).map(({ what, goalMs, mayGrow }) =>
      compare(what, goalMs, mayGrow ?? false, whole.get(what) ?? none, tenth.get(what) ?? none),
    ),
  ]
}

export const inboxQueries: Measure = async () => {
  const [pages, searches, ...kinds] = await measureInbox(CONVERSATIONS)
  if (pages === undefined || searches === undefined) throw new Error('Nothing was measured.')
  const against = (what: string, { handMs, featureMs, p95Ms, ratio, goalMs }: InboxMeasure): Row => ({
    what: `${what}, 100,000 conversations, 1,000,000 messages`,
    limit: 'the same SQL by hand',
    limitValue: handMs,
    ours: featureMs,
    unit: 'ms',
    ratio,
    goal: `at most ${HAND_GOAL} times, ${goalMs} ms at p95 (p95 with the router ${p95Ms.toFixed(2)} ms)`,
    met: ratio <= HAND_GOAL && p95Ms <= goalMs,
  })
  const growth = (what: string, begin: string, all: InboxMeasure): Row => {
    const own = kinds.filter((kind) => kind.what.startsWith(begin))
    const worst = own.toSorted((a, b) => b.growth - a.growth).find(({ p50Ms }) => p50Ms > NOISE_MS) ?? all
    return {
      what: `growth of a ${what} from a tenth of the size`,
      limit: 'itself at 10,000 conversations',
      limitValue: all.p50Ms / all.growth,
      ours: all.p50Ms,
      unit: 'ms',
      ratio: all.growth,
      goal: `at most ${GROWTH_GOAL} times`,
      met: all.growth <= GROWTH_GOAL && !own.some(({ grows }) => grows),
      note: `most of all kinds: ${worst === all ? 'all together' : worst.what.slice(begin.length)}, ${worst.growth.toFixed(2)} times, ${worst.p50Ms.toFixed(2)} ms`,
    }
  }
  return [
    against('list page', pages),
    against('search', searches),
    growth('list page', 'page: ', pages),
    growth('search', 'search: ', searches),
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const measures = await measureInbox(Number(process.argv[2] ?? CONVERSATIONS))
  for (const { what, p50Ms, p95Ms, handMs, ratio, growth, goalMs, grows } of measures) {
    console.log(
      `${p95Ms <= goalMs && !grows ? ' ' : '!'} ${what.padEnd(32)} p50 ${p50Ms.toFixed(2).padStart(6)} ms  p95 ${p95Ms.toFixed(2).padStart(6)} ms  (goal ${goalMs})  by hand ${handMs.toFixed(2).padStart(6)} ms, ×${ratio.toFixed(2)}  ×${growth.toFixed(2)} of a tenth`,
    )
  }
}
