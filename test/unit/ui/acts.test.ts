import * as fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { chooseAct, dropAct, dropActs, dropNewest, recordAct, takeAct } from '../../../renderer/ui/feedback/acts.ts'

const undo = () => undefined
const done = (label: string, atMs: number, untilMs?: number, group?: string): number =>
  recordAct({ label, undo, untilMs, group }, atMs).id
const next = (nowMs: number) => takeAct(nowMs)?.act.label

beforeEach(() => dropActs())

describe('undo', () => {
  it('OFF-07 goes back in the order of acting', () => {
    done('archived', 1)
    done('snoozed', 2)
    expect([next(3), next(3), next(3)]).toEqual(['snoozed', 'archived', undefined])
  })

  it('OFF-07 takes a message that still waits first', () => {
    done('reply', 1, 11)
    done('archived', 2)
    expect([next(3), next(3)]).toEqual(['reply', 'archived'])
  })

  it('OFF-07 names a message that was sent instead of undoing what came before it', () => {
    done('archived', 1)
    done('reply', 2, 12)
    expect(takeAct(12)).toMatchObject({ act: { label: 'reply' }, isPossible: false })
    expect(takeAct(12)).toMatchObject({ act: { label: 'archived' }, isPossible: true })
  })

  it('OFF-07 leaves out what was undone by its own control', () => {
    const id = done('archived', 1)
    done('three cells', 2, undefined, 'cells')
    done('one cell', 3, undefined, 'cells')
    dropNewest('cells')
    dropAct(id)
    expect([next(4), next(4)]).toEqual(['three cells', undefined])
  })

  it('OFF-07 forgets the cells that were sent', () => {
    done('archived', 1)
    done('one cell', 2, undefined, 'cells')
    dropActs('cells')
    expect(next(3)).toBe('archived')
  })

  it('OFF-07 never chooses an act that is past while another waits', () => {
    const act = fc.record({ atMs: fc.nat(100), untilMs: fc.option(fc.nat(100), { nil: undefined }) })
    fc.assert(
      fc.property(fc.array(act, { minLength: 1 }), fc.nat(100), (some, nowMs) => {
        const acts = some.map((one, id) => ({ ...one, id, label: String(id), undo }))
        const choice = chooseAct(acts, nowMs)
        const waits = acts.some(({ untilMs }) => untilMs !== undefined && untilMs > nowMs)
        if (waits) expect(choice?.isPossible).toBe(true)
        else expect(choice?.act).toBe(acts.at(-1))
      }),
    )
  })
})
