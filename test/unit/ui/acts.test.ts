import { beforeEach, describe, expect, it } from 'vitest'
import {
  beginAct,
  dropAct,
  dropActs,
  dropNewest,
  putBackAct,
  takeAct,
  type Undo,
} from '../../../renderer/ui/feedback/acts.ts'

const undo = () => undefined
type Options = { readonly group?: string; readonly mayWait?: boolean; readonly waits?: () => Promise<boolean> }

const begin = (label: string, options: Options = {}) => beginAct({ label, ...options }, 1)
const done = (label: string, { waits, ...options }: Options = {}): number => {
  const { act, end } = begin(label, { ...options, mayWait: waits !== undefined })
  end(waits === undefined ? { undo } : { undo, waits })
  return act.id
}
const next = async () => (await takeAct())?.label
const always = async () => true

beforeEach(() => dropActs())

describe('undo', () => {
  it('OFF-07 goes back in the order of acting', async () => {
    done('archived')
    done('snoozed')
    expect([await next(), await next(), await next()]).toEqual(['snoozed', 'archived', undefined])
  })

  it('OFF-07 takes a message that still waits first', async () => {
    done('reply', { waits: always })
    done('archived')
    expect([await next(), await next()]).toEqual(['reply', 'archived'])
  })

  it('OFF-09 takes the last act, not a message that was written offline and has been sent since', async () => {
    let isWaiting = true
    done('reply', { waits: async () => isWaiting })
    done('archived')
    isWaiting = false
    expect([await next(), await next()]).toEqual(['archived', 'reply'])
  })

  it('OFF-09 takes an act before its answer', async () => {
    done('archived')
    const { end } = begin('reply', { mayWait: true })
    const act = await takeAct()
    expect(act?.label).toBe('reply')
    const answered: Undo = { undo }
    end(answered)
    expect(await act?.answer).toBe(answered)
    expect([await next(), await next()]).toEqual(['archived', undefined])
  })

  it('OFF-09 takes a message before its answer, even if something was done since', async () => {
    begin('reply', { mayWait: true })
    done('archived')
    expect([await next(), await next()]).toEqual(['reply', 'archived'])
  })

  it('OFF-09 forgets an act that did nothing', async () => {
    done('archived')
    begin('reply', { mayWait: true }).end(null)
    expect([await next(), await next()]).toEqual(['archived', undefined])
  })

  it('OFF-09 takes one act for each of two keys at once', async () => {
    done('archived')
    done('reply', { waits: always })
    expect(await Promise.all([next(), next(), next()])).toEqual(['reply', 'archived', undefined])
  })

  it('OFF-07 takes the last act if the program can’t say what waits', async () => {
    done('reply', { waits: () => Promise.reject(new Error('not reachable')) })
    done('archived')
    expect(await next()).toBe('archived')
  })

  it('OFF-07 leaves out what was undone by its own control', async () => {
    const id = done('archived')
    done('three cells', { group: 'cells' })
    done('one cell', { group: 'cells' })
    dropNewest('cells')
    dropAct(id)
    expect([await next(), await next()]).toEqual(['three cells', undefined])
  })

  it('OFF-07 forgets the cells that were sent', async () => {
    done('archived')
    done('one cell', { group: 'cells' })
    dropActs('cells')
    expect(await next()).toBe('archived')
  })

  it('OFF-07 puts an act back in its place', async () => {
    done('archived')
    const act = await takeAct()
    done('snoozed')
    if (act !== undefined) putBackAct(act)
    expect([await next(), await next()]).toEqual(['snoozed', 'archived'])
  })
})
