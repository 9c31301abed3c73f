import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createConversationWrites } from '../../../../main/messaging/conversations/conversation-writes.ts'
import {
  addPage,
  beforeFirstPass,
  isAgreed,
  type ListPass,
  startPass,
} from '../../../../main/messaging/platform/list-pass.ts'
import { createSyncLists, type ListName } from '../../../../main/messaging/sync/sync-lists.ts'
import { noErasedPersons } from '../../../support/no-erased-persons.ts'
import { openStore, record } from '../conversation-records.ts'

const PAGE = 3
const whole: ListName = { conversationType: 'FROM_MEMBERS', filter: null }

describe('passes over a list', () => {
  it('MSG-04 are complete only if nothing that was there throughout is missing, across changes and restarts', () => {
    const change = fc.oneof(
      fc.record({ kind: fc.constantFrom('arrives' as const, 'restart' as const, 'later' as const) }),
      fc.record({ kind: fc.constantFrom('movesToTop' as const, 'goes' as const), at: fc.nat(40) }),
    )
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 14 }), fc.array(fc.option(change), { maxLength: 30 }), (size, changes) => {
        const { database } = openStore()
        const open = () => createSyncLists(database, createConversationWrites(database, noErasedPersons))
        let lists = open()
        let list = Array.from({ length: size }, (_, index) => `c${index}`)
        const goneSince = new Map<string, number>()
        const pending = [...changes]
        let now = 1
        let arrivals = 0
        for (let passes = 0; passes < 8; passes += 1) {
          const startedAt = now
          lists.start(whole, now)
          while (lists.load(whole).isRunning) {
            const { nextOffset } = lists.load(whole)
            const ids = list.slice(nextOffset, nextOffset + PAGE)
            const conversations = ids.map((conversationId) => record({ conversationId }))
            now += 1
            lists.savePage(whole, { total: list.length, count: ids.length, step: ids.length, conversations }, now, now)
            const next = pending.shift()
            if (next?.kind === 'arrives') {
              arrivals += 1
              list = [`new${arrivals}`, ...list]
            }
            if (next?.kind === 'restart') lists = open()
            if (next != null && 'at' in next) {
              const chosen = list[next.at % Math.max(1, list.length)]
              if (chosen === undefined) continue
              list = list.filter((id) => id !== chosen)
              if (next.kind === 'movesToTop') list = [chosen, ...list]
              else goneSince.set(chosen, now)
            }
          }
          if (!lists.finish(whole, now)) continue
          const seen = new Set(
            database
              .all<{ conversation_id: string }>(
                'SELECT c.conversation_id FROM sync_seen s JOIN conversations c ON c.id = s.conversation_row',
              )
              .map((row) => row.conversation_id),
          )
          for (let index = 0; index < size; index += 1) {
            const id = `c${index}`
            if (goneSince.has(id)) continue
            expect(seen.has(id), `${id} was lost in the pass that started at ${startedAt}`).toBe(true)
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  const runPass = (before: ListPass, pages: readonly (readonly [total: number, ids: number, agreeing?: number])[]) =>
    pages.reduce(
      (pass, [total, count, agreeing = 0]) =>
        addPage(pass, { total, step: count, added: count, agreeing, unreadable: 0 }),
      startPass(before, 0),
    )

  it('MSG-04 agree only with the same total on every page and as many entries as that total', () => {
    const first = runPass(beforeFirstPass, [
      [5, 3],
      [5, 2],
    ])
    expect(isAgreed(first)).toBe(false)
    expect(
      isAgreed(
        runPass(first, [
          [5, 3, 3],
          [5, 2, 2],
        ]),
      ),
    ).toBe(true)
    expect(
      isAgreed(
        runPass(first, [
          [5, 3, 3],
          [5, 2, 1],
        ]),
      ),
    ).toBe(false)
    expect(
      isAgreed(
        runPass(first, [
          [6, 3, 3],
          [5, 2, 2],
        ]),
      ),
    ).toBe(false)
    const short = runPass(beforeFirstPass, [
      [5, 3],
      [5, 0],
    ])
    expect(short.isRunning).toBe(false)
    expect(
      isAgreed(
        runPass(short, [
          [5, 3, 3],
          [5, 0],
        ]),
      ),
    ).toBe(false)
    const unsettled = runPass(first, [
      [6, 3, 3],
      [5, 2, 2],
    ])
    expect(
      isAgreed(
        runPass(unsettled, [
          [5, 3, 3],
          [5, 2, 2],
        ]),
      ),
    ).toBe(false)
  })

  it('MSG-04 agree on an empty list', () => {
    const empty = runPass(beforeFirstPass, [[0, 0]])
    expect(empty.isRunning).toBe(false)
    expect(isAgreed(runPass(empty, [[0, 0]]))).toBe(true)
  })
})
